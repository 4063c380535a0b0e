import { type Refusal, refusals } from '../ledger/refusal.ts';
import type { Refused } from './tool.ts';

/** Why the act tool does not do what it was asked; the first that holds is told. */
const own = {
  'unknown-handoff': { retryable: false, means: 'no such handoff in this conversation' },
  'not-yours': { retryable: false, means: 'another principal does this' },
  'not-actable': { retryable: false, means: 'the ask has no execution slots, or is done elsewhere' },
  'no-executor': { retryable: false, means: 'the tool has no executor for the ask' },
  'not-composed': { retryable: false, means: 'the statement cannot be composed' },
  'open-slots': {
    retryable: false,
    means: 'neither the handoff nor the tool’s records have every execution slot',
  },
  'not-ready': {
    retryable: true,
    means: 'the executor cannot act now, and nothing was executed',
  },
  'unreadable-source': {
    retryable: true,
    means: 'a record or an artifact of the tool cannot be read now, and nothing was executed',
  },
  incident: {
    retryable: false,
    means: 'an effect of this act was found where there should be none: it is settled before anything else',
  },
  'unreadable-artifact': { retryable: false, means: 'an artifact that the handoff names cannot be frozen' },
  duplicate: { retryable: false, means: 'the act is open or done under another handoff' },
  busy: { retryable: false, means: 'BUSY: the principal has as many statements as it may have' },
  'live-statement': { retryable: false, means: 'CONFLICT: the handoff has a statement that is not settled' },
  unconfirmed: { retryable: true, means: 'the sender has not confirmed the statement' },
  abandoned: { retryable: false, means: 'ABANDONED: the statement was discarded and nothing was executed' },
  changed: { retryable: false, means: 'what the statement was made from has changed: prepare again' },
  'in-progress': { retryable: true, means: 'the statement is being executed' },
  'unsigned-callback': { retryable: false, means: 'the callback has no signature that holds' },
  'stale-callback': { retryable: false, means: 'the callback was signed too long ago, or for later' },
  'unreadable-callback': { retryable: false, means: 'the callback cannot be read' },
  'other-key': { retryable: false, means: 'the callback tells of another act' },
  settled: { retryable: false, means: 'there is nothing to settle' },
  'needs-values': { retryable: false, means: 'EXECUTED is answered with the values that were seen' },
} as const;
own satisfies Record<string, { readonly retryable: boolean; readonly means: string }>;

/** Why the act tool refuses: its own reasons, and the ledger's for the lines that it writes. */
export type ActRefusal = keyof typeof own | Refusal;

/** Every reason, what it means, and whether a retry can help. */
export const actRefusals: Readonly<
  Record<ActRefusal, { readonly retryable: boolean; readonly means: string }>
> = {
  ...refusals,
  ...own,
};

/** Whether the same call may succeed later, with nothing executed so far. */
export function retryable(reason: ActRefusal): boolean {
  return actRefusals[reason].retryable;
}

/** A refusal as a value. `line`: one that was written because of it, or that already answers it. */
export function refused(reason: ActRefusal, detail: string, line: string | null = null): Refused {
  return refusedAs(reason, `${actRefusals[reason].means}: ${detail}`, line);
}

/** A refusal in words of its own. */
export function refusedAs(reason: ActRefusal, message: string, line: string | null = null): Refused {
  return { outcome: 'refused', reason, message, retryable: retryable(reason), line };
}
