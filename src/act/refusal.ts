import { type Refusal, refusals } from '../ledger/refusal.ts';

/** Why the act tool does not do what it was asked; the first that holds is told. */
const own = {
  'unknown-handoff': { retryable: false, means: 'no such handoff in this conversation' },
  'not-actable': { retryable: false, means: 'the ask has no execution slots' },
  'no-executor': { retryable: false, means: 'the tool has no executor for the ask' },
  'not-yours': { retryable: false, means: 'only the receiver’s principal prepares, commits or abandons' },
  'not-composed': { retryable: false, means: 'the readback cannot be composed from these values' },
  duplicate: { retryable: false, means: 'the act is open or done under another handoff' },
  'live-statement': { retryable: false, means: 'the handoff has a statement that is not settled' },
  unconfirmed: { retryable: true, means: 'the sender has not confirmed the statement' },
  abandoned: { retryable: false, means: 'the statement was discarded' },
  changed: { retryable: false, means: 'what the statement was made from has changed' },
  'in-progress': { retryable: true, means: 'the statement is being executed' },
  settled: { retryable: false, means: 'the statement’s outcome is known' },
  'needs-values': { retryable: false, means: 'EXECUTED is answered with the values that were seen' },
} as const;
own satisfies Record<string, { readonly retryable: boolean; readonly means: string }>;

/** Why the act tool refuses: its own reasons, and the ledger's for the lines that it writes. */
export type ActRefusal = keyof typeof own | Refusal;

/** Whether the same call may succeed later, with nothing executed so far. */
export function retryable(reason: ActRefusal): boolean {
  return { ...refusals, ...own }[reason].retryable;
}
