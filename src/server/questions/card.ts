import { lineOf } from '../../codec/index.ts';
import { isApprovable } from '../../ledger/approval/obstacle.ts';
import type { AskedOption } from '../../ledger/approval/options.ts';
import {
  badge,
  button,
  facts,
  type Html,
  html,
  nothing,
  notice,
  type Option,
  optionButtons,
  shownLine,
  shownText,
  shownValue,
  when,
} from '../layout/index.ts';
import type { ShownEvidence } from './evidence.ts';
import { pathOf, questionPath } from './place.ts';
import type { Subject } from './subject.ts';
import { valueTable } from './table.ts';
import { actWords, consequenceOf } from './words.ts';

export interface CardOptions {
  /** The hidden fields of the form that answers; null where nobody can answer any more. */
  readonly form: Html | Promise<Html> | null;
  /** The page is about this question alone. */
  readonly alone?: boolean;
}

/** A question as a person decides by it: everything that would run, whole, and what stands beside it; then its answers. */
export function questionCard(subject: Subject, { form, alone = false }: CardOptions): Html {
  const { asked } = subject;
  const { conversation, row, item, ho } = asked;
  const title = html`${actWords(asked)} · ${item === null ? 'no item' : shownText(item)}`;
  const link = alone ? title : html`<a href="${questionPath(conversation, row.id)}">${title}</a>`;
  return html`<article class="card question" data-question="${row.id}">
<h2>${link}</h2>
${standing(subject)}
${slots(subject)}
${contradicted(subject)}
${told(subject)}
${evidence(subject)}
<h3>The question</h3>
${shownLine(row.line)}
${ho === null ? nothing : html`<h3>What was handed over</h3>${shownLine(lineOf(ho))}`}
${form === null ? nothing : answers(subject, form)}
</article>`;
}

function standing({ asked, needed }: Subject): Html {
  const { row, until, handoff, conversation } = asked;
  const begun = asked.goes;
  return html`${facts([
    ['asked by', html`${shownText(row.from)}`],
    ['answer by', until === null ? 'no time was set' : html`${when(until)}`],
    ['about', handoff === null ? 'nothing handed over yet' : html`handoff ${shownText(handoff.id)}`],
    ['conversation', html`${shownText(conversation)}`],
  ])}${needed > 1 ? html`<p>${badge('warn', `${needed} people`)} This needs a go from ${needed} different people${begun.length === 0 ? '' : ', and so far has'}${begun.map(({ person, at }) => html` ${shownText(person)} at ${when(at)}`)}.</p>` : nothing}`;
}

function slots(subject: Subject): Html {
  const { asked, beside } = subject;
  if (asked.slots.length === 0)
    return html`<p class="none">No values stand on the question or what it is about.</p>`;
  const caption = asked.isAct ? 'What would run' : 'What it is about';
  const record =
    beside === null
      ? html`<p class="soft small">No record stands beside it.</p>`
      : beside.outcome === 'unread'
        ? notice(
            'warn',
            beside.isSilent ? 'The records have nothing on it' : 'The record could not be read',
            html`<p>${shownText(beside.because)}</p>`,
          )
        : nothing;
  return html`${valueTable(subject, caption)}${record}`;
}

/** Why nobody can say go: told once, above the answers, with the slot by name. */
function contradicted({ asked }: Subject): Html {
  if (!asked.options.some(({ meaning }) => meaning === 'go') || isApprovable(asked)) return nothing;
  return notice(
    'bad',
    'Nobody can say go to this',
    html`<ul>${asked.against.map((one) => html`<li>${shownText(one)}</li>`)}</ul>`,
  );
}

/** The words that came with it: untrusted, and set apart from what runs. */
function told({ asked }: Subject): Html {
  const said = [asked.aq.tail, asked.ho?.tail ?? null].filter(
    (tail): tail is string => tail !== null && tail !== '',
  );
  if (said.length === 0) return nothing;
  return html`<h3>What they wrote</h3><p class="soft small">Words of an agent. Nobody checked them, and nothing runs from them.</p>${said.map(
    (tail) => html`<blockquote class="tail">${shownText(tail)}</blockquote>`,
  )}`;
}

function evidence({ evidence: one }: Subject): Html {
  if (one.outcome === 'none')
    return html`<h3>Source evidence</h3><p class="soft small">None was given. ${one.because}</p>`;
  const faults =
    one.faults.length === 0
      ? nothing
      : notice(
          'warn',
          'The documents do not say all of it',
          html`<ul>${one.faults.map((fault) => html`<li>${shownText(fault)}</li>`)}</ul>`,
        );
  return html`<h3>Source evidence</h3>${faults}<ul class="evidence">${one.values.map(excerpt)}</ul>`;
}

const standings: Readonly<Record<ShownEvidence['standing'], string>> = {
  found: 'found',
  unsigned: 'found, without its sign',
  derived: 'follows from what is there',
  doubtful: 'doubtful',
  elsewhere: 'found elsewhere only',
  'not-found': 'not found',
};

function excerpt({ lines, slot, value, standing: how, found }: ShownEvidence): Html {
  const words =
    found === null
      ? nothing
      : html` ${shownText(found.where)}: <q>${shownText(found.before)}<mark>${shownText(found.words)}</mark>${shownText(found.after)}</q>`;
  return html`<li><span class="slot-name">${slot}</span> ${shownValue(value)} <strong>${standings[how]}</strong> <span class="soft small">(${lines.join(', ')})</span>${words}</li>`;
}

function answers(subject: Subject, form: Html | Promise<Html>): Html {
  const { asked } = subject;
  if (asked.settles !== null)
    return html`<p><a href="${pathOf('unknown', asked.conversation, asked.settles)}">Look it up, and say what you found</a></p>`;
  const action = questionPath(asked.conversation, asked.row.id, 'answer');
  const buttons =
    asked.options.length === 0
      ? openAnswer(asked.row.id, String(asked.aq.slots['need']))
      : optionButtons(
          'val',
          asked.options.map((option) => optionOf(subject, option)),
        );
  return html`<h3>Your answer</h3>
<form method="post" action="${action}">${form}${buttons}</form>
<p class="soft small">The next page names what you chose and asks once more. Silence does nothing: what nobody answers does not run.</p>`;
}

function optionOf(subject: Subject, option: AskedOption): Option {
  const { asked } = subject;
  const weight = option.meaning === 'other' ? 'plain' : option.meaning;
  const off =
    option.meaning === 'go' && !isApprovable(asked)
      ? { off: `Not possible: ${asked.against.join(' ')}` }
      : {};
  return { value: option.val, does: consequenceOf(subject, option), weight, ...off };
}

const expected: Readonly<Record<string, string>> = {
  TEXT: 'in words, up to 300 characters',
  NUM: 'a number, such as 12 or -0.5',
  DATE: 'a day as YYYYMMDD',
};

function openAnswer(id: string, need: string): Html {
  const field = `answer-${id}`;
  return html`<p class="field"><label for="${field}">Your answer: ${expected[need] ?? need}</label>
<input id="${field}" name="val" maxlength="300" autocomplete="off" required></p>${button('Go on')}`;
}
