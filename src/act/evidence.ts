import { isExpiredAt } from '../ledger/judge/hearing.ts';
import type { Statement } from '../ledger/state.ts';
import { capabilitiesOf, lagOf } from './capabilities.ts';
import type { Desk } from './desk.ts';
import type { Executor } from './executor.ts';

const second = 1_000;

/** Milliseconds that a claim is held: its worker has sent, and has its answer or has given up, well before. */
export function leaseFor({ sendWithin }: Desk, { timeout }: Executor): number {
  return sendWithin + timeout + 5 * second;
}

/**
 * Whether the same key may be sent once more: the executor honours keys, the statement's exp has not passed, and the
 * executor will still know the key when the request arrives (act.md 3).
 */
export function canSendAgain(
  desk: Desk,
  executor: Executor,
  { exp, fence, firstClaimedAt }: Statement,
  at: number,
): boolean {
  const { idempotency } = capabilitiesOf(executor);
  if (idempotency.kind !== 'key' || isExpiredAt(exp, at) || fence >= desk.attempts) return false;
  const age = at - (firstClaimedAt ?? at);
  // a clock that was set back says nothing of the key's age
  return age >= 0 && age < idempotency.retention * second - leaseFor(desk, executor);
}

/**
 * Whether "not found" means "not done": nothing that was sent can still take effect, and nothing of ours can still be
 * sent, and the look-up would show it by now. `at` is the moment before the look-up began (act.md rule 3).
 */
export function isPastHorizon(
  { sendWithin }: Desk,
  executor: Executor,
  { lastClaimedAt }: Statement,
  at: number,
): boolean {
  const { horizon, lookup } = capabilitiesOf(executor);
  if (horizon === 'never' || lastClaimedAt === null) return false;
  return at - (lastClaimedAt + sendWithin) > (horizon + lagOf(lookup)) * second;
}

/** Whether an executor can be asked what became of an act. */
export function canLookUp(executor: Executor): boolean {
  return capabilitiesOf(executor).lookup.kind !== 'none' && executor.lookup !== undefined;
}
