import { executionSlots } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Handoff, Rows } from '../state.ts';

/** The slots that the act of a handoff runs with: those of its ask; for UNDO, those of the DN that ctx= names (7). */
export function actSlots(ho: AnyMessage, rows: Rows): readonly string[] {
  const own = executionSlots(ho);
  if (own.length > 0 || ho.slots['ask'] !== 'UNDO') return own;
  const ask = undoneBy(ho, rows)?.ask ?? '';
  return vocabularyOf(ho).exec.get(ask) ?? [];
}

/**
 * Whether only the act tool reports the act of a handoff: it has execution slots, or it is an UNDO of anything but a DN
 * that its receiver wrote by itself.
 */
export function isGuarded(ho: AnyMessage, rows: Rows): boolean {
  if (actSlots(ho, rows).length > 0) return true;
  return ho.slots['ask'] === 'UNDO' && undoneBy(ho, rows)?.guarded !== false;
}

/** The handoff of the DN that an UNDO names in ctx=, which is exactly one message (R17). */
function undoneBy(ho: AnyMessage, rows: Rows): Handoff | undefined {
  const undone = rows.messages.get((ho.slots['ctx'] as readonly string[])[0] ?? '');
  return undone?.type !== 'DN' || undone.handoff === null ? undefined : rows.handoffs.get(undone.handoff);
}
