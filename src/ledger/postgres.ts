import { UsageError } from '../diagnostic/usage-error.ts';
import { LedgerError } from './error.ts';
import { acknowledge, cursorOf, dueIn, lastOf, pick } from './postgres/due.ts';
import { epochOf, settle } from './postgres/epoch.ts';
import { undecided } from './postgres/error.ts';
import { PostgresReaders } from './postgres/listen.ts';
import { LockedSteps } from './postgres/locked.ts';
import { addressedIn, entriesIn, searchedIn, unansweredIn } from './postgres/look.ts';
import { assertName, conversationsIn, isText, type NamePage, nowOf, readMarked } from './postgres/read.ts';
import { reportOf } from './postgres/report.ts';
import { type PostgresOptions, type PostgresSettings, prepareDatabase } from './postgres/schema.ts';
import {
  beginIn,
  hear,
  type PostgresPool,
  type Query,
  standing,
  type Transactions,
  transaction,
} from './postgres/session.ts';
import { numbering, type Turn } from './postgres/turn.ts';
import { PostgresTurns } from './postgres/turns.ts';
import { headsIn, restoreIn, rowsIn } from './postgres/whole.ts';
import type { StoreReport } from './report.ts';
import type { Search, Searched } from './search.ts';
import { judge, queries } from './sql/rows.ts';
import type { AskedPage, Decision, Due, Epoch, Named, Page, Slice, Store, Stored, Wanted } from './store.ts';
import type { Restoring, Whole } from './whole.ts';

export type { PostgresOptions } from './postgres/schema.ts';
export type { PostgresClient, PostgresPool, PostgresResult } from './postgres/session.ts';

/**
 * A ledger in a PostgreSQL database, for any number of processes; takes a pool of `pg`, which closing the ledger ends.
 * Makes its tables where there are none. Throws LedgerError for a newer schema, another program's tables, or settings
 * under which a crash loses what was acknowledged.
 */
export async function openPostgres(pool: PostgresPool, options: PostgresOptions = {}): Promise<Store> {
  const { schema = 'hearback', acceptDataLoss = false, optimistic = true } = options;
  if (!/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new UsageError(
      'usage/schema',
      `${JSON.stringify(schema)} is no name of a schema: small letters, digits and _`,
    );
  }
  hear(pool);
  const settings = { schema, acceptDataLoss, optimistic };
  await prepareDatabase(pool, settings);
  return new PostgresStore(pool, settings);
}

