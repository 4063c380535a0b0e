import type { JsonForm } from '../../vocabulary/json-form.ts';

/** A text that is not empty. */
export const some: JsonForm = {
  is: 'text',
  test: (text) => text !== '',
  expected: 'a text that is not empty',
};
export const flag: JsonForm = { is: 'flag' };
/** What a timer can wait for. */
export const milliseconds: JsonForm = { is: 'integer', least: 1, most: 2 ** 31 - 1 };
export const bytes: JsonForm = { is: 'integer', least: 1, most: 2 ** 28 };
/** What a process can be given; it may have lines. */
export const anything: JsonForm = {
  is: 'text',
  test: (text) => !text.includes('\0'),
  expected: 'a text without U+0000',
};
export const texts: JsonForm = { is: 'map', of: anything };

/** A hundred years: what is longer is meant otherwise. */
const longest = 100 * 366 * 24 * 60 * 60;

export function seconds(least: number): JsonForm {
  return { is: 'integer', least, most: longest };
}

/** One of a few words. */
export function word(...words: readonly string[]): JsonForm {
  const expected = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return { is: 'text', test: (text) => words.includes(text), expected };
}

/** An object of these members, each of which may be left out unless it is required. */
export function object(keys: Readonly<Record<string, JsonForm>>, ...required: readonly string[]): JsonForm {
  return { is: 'object', keys, required };
}

/** Where a secret is kept, by name. */
export const place: JsonForm = object({ environment: some, file: some });

/** What an executor can do; a horizon that is left out is never. */
export const capabilities: JsonForm = object({
  idempotency: object(
    { kind: word('none', 'key', 'natural'), retention: seconds(1), mismatch: word('error', 'cached') },
    'kind',
  ),
  lookup: object({ kind: word('none', 'by-key', 'by-reference'), lag: seconds(0) }, 'kind'),
  settlesLater: flag,
  deadline: flag,
  reversal: flag,
  horizon: seconds(0),
});
