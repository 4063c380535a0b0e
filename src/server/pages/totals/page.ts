import { emptiness, type Html, html, shownText, shownValue } from '../../layout/index.ts';
import type { Fate, Total } from '../../reports/amounts.ts';
import { pathTo } from '../reading.ts';

/** What is asked of the totals. */
export interface TotalsWanted {
  /** The slot by whose value acts are added up. */
  readonly by: string;
  /** Days as YYYY-MM-DD, UTC, on which an act came to stand as it does; both are in it. */
  readonly from: string | null;
  readonly until: string | null;
}

export interface TotalsView {
  readonly wanted: TotalsWanted;
  readonly totals: readonly Total[];
  /** Slots by which acts may be added up, each with what it is. */
  readonly slots: readonly (readonly [slot: string, about: string])[];
}

/** The fates in the order of the columns, with what each means. */
export const fates: Readonly<Record<Fate, string>> = {
  done: 'paid out',
  undone: 'paid and taken back',
  unknown: 'outcome unknown',
  held: 'not done yet',
  refused: 'refused or not done',
};

/** Totals by group and currency: every amount added up exactly. */
export function totalsBody(view: TotalsView): Html {
  const { wanted, totals, slots } = view;
  const about = slots.find(([slot]) => slot === wanted.by)?.[1] ?? wanted.by;
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  const file = (form: string): string => pathTo([`totals.${form}`], { ...wanted });
  return html`<p class="lead">${count} acts with an amount, added up by ${about} and currency, in exact decimals.</p>
${totalsForm(wanted, slots)}
${totals.length === 0 ? emptiness('Nothing to add up', 'No act with an amount is in this time.') : table(totals, about)}
<p class="buttons">As a file: <a href="${file('csv')}">CSV</a> <a href="${file('json')}">JSON</a></p>
<p class="soft small">“${fates.held}” is open: nothing of it ran. “${fates.refused}” was refused as a line, or its handoff was closed without the act. What was sent again counts once.</p>`;
}

function totalsForm({ by, from, until }: TotalsWanted, slots: TotalsView['slots']): Html {
  const options = slots.map(
    ([slot, about]) =>
      html`<option value="${slot}"${slot === by ? html` selected` : ''}>${about} (${slot})</option>`,
  );
  return html`<form class="card" method="get" action="/totals"><div class="fields">
<div class="field"><label for="by">Added up by</label><select id="by" name="by">${options}</select></div>
<div class="field"><label for="from">From day (UTC)</label><input id="from" name="from" type="date" value="${from ?? ''}"></div>
<div class="field"><label for="until">To day (UTC)</label><input id="until" name="until" type="date" value="${until ?? ''}"></div>
<div><button class="button button-strong" type="submit">Show</button></div></div></form>`;
}

function table(totals: readonly Total[], about: string): Html {
  const groups = Map.groupBy(totals, ({ currency, group }) => JSON.stringify([currency, group]));
  const columns = Object.keys(fates) as Fate[];
  return html`<div class="wide" role="region" aria-label="Totals" tabindex="0"><table><caption class="unseen">Totals</caption>
<thead><tr><th scope="col">${about}</th><th scope="col">currency</th>${columns.map((fate) => html`<th scope="col" class="amount">${fates[fate]}</th>`)}</tr></thead>
<tbody>${[...groups.values()].map((rows) => row(rows, columns))}</tbody></table></div>`;
}

function row(rows: readonly Total[], columns: readonly Fate[]): Html {
  const [first] = rows;
  const cell = (fate: Fate): Html => {
    const total = rows.find((one) => one.fate === fate);
    return total === undefined
      ? html`<td class="amount soft"><span aria-label="none">–</span></td>`
      : html`<td class="amount">${total.sum} <span class="soft small">in ${total.count}</span></td>`;
  };
  const group = first?.group ?? '';
  return html`<tr><th scope="row">${group === '' ? html`<span class="none">not given</span>` : shownValue(group)}</th><td>${shownText(first?.currency ?? '')}</td>${columns.map(cell)}</tr>`;
}