class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #settings: PostgresSettings;
  readonly #readers: PostgresReaders;
  readonly #turns: PostgresTurns;
  readonly #locked: LockedSteps;
  #closed = false;
  readonly #transactions: Transactions = {
    read: (work) => this.#read(work),
    write: (work) => this.#write(work),
  };
  readonly #writing: string;
  readonly #reading: string;

  constructor(pool: PostgresPool, settings: PostgresSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#readers = new PostgresReaders(pool, settings.schema);
    this.#turns = new PostgresTurns({
      pool,
      schema: settings.schema,
      wasWritten: (step) => this.#locked.wasWritten(step),
      wrote: (conversation) => this.#readers.wrote(conversation),
    });
    this.#writing = beginIn(settings.schema, 'READ WRITE');
    this.#locked = new LockedSteps((work) => transaction(pool, this.#writing, work));
    this.#reading = beginIn(settings.schema, 'READ ONLY');
  }

  readonly whole: Whole = {
    heads: () => this.#read(headsIn),
    rows: (table, page) => this.#read((query) => rowsIn(query, table, page)),
    restore: (work) => this.#restore(work),
  };

  async now(): Promise<number> {
    return this.#read(nowOf);
  }

  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    assertName(conversation);
    return this.#turn({
      conversation,
      wanted,
      judge: (slice) => judge(conversation, slice, decide),
      locked: () => this.#locked.step(conversation, wanted, decide),
    });
  }

  async read(conversation: string, wanted: Wanted): Promise<Slice> {
    assertName(conversation);
    const { schema } = this.#settings;
    return (await standing(this.#pool, (run) => readMarked(run, { conversation, wanted, schema }))).slice;
  }

  async entries(conversation: string, page: Page): Promise<readonly Stored[]> {
    assertName(conversation);
    return this.#read((query) => entriesIn(query, conversation, page));
  }

  async addressed(name: string, agents: readonly string[], page: Page): Promise<readonly Stored[]> {
    assertName(name);
    return this.#read((query) => addressedIn(query, name, agents, page));
  }

  async questions(conversation: string, page: AskedPage): Promise<readonly Stored[]> {
    assertName(conversation);
    return this.#read((query) => unansweredIn(query, conversation, page));
  }

  async search(conversation: string, search: Search): Promise<Searched> {
    assertName(conversation);
    return this.#read((query) => searchedIn(query, conversation, search));
  }

  async open(conversation: string): Promise<readonly string[]> {
    return this.#ids(conversation, queries.open);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    return this.#ids(conversation, queries.about, item);
  }

  async beside(conversation: string, item: string): Promise<readonly string[]> {
    return this.#ids(conversation, queries.beside, item);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    return dueIn(this.#transactions, now, limit);
  }

  async pick(principal: string, now: number, limit: number): Promise<readonly Named[]> {
    return isText(principal) ? this.#write((query) => query<Named>(pick, principal, now, limit)) : [];
  }

  async unclaimed(limit: number): Promise<readonly Named[]> {
    return this.#read((query) => query<Named>(queries.unclaimed, limit));
  }

  async cursor(conversation: string, agent: string): Promise<number> {
    assertName(conversation);
    return isText(agent) ? this.#read((query) => cursorOf(query, conversation, agent)) : 0;
  }

  async acknowledge(conversation: string, agent: string, sequence: number): Promise<void> {
    assertName(conversation);
    await this.#write((query) => acknowledge(query, conversation, agent, sequence));
  }

  readonly heard: Store['heard'] = (listener) => this.#readers.heard(listener);

  async wait(
    conversation: string,
    sequence: number,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<void> {
    assertName(conversation);
    const written = async (): Promise<boolean> =>
      (await this.#read((query) => lastOf(query, conversation))) > sequence;
    await this.#readers.wait({ conversation, written, milliseconds, signal });
  }

  async reserve(conversation: string, agent: string): Promise<number> {
    assertName(conversation);
    return this.#turn({
      conversation,
      wanted: { agents: [agent] },
      judge: (slice) => numbering(conversation, slice, agent),
      locked: () => this.#locked.reserve(conversation, agent),
    });
  }

  async conversations(page: Partial<NamePage> = {}): Promise<readonly string[]> {
    return this.#read((query) => conversationsIn(query, page));
  }

  async epoch(): Promise<Epoch> {
    return epochOf(this.#pool, this.#settings.schema);
  }

  async settleEpoch(): Promise<void> {
    await settle(this.#pool, { ...this.#settings, ...this.#transactions });
  }

  async report(): Promise<StoreReport> {
    return this.#read((query) =>
      reportOf(query, { ...this.#settings, host: Date.now, pool: this.#pool.options }),
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turns.finish();
    await this.#readers.close();
    await this.#pool.end();
  }

  async #turn<T>(turn: Turn<T>): Promise<T> {
    if (this.#settings.optimistic) return this.#turns.take(turn);
    const answered = await turn.locked();
    this.#readers.wrote(turn.conversation);
    return answered;
  }

  async #ids(conversation: string, ids: string, ...values: readonly string[]): Promise<readonly string[]> {
    assertName(conversation);
    if (!values.every(isText)) return [];
    const rows = await this.#read((query) => query<{ id: string }>(ids, conversation, ...values));
    return rows.map(({ id }) => id);
  }

  /** Not to be done once more: a ledger that was written is refused as one that has entries. */
  async #restore(work: (into: Restoring) => Promise<void>): Promise<void> {
    const { lost } = await transaction(this.#pool, this.#writing, (query) => restoreIn(query, work));
    if (lost !== null) throw undecided(lost);
  }

  /** What may be done once more when nobody knows whether it was. */
  async #write<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const { result, lost } = await transaction(this.#pool, this.#writing, work);
    if (lost === null) return result;
    const message = 'the database was lost while it committed: ask again';
    throw new LedgerError('ledger/down', message, { retryable: true, cause: lost });
  }

  async #read<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return (await transaction(this.#pool, this.#reading, work)).result;
  }
}
