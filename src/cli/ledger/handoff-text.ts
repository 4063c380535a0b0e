import { timeOf } from '../../ledger/clock.ts';
import type { OpenHandoff } from '../../ledger/ledger.ts';
import { escaped } from '../../text/shown.ts';
import { ageText } from './plain.ts';
import { standingText } from './statement-text.ts';

/** An open handoff as people look at it: a row for itself, one for its statement. */
export function openText(handoff: OpenHandoff, now: number): string {
  const { id, state, ask, item, from, to, owner, age, exp, orphaned, statement } = handoff;
  const head = [
    `${id}  ${state}  ${ask} ${escaped(item)}`,
    `${from} to ${to}, ${owner} has it`,
    `${ageText(age)} old`,
    ...(exp === null ? [] : [`exp ${timeOf(exp)}`]),
    ...(orphaned ? ['ORPHANED: its time has passed'] : []),
  ];
  const rows = [head.join('  ')];
  if (statement !== null)
    rows.push(`  ${statement.token}  ${standingText({ statement, handoff, now }).replaceAll('\n', '\n  ')}`);
  return rows.join('\n');
}
