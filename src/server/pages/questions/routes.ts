import { type Context, Hono } from 'hono';
import type { Env, Routes, ServerParts } from '../../env.ts';
import { emptiness, type Html, html, nothing, page } from '../../layout/index.ts';
import { questionCard } from '../../questions/card.ts';
import { type OpenQuestion, openQuestions } from '../../questions/list.ts';
import { questionPath, requestPath } from '../../questions/place.ts';
import { type Surroundings, subjectOf } from '../../questions/subject.ts';
import { surroundingsOf } from '../../questions/surroundings.ts';
import { handlesOf } from '../handles.ts';
import { answer } from './answer.ts';
import { confirm } from './confirm.ts';
import { one } from './one.ts';

/** What waits for a person, and the two steps of an answer. */
export const questions: Routes = (parts) => {
  const around = surroundingsOf(parts);
  return new Hono<Env>()
    .get('/', (c) => home(parts, around, c))
    .get('/questions/:conversation/:id', (c) => one(parts, around, c))
    .post('/questions/:conversation/:id/answer', (c) => answer(parts, around, c))
    .post('/questions/:conversation/:id/confirm', (c) => confirm(parts, around, c));
};

/** How many questions stand on one page, whole. */
const most = 20;

async function home(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const { open: all, isCut } = await openQuestions(await handlesOf(parts, c), parts.clock());
  const from = Math.min(Math.max(0, Number.parseInt(c.req.query('from') ?? '0', 10) || 0), all.length);
  const cards = await Promise.all(all.slice(from, from + most).map((one) => card(parts, around, c, one)));
  const acts = all.filter(({ asked }) => asked.isAct).length;
  const rest = all.length - from - cards.length;
  const body = html`<p class="lead">${headline(all.length, isCut)} Silence does nothing: what nobody answers does not run.</p>
${all.length === 0 ? emptiness('Nothing waits for you', 'A question of an agent appears here by itself.') : cards}
${rest > 0 ? html`<p><a href="/?from=${from + cards.length}">${rest} more, with a later deadline</a></p>` : nothing}
${acts > 1 ? html`<p><a href="/runs">Approve a payment run as one list</a></p>` : nothing}`;
  return page(c, { title: 'Questions', body, live: true });
}

function headline(count: number, isCut: boolean): Html | string {
  if (isCut)
    return html`More than ${count} questions wait for you. Here are the ${count} that were asked first, the nearest deadline first; <a href="/ledger?type=AQ">the ledger</a> has every one.`;
  if (count === 0) return 'No question waits.';
  return count === 1
    ? 'One question waits for you.'
    : `${count} questions wait for you, the nearest deadline first.`;
}

async function card(
  parts: ServerParts,
  around: Surroundings,
  c: Context<Env>,
  { handle, asked }: OpenQuestion,
) {
  const subject = await subjectOf(handle, asked, around);
  const session = c.get('session');
  const path = requestPath(questionPath(asked.conversation, asked.row.id, 'answer'));
  return questionCard(subject, {
    form: session === null ? null : parts.forms.fields(session, path, subject.seen),
  });
}
