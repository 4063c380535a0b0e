import { type Context, Hono } from 'hono';
import type { Env, Routes, ServerParts } from '../../env.ts';
import {
  ago,
  emptiness,
  facts,
  type Html,
  html,
  page,
  shownText,
  statementBadge,
  when,
} from '../../layout/index.ts';
import { callOf, callTable } from '../../questions/call.ts';
import { pathOf } from '../../questions/place.ts';
import { surroundingsOf } from '../../questions/surroundings.ts';
import { type OpenAct, openActs, statementAt } from '../open-acts.ts';
import { answerStatement, confirmStatement, oneStatement } from './one.ts';

/** Statements that wait: for their sender's confirmation, to run, or for the result of what runs. */
export const statements: Routes = (parts) => {
  const desk = { parts, policy: surroundingsOf(parts).policy };
  return new Hono<Env>()
    .get('/statements/:conversation/:token', (c) => oneStatement(desk, c))
    .post('/statements/:conversation/:token/answer', (c) => answerStatement(desk, c))
    .post('/statements/:conversation/:token/confirm', (c) => confirmStatement(desk, c))
    .get('/statements', async (c: Context<Env>) => {
      const found = await openActs(
        parts,
        c,
        ({ statement }) => statement !== null && waits.has(statement.state),
      );
      const cards = await Promise.all(found.map((one) => card(parts, one)));
      const body = html`<p class="lead">Frozen calls that wait. A statement past its time does not run.</p>
${cards.length === 0 ? emptiness('No statement waits', 'A statement appears here from its preparation until it has run or ended.') : cards}`;
      return page(c, { title: 'Statements waiting', body, live: true });
    });
};

const waits: ReadonlySet<string> = new Set(['PREPARED', 'CONFIRMED', 'CLAIMED']);

async function card(parts: ServerParts, { handle, open }: OpenAct): Promise<Html> {
  const statement = await statementAt(parts, handle, open.statement?.token ?? '');
  if (statement === null) return html``;
  const { ask, item } = callOf(statement);
  const { state, preparedAt, exp, notice: told, sha256 } = statement;
  return html`<article class="card"><h2><a href="${pathOf('statements', handle.conversation, statement.token)}">${ask} · ${shownText(item)}</a> ${statementBadge(state)}</h2>
<p>${shownText(told.text)}</p>
${facts([
  ['prepared', html`${ago(preparedAt, parts.clock())} by ${shownText(statement.principal)}`],
  ['runs before', exp === null ? 'no time was set' : html`${when(exp)}`],
  ['to be confirmed by', html`${shownText(open.from)} (${shownText(open.principal)})`],
  [
    'handoff',
    html`<a href="${pathOf('threads', handle.conversation)}">${shownText(open.id)}</a> in ${shownText(handle.conversation)}`,
  ],
  ['SHA-256 of the call', html`<code>${sha256}</code>`],
])}
${callTable(statement, 'Exactly this runs')}</article>`;
}
