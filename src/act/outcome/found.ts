import type { ExecutedResult } from '../../ledger/fact.ts';
import type { Sitting } from '../../ledger/seat.ts';
import type { Case } from '../case.ts';
import type { Desk } from '../desk.ts';
import type { Executor, Found } from '../executor.ts';
import { isFinal, isPastHorizon } from './evidence.ts';
import { askPerson } from './question.ts';
import { recordExecuted, recordNotExecuted, recordUnknown } from './record.ts';

/** Who found it, of which claim, and when the question was put: a no is as old as its question. */
export interface Finding {
  readonly executor: Executor;
  readonly evidence: ExecutedResult['evidence'];
  readonly fence: number;
  /** Milliseconds. */
  readonly asked: number;
}

/**
 * What a look-up or a callback tells, on what the ledger holds now. A yes counts in every state. A no counts for a
 * statement that is unknown and was not claimed since: when the executor makes it final for the key, or past the
 * horizon (act.md 3).
 */
export function recordFound(desk: Desk, at: Case, found: Found, finding: Finding, sitting: Sitting): void {
  const { executor, evidence, fence, asked } = finding;
  const { statement } = at;
  if (found.outcome === 'found') return recordExecuted(desk, at, { ...found, evidence }, sitting);
  // a claim since would have sent again: what was not there then may be there now
  if (statement.state !== 'UNKNOWN' || statement.fence !== fence) return;
  const past = isPastHorizon(desk, executor, statement, asked);
  const no = (cause: string, why: 'ERR' | 'TIMEOUT'): void =>
    recordNotExecuted(at, { cause, why, retry: true }, sitting);
  switch (found.outcome) {
    case 'not-found':
      if (statement.heard?.taken) return lost(desk, at, sitting);
      if (past) return no('the executor has no such act, and none can arrive any more', 'TIMEOUT');
      return;
    case 'declined': {
      const cause = `declined: ${found.reason ?? 'no reason was given'}`;
      return past || isFinal(executor, found) ? no(cause, 'ERR') : still(desk, at, cause, sitting);
    }
    case 'pending':
      return recordPending(desk, at, found.reference ?? null, sitting);
    case 'unknown':
      return;
    default:
      found satisfies never;
  }
}

/** It was taken and is not done yet. */
export function recordPending(desk: Desk, at: Case, reference: string | null, sitting: Sitting): void {
  const { state, heard, reference: known } = at.statement;
  const news = state !== 'UNKNOWN' || heard?.taken !== true || (reference !== null && reference !== known);
  const cause = 'taken, and not done yet';
  if (news) recordUnknown(desk, at, { cause, reference, heard: { taken: true } }, sitting);
}

/** It says that it has taken the act, and that it knows of none: one of the two is wrong, and a person finds out which. */
function lost(desk: Desk, at: Case, sitting: Sitting): void {
  const { token, fence, cause: before } = at.statement;
  const cause = 'taken before, and not known now';
  if (before === cause) return;
  sitting.scribe.event({ fact: 'unknown', token, fence, cause, reference: null });
  askPerson(desk, at, sitting);
}

/** It stays unknown, for another reason than before. */
function still(desk: Desk, at: Case, cause: string, sitting: Sitting): void {
  if (at.statement.cause !== cause) recordUnknown(desk, at, { cause, reference: null }, sitting);
}
