import { personOptions } from '../../../act/outcome/question.ts';
import type { PersonAnswer, StatementView } from '../../../act/tool.ts';
import {
  facts,
  type Html,
  html,
  nothing,
  notice,
  shownText,
  shownValue,
  slotTable,
} from '../../layout/index.ts';
import { callOf, callTable } from '../../questions/call.ts';
import type { Submitted } from '../../security/forms.ts';

type Outcome = PersonAnswer['outcome'];

const does: Readonly<Record<Outcome, string>> = {
  EXECUTED:
    'You found that it was done. It is reported done with the values that you saw, and checked against the plan.',
  NOTEXEC:
    'You found that it was not done, and that nothing of it can still arrive. It is reported failed, and may be handed over again.',
  'STILL-UNKNOWN': 'You looked and cannot tell. It stays here; nothing is sent again.',
};

interface FormOptions {
  readonly action: string;
  readonly fields: Html | Promise<Html>;
  /** Why the last try was not taken. */
  readonly fault?: string;
  readonly given?: Submitted;
}

/** What a person fills in: what was found, what was looked at, and for what was done each value as it was seen. */
export function foundForm(statement: StatementView, { action, fields, fault, given }: FormOptions): Html {
  const value = (name: string): string => given?.values.get(name) ?? '';
  const slots = Object.keys(callOf(statement).values);
  return html`<h2>What did you find?</h2>
${fault === undefined ? nothing : notice('bad', fault, html`<p>Nothing was recorded.</p>`, { alert: true })}
<form method="post" action="${action}">${fields}
<fieldset><legend>The outcome</legend>${(personOptions as readonly Outcome[]).map(
    (outcome) =>
      html`<p><label><input type="radio" name="outcome" value="${outcome}" required${value('outcome') === outcome ? html` checked` : nothing}> <strong>${outcome}</strong> ${does[outcome]}</label></p>`,
  )}</fieldset>
<p class="field"><label for="evidence">What you looked at, and where: it goes into the record under your name</label>
<textarea id="evidence" name="evidence" rows="3" maxlength="300" required>${value('evidence')}</textarea></p>
<fieldset><legend>With EXECUTED: each value as you saw it, not as it was planned</legend><div class="fields">${slots.map(
    (slot) =>
      html`<p class="field"><label for="seen-${slot}">${slot}</label><input id="seen-${slot}" name="seen-${slot}" value="${value(`seen-${slot}`)}" autocomplete="off" spellcheck="false"></p>`,
  )}</div></fieldset>
<div class="buttons"><button type="submit" class="button button-strong">Go on</button></div></form>
<p class="soft small">The next page shows it once more before anything is recorded. Silence does nothing.</p>`;
}

/** What was filled in, as the act tool takes it; or what is missing. */
export function seenIn(
  statement: StatementView,
  { values }: Submitted,
): PersonAnswer | { readonly fault: string } {
  const outcome = personOptions.find((one) => one === values.get('outcome')) as Outcome | undefined;
  if (outcome === undefined) return { fault: `Choose one of ${personOptions.join(', ')}` };
  const evidence = (values.get('evidence') ?? '').replaceAll(/\s+/g, ' ').trim();
  if (evidence === '') return { fault: 'Say what you looked at' };
  const slots = Object.keys(callOf(statement).values);
  const seen = slots.map((slot) => [slot, (values.get(`seen-${slot}`) ?? '').trim()] as const);
  if (outcome !== 'EXECUTED') {
    const stray = seen.find(([, value]) => value !== '');
    return stray === undefined
      ? { outcome, evidence }
      : { fault: `Values go with EXECUTED alone: ${stray[0]} has one` };
  }
  const missing = seen.find(([, value]) => value === '');
  if (missing !== undefined)
    return { fault: `EXECUTED needs every value as you saw it: ${missing[0]} has none` };
  return { outcome, evidence, values: Object.fromEntries(seen) };
}

interface ReviewOptions {
  readonly action: string;
  readonly back: string;
  readonly fields: Html | Promise<Html>;
  readonly person: string;
}

/** What was found, once more, beside what was to run. */
export function review(
  statement: StatementView,
  answer: PersonAnswer,
  { action, back, fields, person }: ReviewOptions,
): Html {
  const { ask, item, values: planned } = callOf(statement);
  const { outcome, evidence, values } = answer;
  const rows = Object.entries(values ?? {}).map(([slot, value]) => ({
    slot,
    value: String(value),
    beside: planned[slot] ?? null,
  }));
  const table =
    values === undefined
      ? callTable(statement, 'What was to run')
      : slotTable(rows, { caption: 'What you saw', of: 'as seen', beside: 'as planned' });
  const hidden = [
    ['outcome', outcome],
    ['evidence', evidence],
    ...Object.entries(values ?? {}).map(([slot, value]) => [`seen-${slot}`, String(value)]),
  ];
  return html`<p class="lead">Nothing is recorded yet.</p>
${facts([
  ['you are', html`${shownText(person)}`],
  ['the outcome', html`${shownValue(outcome)}`],
  ['the act', html`${ask} of ${shownText(item)}`],
  ['what you looked at', html`${shownText(evidence)}`],
])}
<p>${does[outcome]}</p>${table}
<form method="post" action="${action}">${fields}${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="buttons"><button type="submit" class="button button-strong">${outcome}: ${ask} of ${item}</button> <a href="${back}">Back, without an answer</a></div></form>`;
}
