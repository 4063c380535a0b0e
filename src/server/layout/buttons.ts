import { type Html, html, nothing } from './html.ts';

/** One closed answer, and what it will do. */
export interface Option {
  readonly value: string;
  /** What happens next when it is chosen. */
  readonly does: string;
  /** Its weight: what lets something run, what stops it, or neither. */
  readonly weight?: 'go' | 'stop' | 'plain';
  /** Why it cannot be chosen; it can, unless given. */
  readonly off?: string;
}

/** The closed options of a question as buttons of a form: each submits `name` with its value and says what it will do. */
export function optionButtons(name: string, options: readonly Option[]): Html {
  return html`<ul class="options">${options.map((option) => optionButton(name, option))}</ul>`;
}

function optionButton(name: string, { value, does, weight = 'plain', off }: Option): Html {
  const disabled = off === undefined ? nothing : html` disabled`;
  return html`<li><button type="submit" class="option option-${weight}" name="${name}" value="${value}"${disabled}>
<span class="option-value">${value}</span> <span class="option-does">${off ?? does}</span></button></li>`;
}

/** A button that submits its form. */
export function button(
  word: string,
  options: { readonly name?: string; readonly value?: string } = {},
): Html {
  const { name, value } = options;
  const sent = name === undefined ? nothing : html` name="${name}" value="${value ?? ''}"`;
  return html`<button type="submit" class="button"${sent}>${word}</button>`;
}
