import { assertRead } from './cursor.ts';
import type { StoreReport } from './report.ts';
import type { Search, Searched } from './search.ts';
import { judge, queries, type Writing } from './sql/rows.ts';
import { writesOf } from './sql/writes.ts';
import { type Backup, backUp, type SqliteLedger } from './sqlite/backup.ts';
import { Checkpoints, keepHeads } from './sqlite/checkpoints.ts';
import { dueIn } from './sqlite/due.ts';
import { epochOf, settle } from './sqlite/epoch.ts';
import { emptyLog, erase } from './sqlite/erase.ts';
import { errorOf } from './sqlite/error.ts';
import { type Opened, openDatabase, openFile } from './sqlite/open.ts';
import { PreparedTexts } from './sqlite/prepared.ts';
import {
  addressedIn,
  headOf,
  nowOf,
  readSlice,
  rowsOf,
  type Sql,
  searchedIn,
  storedEntries,
  unansweredIn,
} from './sqlite/read.ts';
import { reportOf } from './sqlite/report.ts';
import { Room } from './sqlite/room.ts';
import type { Database } from './sqlite/schema.ts';
import { Sight } from './sqlite/sight.ts';
import { transaction } from './sqlite/transaction.ts';
import { FileTrust, unreadable } from './sqlite/trust.ts';
import { Turns } from './sqlite/turns.ts';
import { headsIn, Restoration, rowsIn } from './sqlite/whole.ts';
import { writeRows } from './sqlite/write.ts';
import type { AskedPage, Decision, Due, Epoch, Named, Page, Slice, Stored, Wanted } from './store.ts';
import { Waiters } from './waiters.ts';
import type { Whole } from './whole.ts';

export type { Backup, SqliteLedger } from './sqlite/backup.ts';
export type { Database, PreparedSql } from './sqlite/schema.ts';

/**
 * A ledger in one SQLite file, which several processes may open. Takes a path (`:memory:` too), or an open database of
 * the `node:sqlite` or better-sqlite3 shape. Throws LedgerError for a newer schema, another program's file, one on a network.
 *
 * @example
 * const ledger = createLedger({ store: openSqlite(':memory:') });
 * await ledger.as({ principal: 'p1', agents: ['scheduler'] }).nextId(); // => 'scheduler-1'
 */
export function openSqlite(source: string | Database): SqliteLedger {
  try {
    return new SqliteStore(typeof source === 'string' ? openFile(source) : openDatabase(source));
  } catch (error) {
    throw unreadable(errorOf(error));
  }
}

/** How often a reader that waits looks for what other processes wrote, in milliseconds. */
const polling = 100;

