import { executionSlots } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Rows } from '../state.ts';

/** The slots that the act of a handoff runs with: those of its ask; for UNDO, those of the DN that ctx= names (7). */
export function actSlots(ho: AnyMessage, rows: Rows): readonly string[] {
  const own = executionSlots(ho);
  if (own.length > 0 || ho.slots['ask'] !== 'UNDO') return own;
  const undone = rows.messages.get((ho.slots['ctx'] as readonly string[])[0] ?? ''); // UNDO names exactly one (R17)
  if (undone?.type !== 'DN' || undone.handoff === null) return [];
  const ask = rows.handoffs.get(undone.handoff)?.ask ?? '';
  return vocabularyOf(ho).exec.get(ask) ?? [];
}
