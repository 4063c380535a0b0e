import { DatabaseSync } from 'node:sqlite';
import { errorOf } from './sqlite-error.ts';
import { refuseNetworkFile } from './sqlite-file.ts';
import { nowOf, readSlice, rowsOf, type Sql, storedEntries } from './sqlite-read.ts';
import { type Database, type PreparedSql, prepareDatabase } from './sqlite-schema.ts';
import { writeRows } from './sqlite-write.ts';
import { carry } from './step.ts';
import type { Decision, Due, Page, Slice, Store, Stored, Wanted } from './store.ts';

export type { Database, PreparedSql } from './sqlite-schema.ts';

/**
 * A ledger in one SQLite file, which several processes may open. Takes a path (`:memory:` too), or an open database of
 * the `node:sqlite` or better-sqlite3 shape. Throws LedgerError for a newer schema, another program's file, or a file
 * on a network.
 *
 * @example
 * const ledger = createLedger({ store: openSqlite(':memory:') });
 * await ledger.as({ principal: 'p1', agents: ['scheduler'] }).nextId(); // => 'scheduler-1'
 */
export function openSqlite(source: string | Database): Store {
  if (typeof source === 'string') refuseNetworkFile(source);
  try {
    const database = typeof source === 'string' ? (new DatabaseSync(source) as Database) : source;
    prepareDatabase(database);
    return new SqliteStore(database);
  } catch (error) {
    throw errorOf(error);
  }
}

class SqliteStore implements Store {
  readonly #database: Database;
  readonly #prepared: Map<string, PreparedSql> = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  async now(): Promise<number> {
    return nowOf(this.#sql);
  }

  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    return this.#transaction('BEGIN IMMEDIATE', 'COMMIT', () => {
      const slice = readSlice(this.#sql, conversation, wanted);
      const { messages, handoffs, statements } = slice.rows;
      const before = {
        messages: new Map(messages),
        handoffs: new Map(handoffs),
        statements: new Map(statements),
      };
      const decision = decide(slice);
      const { entries, changes, after } = carry(conversation, slice, decision);
      writeRows(this.#sql, { conversation, entries, before, changes, kept: decision.kept ?? new Map() });
      return decision.answer(entries, after);
    });
  }

  async read(conversation: string, wanted: Wanted): Promise<Slice> {
    return this.#transaction('BEGIN', 'ROLLBACK', () => readSlice(this.#sql, conversation, wanted));
  }

  async entries(conversation: string, { after, limit }: Page): Promise<readonly Stored[]> {
    const where = 'e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?';
    return storedEntries(this.#sql, where, conversation, after, limit);
  }

  async addressed(
    conversation: string,
    agents: readonly string[],
    { after, limit }: Page,
  ): Promise<readonly Stored[]> {
    const where = `e.conversation = ? AND e.addressee IN (SELECT value FROM json_each(?))
      AND e.sequence > ? ORDER BY e.sequence LIMIT ?`;
    return storedEntries(this.#sql, where, conversation, JSON.stringify(agents), after, limit);
  }

  async open(conversation: string): Promise<readonly string[]> {
    const query = `SELECT id FROM handoffs
      WHERE conversation = ? AND state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING') ORDER BY sequence`;
    return rowsOf<{ id: string }>(this.#sql, query, conversation).map(({ id }) => id);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    const query = 'SELECT id FROM handoffs WHERE conversation = ? AND item = ? ORDER BY sequence';
    return rowsOf<{ id: string }>(this.#sql, query, conversation, item).map(({ id }) => id);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    const statements = 'SELECT conversation, token FROM statements WHERE due_at <= ? ORDER BY due_at LIMIT ?';
    const handoffs = `SELECT conversation, id AS handoff FROM handoffs
      WHERE close_at <= ? ORDER BY close_at LIMIT ?`;
    return [
      ...rowsOf<Due>(this.#sql, statements, now, limit),
      ...rowsOf<Due>(this.#sql, handoffs, now, limit),
    ];
  }

  async reserve(conversation: string, agent: string): Promise<number> {
    const query = `INSERT INTO numbers (conversation, agent, last) VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`;
    return this.#transaction('BEGIN IMMEDIATE', 'COMMIT', () => {
      const [row] = rowsOf<{ last: number }>(this.#sql, query, conversation, agent);
      return Number(row?.last);
    });
  }

  async conversations(): Promise<readonly string[]> {
    const query = 'SELECT DISTINCT conversation FROM entries ORDER BY conversation';
    return rowsOf<{ conversation: string }>(this.#sql, query).map(({ conversation }) => conversation);
  }

  async close(): Promise<void> {
    this.#prepared.clear();
    this.#database.close();
  }

  /** Everything inside sees one state of the file, and is written whole or not at all. */
  #transaction<T>(begin: string, end: string, work: () => T): T {
    try {
      this.#database.exec(begin);
    } catch (error) {
      throw errorOf(error);
    }
    try {
      const result = work();
      this.#database.exec(end);
      return result;
    } catch (error) {
      this.#rollBack();
      throw errorOf(error);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself (disk full, for one): the first error is the one to tell
    }
  }

  readonly #sql: Sql = (sql) => {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#database.prepare(sql);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  };
}
