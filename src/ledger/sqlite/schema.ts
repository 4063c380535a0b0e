import { LedgerError } from '../error.ts';
import type { SqlValue } from '../sql/rows.ts';
import { migrations } from './migrations.ts';
import { transaction } from './transaction.ts';

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
/** The version of the tables that this program reads and writes. */
export const schemaVersion: number = migrations.length;

/** How long a connection waits for another one, in milliseconds. */
export function connect(database: Database): void {
  database.exec('PRAGMA busy_timeout = 10000');
}

/** The version of a ledger's tables, 0 where there are none. Refuses another program's file and a newer schema. */
export function assertOurs(database: Database): number {
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
  if (version === 0) refuseForeign(database);
  return version;
}

/** Settings of every connection that writes, and the tables, which are brought on from the version that they have. */
export function prepareDatabase(database: Database, version: number): void {
  // the order matters: a mode is kept in the file, everything else is this connection's
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF',
  );
  if (version === schemaVersion) return;
  transaction(database, 'WRITE', () => migrate(database));
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  const row = database.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, number | bigint>>;
  return Number(row[name]);
}

/** Forward only, all of it or nothing: another process may have made the tables since. */
function migrate(database: Database): void {
  const version = pragma(database, 'user_version');
  if (version === 0) refuseForeign(database);
  for (const statements of migrations.slice(version)) database.exec(statements);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
}

function refuseForeign(database: Database): void {
  const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get();
  if (Number((tables as { n: number | bigint }).n) === 0) return;
  throw new LedgerError('ledger/not-a-ledger', 'the file holds tables of another program');
}
