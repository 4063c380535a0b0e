import type { Handoff } from '../../../ledger/state.ts';
import type { Stored } from '../../../ledger/store.ts';
import { viewOf } from '../../../ledger/view.ts';
import { plural } from '../../../text/plural.ts';
import { diagnosticList } from '../../layout/diagnostics.ts';
import {
  badge,
  type Html,
  handoffBadge,
  html,
  nothing,
  notice,
  shownLine,
  shownText,
  when,
} from '../../layout/index.ts';
import { verdictBadge } from '../entry/entry.ts';
import { factList } from '../entry/facts.ts';
import { pathTo } from '../reading.ts';
import type { About } from './about.ts';
import { actPart, approvalPart, approvalsIn } from './acts.ts';

export interface ItemView extends About {
  readonly conversation: string;
  readonly item: string;
  readonly person: string;
  readonly owner: string | null;
}

/** Everything about an item on one page, as it can be printed. */
export function itemBody(view: ItemView): Html {
  const { conversation, item, person, owner, handoffs, statements, entries, isCut } = view;
  const approvals = approvalsIn(entries);
  const file = (form: string): string => pathTo(['items', conversation, item, `export.${form}`]);
  return html`<p class="lead">In ${shownText(conversation)}: ${plural(entries.length, 'entry', 'entries')}, ${owner === null ? 'nobody has it' : html`${shownText(owner)} has it`}.</p>
<p class="buttons"><a href="${pathTo(['threads', conversation], { item })}">Its picture</a> <a href="${file('csv')}">CSV</a> <a href="${file('json')}">JSON</a></p>
${isCut ? notice('warn', 'Only the newest entries are here', html`<p>The ledger holds more about it: search the ledger for the item, or export it.</p>`) : nothing}
${handoffs.length === 0 ? nothing : html`<h2>Handoffs</h2>${handoffTable(handoffs)}`}
${approvals.length === 0 ? nothing : html`<h2>Approvals</h2>${approvals.map(approvalPart)}`}
${statements.length === 0 ? nothing : html`<h2>Acts</h2>${statements.map(actPart)}`}
<h2>Entries</h2>
<ol class="entries">${entries.map((stored) => entryRow(stored, person))}</ol>`;
}

function handoffTable(handoffs: readonly Handoff[]): Html {
  const heads = ['handoff', 'ask', 'from, to', 'sent', 'window', 'stands'];
  return html`<div class="wide" role="region" aria-label="Handoffs" tabindex="0"><table><caption class="unseen">Handoffs</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${handoffs.map(
    ({
      id,
      ask,
      from,
      to,
      at,
      exp,
      state,
      closed,
      retryOf,
    }) => html`<tr><th scope="row">${shownText(id)}${retryOf === null ? nothing : html` <span class="soft">again, after ${shownText(retryOf)}</span>`}</th>
<td>${shownText(ask)}</td><td>${shownText(from)} to ${shownText(to)}</td><td>${when(at)}</td><td>${exp === null ? html`<span class="none">none</span>` : when(exp)}</td>
<td>${handoffBadge(state)}${closed === null ? nothing : html` <span class="soft">by ${shownText(closed.message)}</span>`}</td></tr>`,
  )}</tbody></table></div>`;
}

/** An entry with who brought it, how it was judged and by what version, what was found, and what it changed. */
function entryRow(stored: Stored, person: string): Html {
  const { conversation, sequence, at, principal, body, hash } = stored.entry;
  const found = viewOf(stored, person).verdict?.diagnostics ?? [];
  return html`<li><p class="entry-head"><a href="${`${pathTo(['threads', conversation], { at: sequence })}#entry`}">Entry ${sequence}</a> ${when(at)} ${verdictBadge(stored)} <span>by ${shownText(principal)}</span>${body.person ? badge('quiet', 'a person') : nothing}${body.delegateFor === null ? nothing : html`<span class="soft">written by code for ${shownText(body.delegateFor)}</span>`}</p>
${body.line === null ? nothing : shownLine(body.line)}${found.length === 0 ? nothing : diagnosticList(found)}${factList(body.facts)}
<p class="small soft">Judged by ${body.program}${body.profile === null ? nothing : html`, profile <code>${body.profile}</code>`}. Hash <code>${hash}</code></p></li>`;
}
