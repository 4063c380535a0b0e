import type { StatementView } from '../../act/tool.ts';
import { timeOf } from '../../ledger/clock.ts';
import type { OpenHandoff } from '../../ledger/ledger.ts';
import type { Handoff } from '../../ledger/state.ts';
import { escaped } from '../../text/shown.ts';
import { noticeText } from '../act/statement-text.ts';
import { ageText } from './plain.ts';

/** An open handoff as people look at it: a row for itself, one for its statement. */
export function openText(handoff: OpenHandoff, statement: StatementView | null): string {
  const { id, state, ask, item, from, to, owner, age, exp, late, orphaned } = handoff;
  const head = [
    `${id}  ${state}  ${ask} ${escaped(item)}`,
    `${from} to ${to}, ${owner} has it`,
    `${ageText(age)} old`,
    ...(exp === null ? [] : [`exp ${timeOf(exp)}`]),
    ...(late ? ['LATE: not read back when it was to be'] : []),
    ...(orphaned ? ['ORPHANED: its time has passed'] : []),
  ];
  const rows = [head.join('  ')];
  if (statement !== null) rows.push(`  ${statement.token}  ${noticeText(statement)}`);
  return rows.join('\n');
}

/** A handoff as it is now, in a few words. */
export function handoffText({ id, state, owner, exp, closed }: Handoff): string {
  return [
    `${id} is ${state}`,
    `${owner} has it`,
    ...(exp === null ? [] : [`exp ${timeOf(exp)}`]),
    ...(closed === null ? [] : [`closed by ${closed.message}${closed.mismatch ? ', MISMATCH' : ''}`]),
  ].join(', ');
}
