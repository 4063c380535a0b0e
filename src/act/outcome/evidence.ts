import { isExpiredAt } from '../../ledger/judge/hearing.ts';
import type { Statement } from '../../ledger/state.ts';
import { capabilitiesOf, lagOf } from '../capabilities.ts';
import type { Desk } from '../desk.ts';
import type { Executor } from '../executor.ts';

const second = 1_000;

/** Milliseconds that a claim is held: its worker has sent, and has its answer or has given up, well before. */
export function leaseFor({ sendWithin }: Desk, { timeout }: Executor): number {
  return sendWithin + timeout + 5 * second;
}

/**
 * When the same key may be sent once more, in milliseconds, `at` or later; null when never. The executor honours keys
 * and does not hold this one for other values, exp has not passed by then, and the executor will still know the key
 * when the request arrives (act.md 3).
 */
export function resendAt(desk: Desk, executor: Executor, statement: Statement, at: number): number | null {
  const { idempotency } = capabilitiesOf(executor);
  const { exp, fence, firstClaimedAt, heard } = statement;
  if (heard?.copied === true) return null;
  if (idempotency.kind !== 'key' || heard?.conflict === true || fence >= desk.attempts) return null;
  const first = firstClaimedAt ?? at;
  if (at < first) return null; // a clock that was set back says nothing of the key's age
  const moment = Math.max(at, heard?.retryAt ?? at);
  const known = first + idempotency.retention * second - leaseFor(desk, executor);
  return moment < known && !isExpiredAt(exp, moment) ? moment : null;
}

/** Whether the same key may be sent once more now. */
export function canSendAgain(desk: Desk, executor: Executor, statement: Statement, at: number): boolean {
  const moment = resendAt(desk, executor, statement, at);
  return moment !== null && moment <= at;
}

/** Whether an executor can be asked what became of an act. */
export function canLookUp(executor: Executor): boolean {
  return capabilitiesOf(executor).lookup.kind !== 'none' && executor.lookup !== undefined;
}

/** Whether an executor's "final" is one: only a key can be answered the same for ever. */
export function isFinal(executor: Executor, { final }: { readonly final: boolean }): boolean {
  return final && capabilitiesOf(executor).idempotency.kind === 'key';
}

/**
 * When a look-up that finds nothing means that nothing was done, in milliseconds; null when never. By then nothing that
 * was sent can still take effect, nothing of ours can still be sent, and the look-up would show it (act.md rule 3).
 */
export function horizonOf(
  { sendWithin }: Desk,
  executor: Executor,
  { lastClaimedAt }: Statement,
): number | null {
  const { horizon, lookup } = capabilitiesOf(executor);
  if (horizon === 'never' || lastClaimedAt === null) return null;
  const over = lastClaimedAt + sendWithin + (horizon + lagOf(lookup)) * second;
  return Number.isFinite(over) ? over : null;
}

/** Whether a no counts now; `at` is the moment before it was asked for. */
export function isPastHorizon(desk: Desk, executor: Executor, statement: Statement, at: number): boolean {
  const over = horizonOf(desk, executor, statement);
  return over !== null && at > over;
}

/** Whether what was taken is told by the executor itself, later. */
export function isAwaited({ callback }: Executor, { heard }: Statement): boolean {
  return heard?.taken === true && callback !== undefined;
}

/** Whether anything but a person may settle an unknown outcome: the same key again, a look-up, or a callback. */
export function settlesItself(desk: Desk, executor: Executor, statement: Statement, at: number): boolean {
  const again = resendAt(desk, executor, statement, at) !== null;
  return again || canLookUp(executor) || isAwaited(executor, statement);
}
