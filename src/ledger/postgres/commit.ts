import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerError } from '../error.ts';
import { errorOf, undecided } from './error.ts';
import type { Ended, Query } from './session.ts';
import { lock, mark } from './write.ts';

/** How long it is asked what became of a COMMIT, in milliseconds: longer than a database takes to come back. */
const patience = 30_000;

/** The last entry of a step, and the mark that all its entries have. */
export interface Step {
  readonly conversation: string;
  readonly sequence: number;
  readonly step: string;
}

/**
 * Whether the step whose COMMIT got no reply was written (K11). The lock says that its transaction has ended, one way
 * or the other; until then nobody can know.
 */
export async function wasWritten(
  run: <T>(work: (query: Query) => Promise<T>) => Promise<Ended<T>>,
  { conversation, sequence, step }: Step,
): Promise<boolean> {
  const since = performance.now();
  for (;;) {
    try {
      const { result, lost } = await run(async (query) => {
        await lock(query, conversation);
        const written = 'SELECT 1 FROM entries WHERE conversation = ? AND sequence = ? AND step = ?';
        const isThere = (await query(written, conversation, sequence, step)).length > 0;
        // a statement that is still on its way finds another mark than it was judged by
        if (!isThere) await mark(query, conversation, randomUUID());
        return isThere;
      });
      if (result || lost === null) return result;
      throw errorOf(lost);
    } catch (error) {
      const may = error instanceof LedgerError && error.retryable;
      if (may && performance.now() - since < patience) await sleep(100);
      else throw undecided(error);
    }
  }
}
