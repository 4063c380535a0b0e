import { type Context, Hono } from 'hono';
import type { StatementView } from '../../../act/tool.ts';
import type { Handle } from '../../../ledger/ledger.ts';
import type { Env, Routes, ServerParts } from '../../env.ts';
import { handsOn } from '../../env.ts';
import {
  ago,
  emptiness,
  facts,
  type Html,
  html,
  notice,
  page,
  shownText,
  statementBadge,
} from '../../layout/index.ts';
import { callOf, callTable } from '../../questions/call.ts';
import { pathOf, requestPath } from '../../questions/place.ts';
import { openActs, statementAt, toolAt } from '../open-acts.ts';
import { foundForm, review, seenIn } from './form.ts';

/** Outcomes that nobody knows: what to look up, and what a named person found. */
export const unknown: Routes = (parts) =>
  new Hono<Env>()
    .get('/unknown', (c) => list(parts, c))
    .get('/unknown/:conversation/:token', (c) => one(parts, c))
    .post('/unknown/:conversation/:token/review', (c) => asked(parts, c))
    .post('/unknown/:conversation/:token/settle', (c) => settle(parts, c));

async function list(parts: ServerParts, c: Context<Env>): Promise<Response> {
  const found = await openActs(parts, c, ({ statement }) => statement?.state === 'UNKNOWN');
  const cards = await Promise.all(
    found.map(async ({ handle, open }) => {
      const statement = await statementAt(parts, handle, open.statement?.token ?? '');
      return statement === null ? html`` : card(handle, statement, parts.clock(), true);
    }),
  );
  const body = html`<p class="lead">Acts that may or may not have been done. Nothing here is sent again by itself where it could be done twice.</p>
${cards.length === 0 ? emptiness('Nothing is unknown', 'An act whose result was lost appears here until somebody or a look-up settles it.') : cards}`;
  return page(c, { title: 'Unknown outcomes', body, live: true });
}

function card(handle: Handle, statement: StatementView, now: number, links: boolean): Html {
  const { ask, item } = callOf(statement);
  const { state, lastClaimedAt, cause, notice: told, token, handoff } = statement;
  const title = html`${ask} · ${shownText(item)}`;
  const head = links ? html`<a href="${pathOf('unknown', handle.conversation, token)}">${title}</a>` : title;
  return html`<article class="card"><h2>${head} ${statementBadge(state)}</h2>
<p><strong>What to look up.</strong> ${shownText(told.text)}</p>
${facts([
  ['begun', lastClaimedAt === null ? 'never' : html`${ago(lastClaimedAt, now)}`],
  ['why it is unknown', html`${shownText(cause ?? 'not told')}`],
  [
    'handoff',
    html`<a href="${pathOf('threads', handle.conversation)}">${shownText(handoff)}</a> in ${shownText(handle.conversation)}`,
  ],
])}
${callTable(statement, 'What was to run')}</article>`;
}

/** A statement of the path that the person may see. */
async function foundAt(
  parts: ServerParts,
  c: Context<Env>,
): Promise<{ handle: Handle; statement: StatementView } | null> {
  const handle = await handsOn(parts, c, c.req.param('conversation') ?? '');
  const statement = handle === null ? null : await statementAt(parts, handle, c.req.param('token') ?? '');
  return handle === null || statement === null ? null : { handle, statement };
}

function missing(c: Context<Env>): Response | Promise<Response> {
  return page(c, {
    title: 'Not found',
    body: notice('warn', 'There is no such statement for you'),
    status: 404,
  });
}

async function one(parts: ServerParts, c: Context<Env>): Promise<Response> {
  const [found, session] = [await foundAt(parts, c), c.get('session')];
  if (found === null || session === null) return missing(c);
  const { handle, statement } = found;
  const path = pathOf('unknown', handle.conversation, statement.token, 'review');
  const fields = parts.forms.fields(session, requestPath(path), digestOf(statement));
  const form = statement.state === 'UNKNOWN' ? foundForm(statement, { action: path, fields }) : settled();
  const body = html`${card(handle, statement, parts.clock(), false)}${form}<p><a href="/unknown">All unknown outcomes</a></p>`;
  return page(c, { title: 'An unknown outcome', body, live: true });
}

function settled(): Html {
  return notice('quiet', 'There is nothing to settle', html`<p>It is known by now, as told above.</p>`);
}

/** Another claim, another state or another question makes another page. */
function digestOf({ token, state, fence, question, sha256 }: StatementView): string {
  return JSON.stringify([token, state, fence, question, sha256]);
}

/** The second step: what was found is named with the act; nothing is written. */
async function asked(parts: ServerParts, c: Context<Env>): Promise<Response> {
  const [found, session, form] = [await foundAt(parts, c), c.get('session'), c.get('form')];
  if (found === null || session === null || form === null) return missing(c);
  const { handle, statement } = found;
  if (statement.state !== 'UNKNOWN' || form.digest !== digestOf(statement)) return changed(c, found);
  const seen = seenIn(statement, form);
  const path = pathOf('unknown', handle.conversation, statement.token);
  if ('fault' in seen) {
    const fields = parts.forms.fields(session, requestPath(`${path}/review`), form.digest);
    const again = foundForm(statement, { action: `${path}/review`, fields, fault: seen.fault, given: form });
    return page(c, {
      title: 'An unknown outcome',
      body: html`${card(handle, statement, parts.clock(), false)}${again}`,
      status: 422,
    });
  }
  const fields = parts.forms.fields(session, requestPath(`${path}/settle`), form.digest);
  const body = review(statement, seen, {
    action: `${path}/settle`,
    back: path,
    fields,
    person: session.person,
  });
  return page(c, { title: `Confirm ${seen.outcome}`, body });
}

async function settle(parts: ServerParts, c: Context<Env>): Promise<Response> {
  const [found, form] = [await foundAt(parts, c), c.get('form')];
  if (found === null || form === null) return missing(c);
  const { handle, statement } = found;
  if (statement.state !== 'UNKNOWN' || form.digest !== digestOf(statement)) return changed(c, found);
  const seen = seenIn(statement, form);
  if ('fault' in seen) return changed(c, found);
  const outcome = await (await toolAt(parts, handle)).settle({ token: statement.token, answer: seen });
  if (outcome.outcome === 'refused') return changed(c, found, outcome.message);
  return c.redirect(pathOf('unknown', handle.conversation, statement.token), 303);
}

function changed(
  c: Context<Env>,
  { handle, statement }: { handle: Handle; statement: StatementView },
  message = `It is ${statement.state} by now: look at it again.`,
): Response | Promise<Response> {
  const body = html`${notice('warn', 'Nothing was recorded now', html`<p>${shownText(message)}</p>`, { alert: true })}
<p><a href="${pathOf('unknown', handle.conversation, statement.token)}">Open it as it is now</a></p>`;
  return page(c, { title: 'Nothing was recorded', body, status: 409 });
}
