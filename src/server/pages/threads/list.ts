import type { ServerParts } from '../../env.ts';
import { emptiness, type Html, html, nothing, shownText, when } from '../../layout/index.ts';
import { verdictBadge } from '../entry/entry.ts';
import { lastOf, pathTo } from '../reading.ts';

export interface ThreadsWanted {
  /** Every conversation that the person may look at, in order. */
  readonly names: readonly string[];
  /** Only names that hold this text. */
  readonly like: string | null;
  /** Names after this one. */
  readonly after: string | null;
}

/** How many conversations a page lists: each is looked up by itself. */
const most = 50;

/** The conversations of a person, a page at a time: what came last, and how much is open. */
export async function threadList(
  { store }: ServerParts,
  { names, like, after }: ThreadsWanted,
): Promise<Html> {
  const fitting = names.filter((name) => like === null || name.toLowerCase().includes(like.toLowerCase()));
  const shown = fitting.filter((name) => after === null || name > after).slice(0, most);
  const rows = await Promise.all(
    shown.map(async (name) => ({
      name,
      last: await lastOf(store, name),
      open: (await store.open(name)).length,
    })),
  );
  const isMore = shown.length === most && shown.at(-1) !== fitting.at(-1);
  const next = pathTo(['threads'], { like, after: shown.at(-1) ?? null });
  return html`<p class="lead">${fitting.length === 1 ? '1 conversation' : `${fitting.length} conversations`}.</p>
<form class="fields" method="get" action="/threads" role="search">
<div class="field"><label for="like">Name holds</label><input id="like" name="like" value="${like ?? ''}" autocomplete="off"></div>
<div><button class="button" type="submit">Search</button></div>
</form>
${
  rows.length === 0
    ? emptiness('No conversation', 'Nobody has sent a line yet, or none of that name is yours to look at.')
    : html`<div class="wide" role="region" aria-label="Conversations" tabindex="0"><table>
<caption class="unseen">Conversations</caption>
<thead><tr><th scope="col">conversation</th><th scope="col" class="amount">entries</th><th scope="col" class="amount">open handoffs</th><th scope="col">last entry</th></tr></thead>
<tbody>${rows.map(
        ({
          name,
          last,
          open,
        }) => html`<tr><th scope="row"><a href="${pathTo(['threads', name])}">${shownText(name)}</a></th>
<td class="amount">${last?.entry.sequence ?? 0}</td><td class="amount">${open}</td>
<td>${last === null ? nothing : html`${when(last.entry.at)} ${verdictBadge(last)}`}</td></tr>`,
      )}</tbody></table></div>`
}
${isMore ? html`<p><a href="${next}" rel="next">More conversations</a></p>` : nothing}`;
}
