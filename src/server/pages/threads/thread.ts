import type { Stored } from '../../../ledger/store.ts';
import { plural } from '../../../text/plural.ts';
import type { Profiles } from '../../../vocabulary/profiles.ts';
import { type Html, html, nothing, notice, shownText } from '../../layout/index.ts';
import { draw } from '../../picture/draw.ts';
import type { Scene } from '../../picture/scene.ts';
import { sentence } from '../../picture/words.ts';
import { entryPart } from '../entry/entry.ts';
import { pathTo, type Seen } from '../reading.ts';
import { rows, type Window } from './window.ts';

export interface ThreadView {
  readonly seen: Seen;
  readonly scene: Scene;
  readonly window: Window;
  readonly item: string | null;
  readonly chosen: Stored | null;
  readonly profiles: Profiles;
}

/** A conversation, or what is about one item in it: the picture, the chosen entry, and the same in words. */
export function threadBody(view: ThreadView): Html {
  const { seen, scene, item, chosen, profiles } = view;
  const { conversation, person } = seen;
  const href = hrefIn(view);
  const title = item === null ? `Conversation ${conversation}` : `${item} in ${conversation}`;
  const at = chosen?.entry.sequence ?? null;
  return html`<p class="lead">${leadOf(view)}</p>
${legend}
<div class="wide" role="region" aria-label="Picture of the thread" tabindex="0">${draw(scene, { title, href, chosen: at })}</div>
${pager(view)}
${chosen === null ? html`<p class="soft">Choose an entry to see its line, what it decodes to and how it was judged.</p>` : html`<section class="card" id="entry" aria-labelledby="entry-title"><h2 id="entry-title">Entry ${at}</h2>${entryPart(chosen, { person, profiles })}</section>`}
<details><summary>The same in words</summary>
<ol class="sentences">${scene.rows.map((row) => html`<li value="${row.sequence}"><a href="${href(row.sequence)}">${sentence(row, scene.lanes)}</a></li>`)}</ol></details>`;
}

function leadOf({ seen: { conversation }, scene, item, window }: ThreadView): Html {
  if (item !== null)
    return html`${plural(scene.rows.length, 'entry', 'entries')} about ${shownText(item)}. <a href="${pathTo(['items', conversation, item])}">Everything about it</a>, or <a href="${pathTo(['threads', conversation])}">the whole conversation</a>.`;
  const [first, last] = [scene.rows[0]?.sequence ?? 0, scene.rows.at(-1)?.sequence ?? 0];
  return html`Entries ${first} to ${last} of ${window.last}.`;
}

/** Where a row leads: the same picture, with that entry beneath it. */
function hrefIn({ seen: { conversation }, item, window }: ThreadView): (sequence: number) => string {
  const after = item === null && window.after + rows < window.last ? window.after : null;
  return (at) => `${pathTo(['threads', conversation], { item, after, at })}#entry`;
}

function pager({ seen: { conversation }, item, window }: ThreadView): Html {
  const { after, last } = window;
  const svg = html`<a href="${pathTo(['threads', `${conversation}.svg`], { item, after: item === null ? after : null })}">This picture as SVG</a>`;
  if (item !== null) return html`<p class="buttons">${svg}</p>`;
  const older = html`<a href="${pathTo(['threads', conversation], { after: Math.max(0, after - rows) })}" rel="prev">Older</a>`;
  const newer = html`<a href="${pathTo(['threads', conversation], { after: after + rows })}" rel="next">Newer</a>`;
  return html`<p class="buttons">${after > 0 ? older : nothing} ${after + rows < last ? newer : nothing} ${svg}</p>`;
}

const legend: Html = notice(
  'quiet',
  'How to read it',
  html`<p>Each column is an agent, each row an entry, the oldest at the top. A bar beside a column: that agent has the item. ✓ passes, ✕ fails, ! is not checked yet, – was refused and never arrived. Hatched: the time to act is over and the handoff is open.</p>`,
);
