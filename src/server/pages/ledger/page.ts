import type { Stored } from '../../../ledger/store.ts';
import { emptiness, type Html, html, nothing, shownLine, shownText, when } from '../../layout/index.ts';
import { textOf } from '../../picture/entry.ts';
import { verdictBadge } from '../entry/entry.ts';
import { factList } from '../entry/facts.ts';
import { pathTo } from '../reading.ts';
import type { Found, Place } from './find.ts';
import { verdicts, type Wanted } from './wanted.ts';

export interface LedgerView {
  readonly wanted: Wanted;
  readonly found: Found;
  readonly conversations: readonly string[];
  /** Codes of types, as the core has them. */
  readonly types: readonly string[];
}

/** The ledger: what is looked for, what was found, and how it is taken away. */
export function ledgerBody({ wanted, found, conversations, types }: LedgerView): Html {
  const { entries, next, looked } = found;
  return html`<p class="lead">${leadOf(entries.length, looked, next)}</p>
${searchForm(wanted, conversations, types)}
${
  entries.length === 0
    ? emptiness(
        'Nothing found',
        next === null ? 'No entry is like that.' : 'Not so far: there is more to look through.',
      )
    : html`<ol class="entries">${entries.map(entryRow)}</ol>`
}
${next === null ? nothing : html`<p class="buttons"><a href="${further(wanted, next)}" rel="next">Look further back</a></p>`}
<p class="buttons">All that is looked for, as a file: <a href="${pathTo(['ledger.csv'], { ...wanted })}">CSV</a> <a href="${pathTo(['ledger.json'], { ...wanted })}">JSON</a></p>`;
}

function leadOf(count: number, looked: number, next: Place | null): Html {
  const rest =
    next === null ? 'to the beginning' : html`back to ${shownText(next.conversation)} ${next.before}`;
  return html`${count} found, ${looked} entries looked at, ${rest}. The newest come first; refused lines are here too.`;
}

function further(wanted: Wanted, { conversation, before }: Place): string {
  return pathTo(['ledger'], { ...wanted, at: conversation, before: Math.min(before, 1e15 - 1) });
}

function entryRow(stored: Stored): Html {
  const { conversation, sequence, at, principal, body } = stored.entry;
  const item = textOf(body.message, 'item');
  const about =
    item === null
      ? nothing
      : html` <a href="${pathTo(['items', conversation, item])}">${shownText(item)}</a>`;
  return html`<li><p class="entry-head"><a href="${`${pathTo(['threads', conversation], { at: sequence })}#entry`}">${shownText(conversation)} ${sequence}</a> ${when(at)} ${verdictBadge(stored)} <span class="soft">by ${shownText(principal)}</span>${about}</p>
${body.line === null ? factList(body.facts) : shownLine(body.line)}</li>`;
}

function searchForm(wanted: Wanted, conversations: readonly string[], types: readonly string[]): Html {
  const field = (name: 'item' | 'agent' | 'slot' | 'value', label: string): Html =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${wanted[name] ?? ''}" autocomplete="off" spellcheck="false"></div>`;
  const day = (name: 'from' | 'until', label: string): Html =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="date" value="${wanted[name] ?? ''}"></div>`;
  return html`<form class="card" method="get" action="/ledger" role="search" aria-label="Ledger">
<div class="fields">
${field('item', 'Item')}${field('agent', 'Agent, from or to')}${field('slot', 'Slot')}${field('value', 'Value holds')}
${choice('type', 'Type', types, wanted.type)}${choice('verdict', 'Verdict', Object.keys(verdicts), wanted.verdict)}
${day('from', 'From day (UTC)')}${day('until', 'To day (UTC)')}
${conversations.length > 1 ? conversationField(wanted.conversation) : nothing}
</div>
<div class="buttons"><button class="button button-strong" type="submit">Search</button> <a href="/ledger">Clear</a></div>
</form>`;
}

function conversationField(given: string | null): Html {
  return html`<div class="field"><label for="conversation">Conversation</label><input id="conversation" name="conversation" value="${given ?? ''}" autocomplete="off" spellcheck="false"></div>`;
}

function choice(name: string, label: string, options: readonly string[], given: string | null): Html {
  const chosen = (option: string): Html => (option === given ? html` selected` : nothing);
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">any</option>${options.map((option) => html`<option${chosen(option)}>${option}</option>`)}</select></div>`;
}
