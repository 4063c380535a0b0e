import type { Approval } from '../fact.ts';
import type { MessageRow } from '../state.ts';
import { type AskedIn, askedIn, wasActIn } from './asked.ts';
import { optionsOf } from './options.ts';

/** A line that says no to an act. */
export interface Stop {
  readonly row: MessageRow;
  /** Null where it was redacted, or its question was: it may have been a no to any act of its item. */
  readonly ask: string | null;
  /** Whose approvals alone it withdraws; null for everybody's. */
  readonly only: string | null;
}

/**
 * The act that a line says no to, null where it says no to none: a person's answer to a question, or what ends the handoff
 * or the statement that somebody who approved the act would otherwise see run all the same.
 */
export function stopIn(at: AskedIn, row: MessageRow): Stop | null {
  const answered = row.re === null ? undefined : at.rows.messages.get(row.re);
  if (answered === undefined) return null;
  if (row.type === 'AN' && answered.type === 'AQ') return stopOfQuestion(at, row, answered.id);
  const ask = row.handoff === null ? undefined : at.rows.handoffs.get(row.handoff)?.ask;
  if (ask === undefined) return null;
  if (row.type === 'CX') return { row, ask, only: isGone(row.line) ? null : row.principal };
  const isNo = row.type === 'UN' || (row.type === 'AN' && slotOf(row.line, 'val') !== 'Y');
  return isNo && answered.type === 'RB' ? { row, ask, only: row.principal } : null;
}

/** Whether a line withdraws an approval that was given before it. */
export function isAgainst({ ask, only }: Stop, approval: Approval): boolean {
  const isSame = ask === null || ask === approval.ask;
  return isSame && (only === null || approval.approvers.some(({ person }) => person === only));
}

/** Told by what the answer was when it was given: that its handoff has ended since takes nothing back. */
function stopOfQuestion(at: AskedIn, row: MessageRow, question: string): Stop | null {
  const asked = askedIn(at, question);
  if (asked === null || row.line === '')
    return row.approval === undefined ? { row, ask: null, only: null } : null;
  if (asked.ask === null || asked.row.to !== row.from) return null;
  const val = slotOf(row.line, 'val');
  const options = optionsOf(asked.aq, asked.vocabulary, wasActIn(asked));
  const isStop = options.some((option) => option.val === val && option.meaning === 'stop');
  return isStop ? { row, ask: asked.ask, only: null } : null;
}

/** Whether a CX says, or may have said before it was redacted, that the approval itself is gone. */
function isGone(line: string): boolean {
  return line === '' || slotOf(line, 'why') === 'REVOKED';
}

/** A value of an accepted line: it is read whatever became of its profile. */
function slotOf(line: string, slot: 'val' | 'why'): string | null {
  return new RegExp(` ${slot}=(\\S+)`).exec(line)?.[1] ?? null;
}
