import { type Html, html } from './html.ts';

/** Names and what they stand for, as a list of terms. */
export function facts(rows: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
