import { randomUUID } from 'node:crypto';
import { LedgerError } from '../error.ts';
import { judge, queries } from '../sql/rows.ts';
import type { Decision, Slice, Wanted } from '../store.ts';
import { nearsCap } from './batch.ts';
import { isByDatabase, rightUntil } from './clock.ts';
import { type Step, wasWritten } from './commit.ts';
import { isGivenUp, notWritten } from './error.ts';
import { readSlice } from './read.ts';
import type { Ended, Query } from './session.ts';
import { lock, mark, writeRows } from './write.ts';

/** How often a transaction that the database gave up is begun anew. */
const mostTries = 10;

const late: LedgerError = new LedgerError(
  'ledger/busy',
  'the database took so long that something ran out meanwhile; nothing was written',
  { retryable: true },
);

/** Steps that hold their conversation from before they read until they have written, whatever was known of it. */
export class LockedSteps {
  readonly #run: <T>(work: (query: Query) => Promise<T>) => Promise<Ended<T>>;

  /** `run` runs work in a transaction that writes. */
  constructor(run: <T>(work: (query: Query) => Promise<T>) => Promise<Ended<T>>) {
    this.#run = run;
  }

  /** One step. Throws LedgerError; `ledger/undecided` where nobody can know whether it was written. */
  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    for (let left = mostTries; ; left--) {
      try {
        return await this.#step(conversation, wanted, decide);
      } catch (error) {
        if (left === 1 || !(isGivenUp(error) || error === late)) throw error; // decide is pure: it may judge once more
      }
    }
  }

  /** Whether a step was written whose reply is missing (K11). */
  wasWritten(step: Step): Promise<boolean> {
    return wasWritten(this.#run, step);
  }

  /** The next number of an agent's ids; where the reply is missing, a number is left out at worst. */
  async reserve(conversation: string, agent: string): Promise<number> {
    const { result, lost } = await this.#run(async (query) => {
      await lock(query, conversation);
      await mark(query, conversation, randomUUID());
      const [row] = await query<{ last: string }>(queries.reserve, conversation, agent);
      return Number(row?.last);
    });
    if (lost !== null) throw notWritten(lost);
    return result;
  }

  async #step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    const step = randomUUID();
    const { result, lost } = await this.#run(async (query) => {
      await lock(query, conversation);
      const slice = await readCounted(query, conversation, wanted);
      const until = rightUntil(slice, slice.now, Number.POSITIVE_INFINITY);
      const { writing, answer } = judge(conversation, slice, decide);
      const now = await writeRows(query, writing, step);
      // it may have waited for a row, and something ran out meanwhile
      if (isByDatabase(writing, slice.now) && now !== null && now >= until) throw late;
      return { answer: answer(), last: writing.entries.at(-1)?.sequence ?? null };
    });
    const { answer, last } = result;
    // an answer to which nothing was written is as good without the reply
    if (lost === null || last === null || (await this.wasWritten({ conversation, sequence: last, step })))
      return answer;
    throw notWritten(lost);
  }
}

/** What a step sees. Where its principal nears a cap, nobody else of that principal counts until this step is written. */
async function readCounted(query: Query, conversation: string, wanted: Wanted): Promise<Slice> {
  const slice = await readSlice(query, conversation, wanted);
  if (!nearsCap(wanted, slice)) return slice;
  const { openBy, liveBy } = wanted;
  for (const [kind, principal] of Object.entries({ openBy, liveBy })) {
    if (principal === undefined) continue;
    await query('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', `hearback ${kind} ${principal}`);
  }
  return readSlice(query, conversation, wanted);
}
