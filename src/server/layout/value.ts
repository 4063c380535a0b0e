import { type Stretch, stretchesOf } from './characters.ts';
import { type Html, html } from './html.ts';

const explained = {
  unseen: 'a character that cannot be seen',
  alike: 'not the character that it looks like',
} as const;

/**
 * A text as a person decides by it: whole, and whatever cannot be seen or is taken for something else with its code
 * point beside it (T5). In an element of its own, so that no text turns what stands around it.
 */
export function shownText(text: string): Html {
  return html`<bdi class="text" dir="ltr">${stretchesOf(text).map(shownStretch)}</bdi>`;
}

function shownStretch({ text, points, why }: Stretch): Html {
  if (why === null) return html`${text}`;
  return html`<span class="odd odd-${why}" title="${explained[why]}">${text}<span class="point">${points}</span></span>`;
}

/** A slot's value, in the writing of figures and accounts. */
export function shownValue(value: string): Html {
  return html`<code class="value">${shownText(value)}</code>`;
}
