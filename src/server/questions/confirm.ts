import type { AskedOption } from '../../ledger/approval/options.ts';
import { facts, type Html, html, nothing, shownText, shownValue } from '../layout/index.ts';
import { challengesFor } from './challenge.ts';
import { questionPath } from './place.ts';
import type { Subject } from './subject.ts';
import { valueTable } from './table.ts';
import { mistypedNotice, typedFields } from './typed.ts';
import { actWords, consequenceOf } from './words.ts';

export interface ConfirmOptions {
  readonly person: string;
  /** The closed answer; null for one in words, a number or a date. */
  readonly option: AskedOption | null;
  readonly val: string;
  readonly form: Html | Promise<Html>;
  /** What was typed before was not what was shown. */
  readonly mistyped?: boolean;
}

/** The second step: names the act, shows its values once more, and for an approval asks for what matters of it (T12). */
export function confirmation(
  subject: Subject,
  { person, option, val, form, mistyped = false }: ConfirmOptions,
): Html {
  const { asked } = subject;
  const { conversation, row, item } = asked;
  const isApproval = option?.meaning === 'go' && asked.isAct;
  return html`<p class="lead">Nothing is recorded yet.</p>
${facts([
  ['you are', html`${shownText(person)}`],
  ['the answer', html`${shownValue(val)}`],
  ['the act', html`${actWords(asked)}`],
  ['item', html`${item === null ? 'none' : shownText(item)}`],
  ['to', html`${shownText(row.from)}, who asked in ${shownText(row.id)}`],
])}
<p>${option === null ? html`${shownText(row.from)} is told this. It approves no act.` : shownText(consequenceOf(subject, option))}</p>
${asked.slots.length === 0 ? nothing : valueTable(subject, isApproval ? 'Exactly this is approved' : 'What it is about')}
${mistyped ? mistypedNotice : nothing}
<form method="post" action="${questionPath(conversation, row.id, 'confirm')}" class="confirm">
${form}<input type="hidden" name="val" value="${val}">
${isApproval ? typedFields(challengesFor(subject)) : nothing}
<div class="buttons"><button type="submit" class="button button-strong">${isApproval ? `${val}: ${asked.ask} of ${item}` : `Answer ${val}`}</button>
<a href="${questionPath(conversation, row.id)}">Back, without an answer</a></div>
</form>`;
}
