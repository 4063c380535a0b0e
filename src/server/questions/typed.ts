import { type Html, html, notice } from '../layout/index.ts';
import type { Challenge } from './challenge.ts';

/** The fields in which a person types what is approved; one name for all of them, in order. */
export function typedFields(challenges: readonly Challenge[]): Html {
  return html`${challenges.map(({ prompt }, at) => {
    const id = at === 0 ? 'typed' : `typed-${at + 1}`;
    return html`<p class="field"><label for="${id}">${prompt}</label>
<input id="${id}" name="typed" autocomplete="off" autocapitalize="off" spellcheck="false" required${at === 0 ? html` autofocus` : ''}></p>`;
  })}`;
}

/** What is said where it was not what is shown. */
export const mistypedNotice: Html = notice(
  'bad',
  'That is not what is shown',
  html`<p>Compare what you typed with the values above. Nothing was recorded.</p>`,
  { alert: true },
);
