import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../diagnostic/usage-error.ts';
import { LedgerError } from './error.ts';
import { isGivenUp } from './postgres-error.ts';
import { isText, nowOf, readSlice } from './postgres-read.ts';
import { prepareDatabase } from './postgres-schema.ts';
import { beginIn, hear, type PostgresPool, type Query, transaction } from './postgres-session.ts';
import { lock, writeRows } from './postgres-write.ts';
import { judge, queries, type StoredRow, storedOf } from './sql-rows.ts';
import type { Decision, Due, Page, Slice, Store, Stored, Wanted } from './store.ts';

export type { PostgresClient, PostgresPool, PostgresResult } from './postgres-session.ts';

export interface PostgresOptions {
  /** The schema of the ledger's tables, its own: small letters, digits and _; `hearback` unless given. */
  readonly schema?: string;
  /** Opens a database with fsync or full_page_writes off, or with an unlogged table: a crash may then pay twice. */
  readonly acceptDataLoss?: boolean;
}

/**
 * A ledger in a PostgreSQL database, for any number of processes; takes a pool of `pg`, which closing the ledger ends.
 * Makes its tables where there are none. Throws LedgerError for a newer schema, another program's tables, or settings
 * under which a crash loses what was acknowledged.
 */
export async function openPostgres(pool: PostgresPool, options: PostgresOptions = {}): Promise<Store> {
  const { schema = 'hearback', acceptDataLoss = false } = options;
  if (!/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new UsageError(
      'usage/schema',
      `${JSON.stringify(schema)} is no name of a schema: small letters, digits and _`,
    );
  }
  hear(pool);
  await prepareDatabase(pool, { schema, acceptDataLoss });
  return new PostgresStore(pool, schema);
}

/** How often a transaction that the database gave up is begun anew. */
const mostTries = 10;
/** How long it is asked what became of a COMMIT, in milliseconds: longer than a database takes to come back. */
const patience = 30_000;

class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  readonly #writing: string;
  readonly #reading: string;

  constructor(pool: PostgresPool, schema: string) {
    this.#pool = pool;
    this.#writing = beginIn(schema, 'READ WRITE');
    this.#reading = beginIn(schema, 'READ ONLY');
  }

  async now(): Promise<number> {
    return this.#read(nowOf);
  }

  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    assertName(conversation);
    for (let left = mostTries; ; left--) {
      try {
        return await this.#step(conversation, wanted, decide);
      } catch (error) {
        if (left === 1 || !isGivenUp(error)) throw error; // decide is pure: it may judge once more
      }
    }
  }

  async read(conversation: string, wanted: Wanted): Promise<Slice> {
    assertName(conversation);
    return this.#read((query) => readSlice(query, conversation, wanted));
  }

  async entries(conversation: string, { after, limit }: Page): Promise<readonly Stored[]> {
    assertName(conversation);
    const where = 'e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?';
    return this.#stored(where, conversation, after, limit);
  }

  async addressed(
    conversation: string,
    agents: readonly string[],
    { after, limit }: Page,
  ): Promise<readonly Stored[]> {
    assertName(conversation);
    const where = `e.conversation = ? AND e.addressee = ANY (?)
      AND e.sequence > ? ORDER BY e.sequence LIMIT ?`;
    return this.#stored(where, conversation, agents, after, limit);
  }

  async open(conversation: string): Promise<readonly string[]> {
    assertName(conversation);
    const rows = await this.#read((query) => query<{ id: string }>(queries.open, conversation));
    return rows.map(({ id }) => id);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    assertName(conversation);
    if (!isText(item)) return [];
    const rows = await this.#read((query) => query<{ id: string }>(queries.about, conversation, item));
    return rows.map(({ id }) => id);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    return this.#read(async (query) => [
      ...(await query<Due>(queries.dueStatements, now, limit)),
      ...(await query<Due>(queries.dueHandoffs, now, limit)),
    ]);
  }

  async reserve(conversation: string, agent: string): Promise<number> {
    assertName(conversation);
    const { result, lost } = await transaction(this.#pool, this.#writing, async (query) => {
      await lock(query, conversation);
      const [row] = await query<{ last: string }>(queries.reserve, conversation, agent);
      return Number(row?.last);
    });
    if (lost === null) return result;
    throw new LedgerError('ledger/down', 'the database was lost; at worst a number of an id is left out', {
      retryable: true,
      cause: lost,
    });
  }

  async conversations(): Promise<readonly string[]> {
    const query = `SELECT c.conversation FROM conversations c
      WHERE EXISTS (SELECT 1 FROM entries e WHERE e.conversation = c.conversation) ORDER BY c.conversation`;
    const rows = await this.#read((ask) => ask<{ conversation: string }>(query));
    return rows.map(({ conversation }) => conversation);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    const step = randomUUID();
    const { result, lost } = await transaction(this.#pool, this.#writing, async (query) => {
      await lock(query, conversation);
      const slice = await readSlice(query, conversation, wanted);
      const { writing, answer } = judge(conversation, slice, decide);
      await writeRows(query, writing, step);
      return { answer: answer(), last: writing.entries.at(-1)?.sequence ?? null };
    });
    const { answer, last } = result;
    // an answer to which nothing was written is as good without the reply
    if (lost === null || last === null || (await this.#wasWritten(conversation, last, step))) return answer;
    throw new LedgerError('ledger/down', 'the database was lost before it committed; nothing was written', {
      retryable: true,
      cause: lost,
    });
  }

  /**
   * Whether the step whose COMMIT got no reply was written (K11). The lock says that its transaction has ended, one way
   * or the other; until then nobody can know.
   */
  async #wasWritten(conversation: string, sequence: number, step: string): Promise<boolean> {
    const since = performance.now();
    for (;;) {
      try {
        const { result } = await transaction(this.#pool, this.#writing, async (query) => {
          await lock(query, conversation);
          const written = 'SELECT 1 FROM entries WHERE conversation = ? AND sequence = ? AND step = ?';
          return query(written, conversation, sequence, step);
        });
        return result.length > 0;
      } catch (error) {
        const may = error instanceof LedgerError && error.retryable;
        if (may && performance.now() - since < patience) await sleep(100);
        else throw undecided(error);
      }
    }
  }

  async #stored(where: string, ...values: readonly unknown[]): Promise<readonly Stored[]> {
    const rows = await this.#read((query) => query<StoredRow>(`${queries.stored} ${where}`, ...values));
    return rows.map(storedOf);
  }

  async #read<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return (await transaction(this.#pool, this.#reading, work)).result;
  }
}

function undecided(cause: unknown): LedgerError {
  const message =
    'the database was lost while it committed, and does not come back: the step was written or it was not; ask again';
  return new LedgerError('ledger/undecided', message, { retryable: true, cause });
}

function assertName(conversation: string): void {
  if (isText(conversation)) return;
  throw new UsageError('usage/conversation', 'the name of a conversation is text that a database can hold');
}
