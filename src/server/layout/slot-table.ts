import { type Html, html, nothing } from './html.ts';
import { shownValue } from './value.ts';

/** One slot, whole: what it says, and what another source says of it. Null where one says nothing. */
export interface SlotLine {
  readonly slot: string;
  /** The slot in words: `account`. */
  readonly about?: string;
  readonly value: string | null;
  readonly beside?: string | null;
  /** The other source need not say it: no difference where it does not. */
  readonly silent?: true;
  /** Whatever else has to be told beside it. */
  readonly note?: Html;
}

export interface SlotTableOptions {
  readonly caption: string;
  /** Over the values; `as sent` unless given. */
  readonly of?: string;
  /** Over the values that stand beside them; without it there is no such column. */
  readonly beside?: string;
}

/** Slots in full, nothing cut; with another source beside them, each row says whether the two agree. */
export function slotTable(rows: readonly SlotLine[], options: SlotTableOptions): Html {
  const { caption, of = 'as sent', beside } = options;
  const heads = ['slot', of, ...(beside === undefined ? [] : [beside, 'same?'])];
  return html`<table class="slots" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => slotRow(row, of, beside))}</tbody>
</table>`;
}

function slotRow(row: SlotLine, of: string, beside: string | undefined): Html {
  const { slot, about, value, note = nothing } = row;
  const other = row.beside ?? null;
  const isSilent = row.silent === true && other === null;
  const differs = beside !== undefined && !isSilent && value !== other;
  const compared =
    beside === undefined
      ? nothing
      : html`<td role="cell" data-head="${beside}">${isSilent ? saysNothing : valueOrNone(other)}</td><td role="cell" class="same">${isSilent ? nothing : sameness(value, other)}</td>`;
  return html`<tr role="row"${differs ? html` class="differs"` : nothing}>
<th scope="row" role="rowheader"><span class="slot-name">${slot}</span>${about === undefined ? nothing : html` <span class="slot-about">${about}</span>`}</th>
<td role="cell" data-head="${of}">${valueOrNone(value)}${note}</td>${compared}</tr>`;
}

/** What need not be said and is not: no alarm. */
const saysNothing: Html = html`<span class="soft" aria-hidden="true">–</span><span class="unseen">says nothing</span>`;

function valueOrNone(value: string | null): Html {
  return value === null ? html`<span class="none">not given</span>` : shownValue(value);
}

function sameness(value: string | null, other: string | null): Html {
  if (value === other) return html`<span class="sign" aria-hidden="true">=</span> same`;
  const word = value === null || other === null ? 'only one has it' : 'differs';
  return html`<strong><span class="sign" aria-hidden="true">≠</span> ${word}</strong>`;
}
