import type { Tone } from './badge.ts';
import { type Html, html, nothing } from './html.ts';

/** A message that stands out, with what can be done about it. An `alert` is read aloud at once. */
export function notice(
  tone: Tone,
  title: string,
  body: Html = nothing,
  options: { readonly alert?: boolean } = {},
): Html {
  const role = options.alert === true ? html` role="alert"` : nothing;
  return html`<div class="notice notice-${tone}"${role}><p class="notice-title">${title}</p>${body}</div>`;
}

/** What a list says when there is nothing in it: in words, so that nobody wonders whether it failed. */
export function emptiness(title: string, why: string): Html {
  return html`<div class="empty"><p class="empty-title">${title}</p><p>${why}</p></div>`;
}
