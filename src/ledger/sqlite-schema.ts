import { LedgerError } from './error.ts';
import type { SqlValue } from './sql-rows.ts';

/**
 * What the store needs of a database: the shape of `node:sqlite` and of better-sqlite3. Integers come back as numbers
 * or bigints; rows as objects.
 */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): PreparedSql;
  close(): unknown;
}

export interface PreparedSql {
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

/** `hbck`: a file that is none of ours is not written to. */
const applicationId = 0x6862636b;
const schemaVersion = 1;

/** Settings of every connection, and the tables where there are none. Refuses another program's file and a newer schema. */
export function prepareDatabase(database: Database): void {
  database.exec('PRAGMA busy_timeout = 10000');
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  if (version > schemaVersion) {
    throw new LedgerError(
      'ledger/newer-schema',
      `the ledger has schema ${version} and this program knows ${schemaVersion}: use the version that wrote it, or later`,
    );
  }
  if (application !== 0 && application !== applicationId) {
    throw new LedgerError('ledger/not-a-ledger', 'the file belongs to another program');
  }
  // the order matters: a mode is kept in the file, everything else is this connection's
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF',
  );
  if (version === schemaVersion) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // another process may have made the tables since
    if (pragma(database, 'user_version') === 0) createTables(database);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, number | bigint>>;
  return Number(row[name]);
}

function createTables(database: Database): void {
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get();
  if (Number((tables as { n: number | bigint }).n) > 0) {
    throw new LedgerError('ledger/not-a-ledger', 'the file holds tables of another program');
  }
  database.exec(schema);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
}

/**
 * `entries` and `kept` are the ledger; the other tables follow from it and can be rebuilt. A refused line has text and no
 * message, so that it is addressed to nobody.
 */
const schema = `
CREATE TABLE entries (
  conversation TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  principal TEXT NOT NULL,
  text TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  message TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.id') END) STORED,
  addressee TEXT AS (CASE WHEN json_valid(text) THEN json_extract(text, '$.message.to') END) STORED,
  PRIMARY KEY (conversation, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_addressed ON entries (conversation, addressee, sequence) WHERE addressee IS NOT NULL;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entries_never_replaced BEFORE INSERT ON entries
  WHEN EXISTS (SELECT 1 FROM entries WHERE conversation = NEW.conversation AND sequence = NEW.sequence)
  BEGIN SELECT RAISE(ABORT, 'an entry is never replaced'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

CREATE TABLE kept (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER kept_never_changes BEFORE UPDATE ON kept BEGIN SELECT RAISE(ABORT, 'what is kept is never changed'); END;

CREATE TABLE messages (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  handoff TEXT,
  answer TEXT,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, sequence) REFERENCES entries (conversation, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_of_handoff ON messages (conversation, handoff) WHERE handoff IS NOT NULL;

CREATE TABLE handoffs (
  conversation TEXT NOT NULL,
  id TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  root TEXT NOT NULL,
  item TEXT NOT NULL,
  state TEXT NOT NULL,
  close_at INTEGER,
  row TEXT NOT NULL,
  PRIMARY KEY (conversation, id),
  FOREIGN KEY (conversation, id) REFERENCES messages (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX handoffs_of_root ON handoffs (conversation, root);
CREATE INDEX handoffs_of_item ON handoffs (conversation, item, sequence);
CREATE INDEX handoffs_open ON handoffs (conversation, sequence)
  WHERE state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING');
CREATE INDEX handoffs_due ON handoffs (close_at) WHERE close_at IS NOT NULL;

CREATE TABLE closes (
  conversation TEXT NOT NULL,
  handoff TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (conversation, handoff),
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE statements (
  token TEXT NOT NULL PRIMARY KEY,
  conversation TEXT NOT NULL,
  root TEXT NOT NULL,
  handoff TEXT NOT NULL,
  state TEXT NOT NULL,
  fence INTEGER NOT NULL,
  due_at INTEGER,
  row TEXT NOT NULL,
  FOREIGN KEY (conversation, handoff) REFERENCES handoffs (conversation, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX statements_of_root ON statements (conversation, root);
CREATE UNIQUE INDEX statements_live ON statements (conversation, root)
  WHERE state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN');
CREATE INDEX statements_due ON statements (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE act_keys (
  act_key TEXT NOT NULL PRIMARY KEY,
  token TEXT NOT NULL,
  FOREIGN KEY (token) REFERENCES statements (token)
) STRICT, WITHOUT ROWID;

CREATE TABLE numbers (
  conversation TEXT NOT NULL,
  agent TEXT NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (conversation, agent)
) STRICT, WITHOUT ROWID;
`;
