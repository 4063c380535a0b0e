import { type Context, Hono } from 'hono';
import type { OpenHandoff } from '../../../ledger/ledger.ts';
import type { Env, Routes } from '../../env.ts';
import {
  ago,
  emptiness,
  facts,
  type Html,
  handoffBadge,
  html,
  page,
  shownLine,
  shownText,
  when,
} from '../../layout/index.ts';
import { pathOf } from '../../questions/place.ts';
import { type OpenAct, openActs } from '../open-acts.ts';

/** Handoffs that nothing moves by itself: held, orphaned, late or from another life of the ledger; with their age. */
export const held: Routes = (parts) =>
  new Hono<Env>().get('/held', async (c: Context<Env>) => {
    const found = await openActs(parts, c, (open) => reasonsOf(open).length > 0);
    const body = html`<p class="lead">Handoffs that nothing moves by itself, the oldest first.</p>
${found.length === 0 ? emptiness('Nothing is held', 'A handoff whose readback fails, or whose time has passed, appears here.') : found.map((one) => card(one, parts.clock()))}`;
    return page(c, { title: 'Held and orphaned', body, live: true });
  });

/** Why a handoff is shown, in words: a row a reason. */
const reasons: readonly (readonly [holds: (open: OpenHandoff) => boolean, says: string])[] = [
  [({ state }) => state === 'HELD', 'Its readback failed: its sender sends it again, or cancels it.'],
  [
    ({ stoppedBy }) => stoppedBy.length > 0,
    'A question about it was answered with a code that stops: nothing of it runs until a later answer means go.',
  ],
  [({ orphaned }) => orphaned, 'Its time has passed and nobody ended it: its sender closes it with a CX.'],
  [({ late }) => late, 'Nobody has read it back by the time that its sender set.'],
  [
    ({ quarantined }) => quarantined === true,
    'It was open when the ledger was copied: nothing of it runs until it is sent again.',
  ],
];

function reasonsOf(open: OpenHandoff): readonly string[] {
  return reasons.flatMap(([holds, says]) => (holds(open) ? [says] : []));
}

function card({ handle, open }: OpenAct, now: number): Html {
  const { id, ask, item, from, to, owner, state, at, exp, line, stoppedBy } = open;
  const { conversation } = handle;
  return html`<article class="card"><h2><a href="${pathOf('threads', conversation)}">${shownText(id)}</a> · ${ask} · ${shownText(item)} ${handoffBadge(state)}</h2>
<ul>${reasonsOf(open).map((reason) => html`<li>${reason}</li>`)}</ul>
${facts([
  ['sent', html`${ago(at, now)}`],
  ['runs before', exp === null ? 'no time was set' : html`${when(exp)}`],
  ['from, to', html`${shownText(from)} → ${shownText(to)}`],
  ['who has it', html`${shownText(owner)}`],
  ...(stoppedBy.length === 0 ? [] : [['stopped by', html`${shownText(stoppedBy.join(', '))}`] as const]),
  ['item', html`<a href="${pathOf('items', conversation, item)}">${shownText(item)}</a>`],
  ['conversation', html`${shownText(conversation)}`],
])}
${shownLine(line)}</article>`;
}