class SqliteStore implements SqliteLedger {
  readonly #database: Database;
  readonly #prepared: PreparedTexts;
  readonly #sight: Sight = new Sight((sql) => this.#sql(sql));
  readonly #turns: Turns;
  readonly #waiters: Waiters = new Waiters();
  readonly #restoration: Restoration = new Restoration();
  readonly #trust: FileTrust;
  readonly #room: Room;
  readonly #checkpoints: Checkpoints = new Checkpoints((heads) =>
    this.#transaction('WRITE', () => keepHeads(this.#sql, heads)),
  );

  constructor({ database, opening, path }: Opened) {
    this.#database = database;
    this.#prepared = new PreparedTexts(database);
    this.#trust = new FileTrust(opening);
    this.#room = new Room(opening.fault === null ? path : null);
    this.#turns = new Turns({
      hold: (work) => this.#transaction('WRITE', work),
      exec: (sql) => database.exec(sql),
      told: this.#sight,
    });
  }

  readonly whole: Whole = {
    heads: async () => headsIn(this.#sql),
    rows: async (table, page) => rowsIn(this.#sql, table, page),
    restore: (work) =>
      this.#trust.writing(() => this.#restoration.run(this.#database, this.#prepared.of, work)),
  };

  async now(): Promise<number> {
    return nowOf(this.#sql);
  }

  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    return this.#trust.writing(() =>
      this.#room.keep(decide, (kept) => this.#step(conversation, wanted, kept)),
    );
  }

  async read(conversation: string, wanted: Wanted): Promise<Slice> {
    return this.#reads(() => this.#transaction('READ', () => readSlice(this.#sql, conversation, wanted)));
  }

  async entries(conversation: string, { after, limit }: Page): Promise<readonly Stored[]> {
    const where = 'e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?';
    return this.#reads(() => storedEntries(this.#sql, where, conversation, after, limit));
  }

  async addressed(conversation: string, agents: readonly string[], page: Page): Promise<readonly Stored[]> {
    return this.#reads(() => addressedIn(this.#sql, conversation, agents, page));
  }

  async questions(conversation: string, page: AskedPage): Promise<readonly Stored[]> {
    return this.#reads(() => unansweredIn(this.#sql, conversation, page));
  }

  async search(conversation: string, search: Search): Promise<Searched> {
    return this.#reads(() => searchedIn(this.#sql, conversation, search));
  }

  async open(conversation: string): Promise<readonly string[]> {
    return this.#ids(queries.open, conversation);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    return this.#ids(queries.about, conversation, item);
  }

  async beside(conversation: string, item: string): Promise<readonly string[]> {
    return this.#ids(queries.beside, conversation, item);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    return this.#reads(() => dueIn(this.#sql, (work) => this.#writes(work), { now, limit }));
  }

  async pick(principal: string, now: number, limit: number): Promise<readonly Named[]> {
    return this.#reads(() => rowsOf<Named>(this.#sql, queries.pick, principal, now, limit));
  }

  async unclaimed(limit: number): Promise<readonly Named[]> {
    return this.#reads(() => rowsOf<Named>(this.#sql, queries.unclaimed, limit));
  }

  async cursor(conversation: string, agent: string): Promise<number> {
    const query = () => rowsOf<{ sequence: number }>(this.#sql, queries.cursor, conversation, agent);
    return Number((await this.#reads(query))[0]?.sequence ?? 0);
  }

  async acknowledge(conversation: string, agent: string, sequence: number): Promise<void> {
    await this.#writes(() => {
      assertRead(sequence, Number(headOf(this.#sql, conversation)?.sequence ?? 0));
      this.#sql(queries.acknowledge).run(conversation, agent, sequence);
    });
  }

  readonly heard: SqliteLedger['heard'] = (listener) => this.#waiters.listen(listener);

  readonly wait: SqliteLedger['wait'] = (conversation, sequence, milliseconds, signal) => {
    const written = (): boolean => Number(headOf(this.#sql, conversation)?.sequence ?? 0) > sequence;
    return this.#waiters.until({ conversation, written, milliseconds, every: () => polling, signal });
  };

  async reserve(conversation: string, agent: string): Promise<number> {
    return this.#trust.writing(() => this.#turns.take(() => this.#sight.numbering(conversation, agent)));
  }

  async conversations({ after = '', limit = -1 } = {}): Promise<readonly string[]> {
    return this.#reads(() =>
      rowsOf<{ name: string }>(this.#sql, queries.names, after, limit).map(({ name }) => name),
    );
  }

  async epoch(): Promise<Epoch> {
    return this.#reads(() => epochOf(this.#sql));
  }

  async settleEpoch(): Promise<void> {
    await this.#writes(() => settle(this.#sql));
  }

  async report(): Promise<StoreReport> {
    return reportOf(this.#sql, this.#trust.opening, [this.#room.promise()]);
  }

  async backup(path: string): Promise<Backup> {
    this.#restoration.assertOver();
    return this.#trust.writing(() => backUp(this.#database, path));
  }

  async close(): Promise<void> {
    if (this.#waiters.closed) return;
    this.#waiters.close();
    this.#turns.finish();
    this.#checkpoints.end();
    this.#prepared.clear();
    this.#database.close();
  }

  async #step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    let written: Writing | null = null;
    const answered = await this.#turns.take(() => {
      const slice = this.#sight.slice(conversation, wanted);
      const { writing, answer } = judge(conversation, slice, decide);
      const write = (): void => {
        written = writing;
        const writes = writesOf(writing);
        if (writing.redactions.length > 0) erase(this.#database);
        writeRows(this.#sql, writing, writes);
        this.#sight.changed(writing, writes);
      };
      return { write, answer };
    });
    this.#wrote(written as Writing | null);
    return answered;
  }

  #wrote(writing: Writing | null): void {
    if (writing === null) return;
    this.#waiters.wake(writing.conversation);
    this.#checkpoints.wrote(writing.entries);
    if (writing.redactions.length > 0) emptyLog(this.#database);
  }

  #ids(query: string, ...values: string[]): Promise<readonly string[]> {
    return this.#reads(() => rowsOf<{ id: string }>(this.#sql, query, ...values).map(({ id }) => id));
  }

  #reads<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#trust.reading(work);
  }

  #writes<T>(work: () => T): Promise<T> {
    return this.#trust.writing(() => this.#transaction('WRITE', work));
  }

  #transaction<T>(kind: 'READ' | 'WRITE', work: () => T): T {
    this.#restoration.assertOver();
    return transaction(this.#database, kind, work);
  }

  readonly #sql: Sql = (sql) => {
    this.#restoration.assertOver();
    return this.#prepared.of(sql);
  };
}
