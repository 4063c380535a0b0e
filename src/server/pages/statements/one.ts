import type { Context } from 'hono';
import type { Env } from '../../env.ts';
import {
  facts,
  type Html,
  html,
  nothing,
  notice,
  optionButtons,
  page,
  shownText,
  statementBadge,
  when,
} from '../../layout/index.ts';
import { callOf, callTable } from '../../questions/call.ts';
import { areMet } from '../../questions/challenge.ts';
import { pathOf, requestPath } from '../../questions/place.ts';
import { mistypedNotice, typedFields } from '../../questions/typed.ts';
import { toolAt } from '../open-acts.ts';
import { type Desk, type FoundStatement, seenOf, statementFound } from './found.ts';

const answers = ['Y', 'N'] as const;
type Yes = (typeof answers)[number];

const does: Readonly<Record<Yes, string>> = {
  Y: 'It may run, exactly as frozen, once.',
  N: 'It is discarded: nothing of it runs.',
};

/** One statement, whole, with its two answers where they are this person's to give. */
export async function oneStatement(desk: Desk, c: Context<Env>): Promise<Response> {
  const [found, session] = [await statementFound(desk, c), c.get('session')];
  if (found === null || session === null) return missing(c);
  const path = placeOf(found, 'answer');
  const fields = desk.parts.forms.fields(session, requestPath(path), seenOf(found));
  const form =
    found.against === null
      ? html`<h2>Your answer</h2><form method="post" action="${path}">${fields}${optionButtons(
          'val',
          answers.map((value) => ({
            ...{ value, does: does[value], weight: value === 'Y' ? 'go' : 'stop' },
            ...(value === 'Y' && found.barred !== null ? { off: found.barred } : {}),
          })),
        )}</form>
<p class="soft small">The next page names what you chose and asks once more. Silence does nothing: past its time it does not run.</p>`
      : notice('quiet', 'There is nothing for you to answer', html`<p>${shownText(found.against)}</p>`);
  const body = html`${whole(found)}${form}<p><a href="/statements">All statements that wait</a></p>`;
  return page(c, { title: 'A statement', body, live: true });
}

/** The first step: named with its act and its values, and asked for once more; nothing is written. */
export async function answerStatement(desk: Desk, c: Context<Env>): Promise<Response> {
  const found = await statementFound(desk, c);
  const form = c.get('form');
  if (found === null || form === null) return missing(c);
  const val = answers.find((one) => one === form.values.get('val'));
  if (val === undefined || !isStill(found, val, form.digest)) return changed(c, found);
  return confirmation(desk, c, found, val);
}

/** The second step: the answer goes into the ledger, in the person's name, through the act tool. */
export async function confirmStatement(desk: Desk, c: Context<Env>): Promise<Response> {
  const found = await statementFound(desk, c);
  const form = c.get('form');
  if (found === null || form === null) return missing(c);
  const val = answers.find((one) => one === form.values.get('val'));
  if (val === undefined || !isStill(found, val, form.digest)) return changed(c, found);
  if (val === 'Y' && !areMet(found.challenges, form.all('typed')))
    return confirmation(desk, c, found, val, true);
  const { handle, statement } = found;
  const outcome = await (await toolAt(desk.parts, handle)).confirm({ token: statement.token, answer: val });
  if (outcome.outcome === 'refused' || outcome.repeat)
    return changed(
      c,
      (await statementFound(desk, c)) ?? found,
      outcome.outcome === 'refused' ? outcome.message : undefined,
    );
  return c.redirect(placeOf(found), 303);
}

/** Whether it is what was shown, and this answer can be given to it. */
function isStill(found: FoundStatement, val: Yes, digest: string): boolean {
  const { against, barred } = found;
  return against === null && (val === 'N' || barred === null) && digest === seenOf(found);
}

function confirmation(
  { parts }: Desk,
  c: Context<Env>,
  found: FoundStatement,
  val: Yes,
  mistyped = false,
): Response | Promise<Response> {
  const session = c.get('session');
  if (session === null) return missing(c);
  const { ask, item } = callOf(found.statement);
  const path = placeOf(found, 'confirm');
  const fields = parts.forms.fields(session, requestPath(path), seenOf(found));
  const body = html`<p class="lead">Nothing is recorded yet.</p>
<p>${does[val]}</p>
${whole(found)}
${mistyped ? mistypedNotice : nothing}
<form method="post" action="${path}" class="confirm">${fields}<input type="hidden" name="val" value="${val}">
${val === 'Y' ? typedFields(found.challenges) : nothing}
<div class="buttons"><button type="submit" class="button button-strong">${val === 'Y' ? 'Confirm' : 'Discard'}: ${ask} of ${item}</button>
<a href="${placeOf(found)}">Back, without an answer</a></div></form>`;
  return page(c, {
    title: val === 'Y' ? 'Confirm it' : 'Discard it',
    body,
    ...(mistyped ? { status: 422 } : {}),
  });
}

/** Everything that will run, and by whom it was prepared and answered. */
function whole({ statement, handoff, call, handle, ended }: FoundStatement): Html {
  const { ask, item } = callOf(statement);
  const { state, notice: told, principal, exp, confirmed, abandoned, sha256 } = statement;
  const answered: readonly (readonly [string, Html])[] = [
    ...(confirmed === null
      ? []
      : ([['confirmed', html`by ${shownText(confirmed.principal)} at ${when(confirmed.at)}`]] as const)),
    ...(abandoned === null ? [] : ([['discarded', html`${shownText(abandoned.why)}${by(ended)}`]] as const)),
  ];
  return html`<article class="card"><h2>${ask} · ${shownText(item)} ${statementBadge(state)}</h2>
<p>${shownText(told.text)}</p>
${facts([
  ['prepared by', html`${shownText(principal)}`],
  ['to be confirmed by', html`${shownText(handoff.from)} (${shownText(handoff.principal)})`],
  ['runs before', exp === null ? 'no time was set' : html`${when(exp)}`],
  ...answered,
  ['handoff', html`<a href="${pathOf('threads', handle.conversation)}">${shownText(handoff.id)}</a>`],
  ['SHA-256 of the call', html`<code>${sha256}</code>`],
])}
${callTable(statement, 'Exactly this runs')}
${call === null ? nothing : html`<h3>The tool’s call, whole</h3><pre class="frame" tabindex="0">${shownText(call)}</pre>`}</article>`;
}

/** Who sent the line that ended it, and when. */
function by(ended: FoundStatement['ended']): Html {
  if (ended === null) return nothing;
  return html` by ${shownText(ended.principal)} at ${when(ended.at)}, in ${shownText(ended.id ?? 'a line')}`;
}

function placeOf({ handle, statement }: FoundStatement, step: '' | 'answer' | 'confirm' = ''): string {
  return pathOf('statements', handle.conversation, statement.token, ...(step === '' ? [] : [step]));
}

function missing(c: Context<Env>): Response | Promise<Response> {
  const body = notice('warn', 'There is no such statement for you');
  return page(c, { title: 'Not found', body, status: 404 });
}

/** Nothing is recorded: somebody was first, its time has passed, or it is not what was shown. */
function changed(
  c: Context<Env>,
  found: FoundStatement,
  message = found.against ?? found.barred ?? 'It is not as it was shown: look at it again.',
): Response | Promise<Response> {
  const body = html`${notice('warn', 'Nothing was recorded now', html`<p>${shownText(message)}</p>`, { alert: true })}
${whole(found)}<p><a href="${placeOf(found)}">Open it as it is now</a></p>`;
  return page(c, { title: 'Nothing was recorded', body, status: 409 });
}
