import { type ActRefusal, retryable } from '../../act/refusal.ts';
import type { CommitOutcome } from '../../act/tool.ts';

/** The exit code of a verb that acts (act.md 9). */
export type Exit = 0 | 1 | 3 | 4;

/** Refusals of which nobody can say that nothing was executed: what was sent before may be running. */
const undecided: ReadonlySet<ActRefusal> = new Set<ActRefusal>(['in-progress', 'running']);

/** How a refusal ends a verb: for good, not now, or undecided. */
export function exitOfRefusal(reason: ActRefusal): Exit {
  if (undecided.has(reason)) return 3;
  return retryable(reason) ? 4 : 1;
}

/** How a commit, or what settles one, ends. What ran otherwise than planned waits for somebody to decide. */
export function exitOfCommit(outcome: CommitOutcome): Exit {
  switch (outcome.outcome) {
    case 'executed':
      return outcome.mismatch ? 3 : 0;
    case 'not-executed':
      return 1;
    case 'unknown':
      return 3;
    case 'refused':
      return exitOfRefusal(outcome.reason);
    default:
      return outcome satisfies never;
  }
}
