import type { Context } from 'hono';
import { type Answered, answerQuestion } from '../../../ledger/approval/answer.ts';
import { shownIn } from '../../../ledger/approval/shown.ts';
import type { Handle } from '../../../ledger/ledger.ts';
import { goOf, isTotal, totalIn } from '../../approvals/run.ts';
import type { Env, ServerParts } from '../../env.ts';
import { type Html, html, nothing, notice, page, shownText } from '../../layout/index.ts';
import type { Session } from '../../people/sessions.ts';
import { questionPath } from '../../questions/place.ts';
import type { Subject, Surroundings } from '../../questions/subject.ts';
import { type Chosen, chosenIn, handleAt, missing } from './found.ts';
import { changedIn, isAsShown, otherLines, reviewPage } from './review.ts';

/** Approves the lines of a run one by one, each with its own answer and record; one that changed is refused by itself. */
export async function approve(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const [handle, session, form] = [await handleAt(parts, c), c.get('session'), c.get('form')];
  if (handle === null || session === null || form === null) return missing(c);
  const chosen = await chosenIn(handle, around, form, 'line');
  if (chosen === null || chosen.length === 0) return otherLines(c);
  const good = chosen.flatMap((one) => (isAsShown(one) ? [one.subject as Subject] : []));
  // as it was shown with these very lines: where one of them changed since, it is still what was typed
  const shown = form.all('total').map(totalIn);
  const wrong = shown.find((total) => !isTotal(form.values.get(`total-${total.of}`) ?? '', total));
  if (shown.length === 0 || (wrong !== undefined && good.length === 0)) return otherLines(c);
  if (wrong !== undefined)
    return reviewPage(parts, c, { good, changed: changedIn(chosen), mistyped: wrong.of });
  const told: Html[] = [];
  for (const one of chosen) told.push(await lineTold(handle, session, around, one));
  const body = html`${good.length === chosen.length ? nothing : notice('warn', 'A line changed meanwhile', html`<p>It is refused by itself, as told below: ${changedIn(chosen).map((id) => html`${shownText(id)} `)}</p>`, { alert: true })}
<ul class="cards">${told}</ul><p><a href="/">All questions</a></p>`;
  return page(c, { title: 'What was recorded', body });
}

async function lineTold(
  handle: Handle,
  session: Session,
  around: Surroundings,
  { line, subject }: Chosen,
): Promise<Html> {
  const said = subject === null ? null : await say(handle, session, around, { line, subject });
  const path = questionPath(handle.conversation, line.question);
  const item = subject?.asked.item ?? line.question;
  return html`<li class="card" data-line="${line.question}"><h2><a href="${path}">${shownText(item)}</a></h2><p>${words(said)}</p></li>`;
}

async function say(
  handle: Handle,
  session: Session,
  around: Surroundings,
  { line, subject }: { readonly line: Chosen['line']; readonly subject: Subject },
): Promise<Answered> {
  const { asked, seen } = subject;
  const val = goOf(asked);
  if (asked.row.answer === null && (val === null || seen !== line.seen))
    return {
      outcome: 'not-answered',
      reason: 'changed',
      message: `${line.question} shows something else by now.`,
    };
  return answerQuestion(handle, {
    question: line.question,
    val: val ?? '',
    ...{ shown: shownIn(asked), seen, policy: around.policy },
    proof: { kind: 'passkey', passkey: session.passkey, since: session.openedAt },
  });
}

function words(said: Answered | null): Html {
  if (said === null)
    return html`<strong>Refused.</strong> The question is there no more. Nothing was recorded for it.`;
  if (said.outcome === 'answered')
    return html`<strong>Approved</strong> as ${shownText(said.approval?.reference ?? said.id)}, in ${shownText(said.id)}.`;
  if (said.outcome === 'begun')
    return html`<strong>Your go is kept.</strong> ${said.needed} people are needed.`;
  return html`<strong>Refused.</strong> ${shownText(said.message)} Nothing was recorded for it.`;
}
