import { type Context, Hono } from 'hono';
import { fieldOf, linesDigest, totalsOf } from '../../approvals/run.ts';
import type { Env, Routes, ServerParts } from '../../env.ts';
import { emptiness, type Html, html, nothing, page, shownText } from '../../layout/index.ts';
import { openQuestions } from '../../questions/list.ts';
import { pathOf, requestPath } from '../../questions/place.ts';
import type { Subject, Surroundings } from '../../questions/subject.ts';
import { surroundingsOf } from '../../questions/surroundings.ts';
import { actWords } from '../../questions/words.ts';
import { handlesOf } from '../handles.ts';
import { approve } from './approve.ts';
import { handleAt, isOnList, missing, runAt } from './found.ts';
import { runList, totals } from './list.ts';
import { review } from './review.ts';

/** Acts that wait for a person, approved as one list: every line keeps its own answer and record. */
export const runs: Routes = (parts) => {
  const around = surroundingsOf(parts);
  return new Hono<Env>()
    .get('/runs', (c) => overview(parts, c))
    .get('/runs/:conversation/:ask', (c) => list(parts, around, c))
    .post('/runs/:conversation/:ask/review', (c) => review(parts, around, c))
    .post('/runs/:conversation/:ask/approve', (c) => approve(parts, around, c));
};

async function overview(parts: ServerParts, c: Context<Env>): Promise<Response> {
  const { open, isCut } = await openQuestions(await handlesOf(parts, c), parts.clock());
  const acts = open.filter(({ asked }) => asked.isAct);
  const places = new Map(
    acts.map((one) => [pathOf('runs', one.asked.conversation, one.asked.ask ?? ''), one]),
  );
  const rows = [...places].map(([path, { asked }]) => {
    const count = acts.filter(
      (one) => one.asked.conversation === asked.conversation && one.asked.ask === asked.ask,
    ).length;
    return html`<li class="card"><a href="${path}">${actWords(asked)}</a> in ${shownText(asked.conversation)}: ${count} ${count === 1 ? 'line' : 'lines'}</li>`;
  });
  const body = html`<p class="lead">Acts that wait for you, as one list with its total.${isCut ? ' There are more than are counted here: these were asked first.' : ''}</p>
${rows.length === 0 ? emptiness('No act waits for you', 'Questions about acts of one kind appear here as one list.') : html`<ul class="cards">${rows}</ul>`}`;
  return page(c, { title: 'Runs', body, live: true });
}

async function list(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const [handle, session] = [await handleAt(parts, c), c.get('session')];
  if (handle === null || session === null) return missing(c);
  const ask = c.req.param('ask') ?? '';
  const { subjects, isCut } = await runAt(parts, around, handle, ask);
  const good = subjects.filter(isOnList);
  const lines = good.map(({ asked, seen }) => ({ question: asked.row.id, seen }));
  const action = pathOf('runs', handle.conversation, ask, 'review');
  const fields = parts.forms.fields(session, requestPath(action), linesDigest(lines));
  const body =
    subjects.length === 0
      ? emptiness('No line waits', 'What was here has its answer, or its time has passed.')
      : html`<p class="lead">Every line with all that would run. Leave out what you do not approve: it stays a question.${isCut ? ' There are more: these have the nearest deadlines.' : ''}</p>
<form method="post" action="${action}">${fields}${lines.map((line) => html`<input type="hidden" name="shown" value="${fieldOf(line)}">`)}
${runList(subjects, { choice: true })}
${good.length === 0 ? nothing : goOn(good)}</form>`;
  return page(c, { title: `Run: ${ask}`, body });
}

function goOn(good: readonly Subject[]): Html {
  return html`${totals(totalsOf(good), `The ${good.length} ${good.length === 1 ? 'line' : 'lines'} above that can be approved`)}
<div class="buttons"><button type="submit" class="button button-strong">Go on with the lines that are ticked</button></div>
<p class="soft small">The next page shows the total of what you ticked and asks you to type it. Silence does nothing.</p>`;
}
