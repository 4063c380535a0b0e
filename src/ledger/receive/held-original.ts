import { parse } from '../../codec/index.ts';
import { settingsFor, statementsOf } from '../judge/hearing.ts';
import type { Settings } from '../settings.ts';
import { type Handoff, isClosed, isLive, type Rows } from '../state.ts';

/**
 * The handoff of the same act that the receiver of a retry still has, or did (6.7): `re=` names an earlier one, or its
 * readback; another retry of it that was faster counts like itself. Null for what is no retry.
 */
export function heldOriginal(retry: Handoff, rows: Rows, settings: Settings): Handoff | null {
  const named = rows.messages.get(rows.messages.get(retry.id)?.re ?? '');
  if (named?.type !== 'HO' && named?.type !== 'RB') return null;
  const original = rows.handoffs.get(named.handoff ?? '');
  if (original === undefined || !isSameAct(original, retry)) return null;
  const same = [...rows.handoffs.values()].filter((one) => isSameAct(one, retry));
  return same.find((one) => isHeld(one, rows, settings)) ?? null;
}

/** A relay of the same act has other parties. */
function isSameAct(one: Handoff, other: Handoff): boolean {
  return (['from', 'to', 'item', 'ask'] as const).every((member) => one[member] === other[member]);
}

/**
 * Read back and not given up since, or done. A guarded act is held by a live statement alone: without one it may be prepared
 * again, and where it was done `prepare` knows whether it was undone since.
 */
function isHeld(handoff: Handoff, rows: Rows, settings: Settings): boolean {
  const { id, state, readback, guarded, closed } = handoff;
  if (guarded) return statementsOf(rows, id).some(isLive);
  if (closed?.closer === 'DN') return !isNoop(handoff, rows, settings);
  return !isClosed(handoff) && state !== 'HELD' && readback !== null;
}

/** Whether its report says that nothing was to be done; a report that cannot be read any more says no such thing. */
function isNoop(handoff: Handoff, { messages }: Rows, settings: Settings): boolean {
  const report = messages.get(handoff.closed?.message ?? '')?.line ?? '';
  return parse(report, settingsFor(handoff, settings)).message?.slots['out'] === 'NOOP';
}
