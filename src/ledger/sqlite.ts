import { DatabaseSync } from 'node:sqlite';
import { judge, queries } from './sql-rows.ts';
import { errorOf } from './sqlite-error.ts';
import { refuseNetworkFile } from './sqlite-file.ts';
import { nowOf, readSlice, rowsOf, type Sql, storedEntries } from './sqlite-read.ts';
import { type Database, type PreparedSql, prepareDatabase } from './sqlite-schema.ts';
import { writeRows } from './sqlite-write.ts';
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
      const { writing, answer } = judge(conversation, slice, decide);
      writeRows(this.#sql, writing);
      return answer();
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
    return rowsOf<{ id: string }>(this.#sql, queries.open, conversation).map(({ id }) => id);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    return rowsOf<{ id: string }>(this.#sql, queries.about, conversation, item).map(({ id }) => id);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    return [
      ...rowsOf<Due>(this.#sql, queries.dueStatements, now, limit),
      ...rowsOf<Due>(this.#sql, queries.dueHandoffs, now, limit),
    ];
  }

  async reserve(conversation: string, agent: string): Promise<number> {
    return this.#transaction('BEGIN IMMEDIATE', 'COMMIT', () => {
      const [row] = rowsOf<{ last: number }>(this.#sql, queries.reserve, conversation, agent);
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
