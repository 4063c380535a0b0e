import { ageText, momentText } from '../../text/moment.ts';
import { type Html, html } from './html.ts';

/** A moment, in milliseconds, in UTC; a script writes the reader's own time beside it. */
export function when(milliseconds: number): Html {
  const exact = new Date(milliseconds).toISOString();
  return html`<span class="when"><time datetime="${exact}" data-local>${momentText(milliseconds)}</time></span>`;
}

/** How long ago a moment was, in milliseconds, with the moment itself. */
export function ago(milliseconds: number, now: number): Html {
  return html`<span class="age">${ageText(now - milliseconds)} ago</span> ${when(milliseconds)}`;
}
