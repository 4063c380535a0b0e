import type { Asked } from '../../ledger/approval/asked.ts';
import type { AskedOption } from '../../ledger/approval/options.ts';
import type { Subject } from './subject.ts';

/** What each answer will do next, in a sentence or two: nothing of it happens by itself. */
export function consequenceOf(
  { asked, needed }: Pick<Subject, 'asked' | 'needed'>,
  option: AskedOption,
): string {
  const says = option.about === null ? '' : `${sentence(option.about)} `;
  if (option.meaning === 'go') return `${says}${goes(asked, needed)}`;
  if (option.meaning === 'stop') return `${says}${stops(asked)}`;
  return `${says}${asked.row.from} is told ${option.val}. It approves no act.`;
}

function goes(asked: Asked, needed: number): string {
  const { row, ask, item, isAct, reference } = asked;
  if (!isAct) return `${row.from} goes on. It approves no act.`;
  const said = asked.goes.length + 1;
  const act = `${ask} of ${item}`;
  if (said < needed)
    return `Your go to ${act} is kept as number ${said} of ${needed}. Nothing goes on until another person says so too.`;
  return `Approves ${act} with exactly these values, as ${reference}. ${row.from} goes on from here: it is read back and confirmed before it runs, once.`;
}

function stops({ row, handoff, vocabulary }: Asked): string {
  if (handoff === null) return `${row.from} is told, and nothing is approved.`;
  const go = [...vocabulary.go].join(' or ');
  const lifted = go === '' ? '' : ` until a later question is answered ${go}`;
  return `Holds ${handoff.id}: nothing of it runs${lifted}.`;
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** The act in the profile's words: `PAY (make one payment)`. */
export function actWords({ ask, vocabulary }: Pick<Asked, 'ask' | 'vocabulary'>): string {
  if (ask === null) return 'no act';
  const about = vocabulary.enums.get('ask')?.get(ask);
  return about === undefined || about === '' ? ask : `${ask} (${about})`;
}
