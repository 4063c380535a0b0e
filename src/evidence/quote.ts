import type { Place } from '../diagnostic/diagnostic.ts';
import { type Evidence, excerptOf } from './evidence.ts';
import type { Pointer, SearchedSource } from './source.ts';

/** Whether a tail stands word for word on the lines that its line names, white space aside (6.6). */
export function lookForQuote(tail: string, pointer: Pointer, source: SearchedSource, at: Place): Evidence {
  const { first, last } = pointer.lines ?? { first: 1, last: source.parts.length };
  const evidence = { slot: 'tail', value: tail, at };
  const there = quoteIn(tail, source, first, last);
  if (there !== null) return { ...evidence, standing: 'found', found: there };
  const elsewhere = quoteIn(tail, source, 1, source.parts.length);
  return elsewhere === null
    ? { ...evidence, standing: 'not-found', found: null }
    : { ...evidence, standing: 'elsewhere', found: elsewhere };
}

/** Where a quote stands within the lines given, shown by the line on which it begins. */
function quoteIn(tail: string, source: SearchedSource, first: number, last: number): Evidence['found'] {
  const quote = oneSpaced(tail);
  const { text, lines } = flowing(source.parts.slice(first - 1, last));
  const start = wholeWordsAt(text, quote);
  const line = start < 0 ? undefined : lines.findLast((one) => one.start <= start);
  if (line === undefined) return null;
  const span = { start, end: start + quote.length };
  return excerptOf(source, { name: line.name, text }, { span, doubt: null, unsigned: false });
}

/** Lines as one text with single blanks, and where each of them begins in it. */
function flowing(parts: SearchedSource['parts']): {
  readonly text: string;
  readonly lines: readonly { readonly name: string; readonly start: number }[];
} {
  const lines: { name: string; start: number }[] = [];
  const words: string[] = [];
  let end = 0;
  for (const { name, text } of parts) {
    const spaced = oneSpaced(text);
    if (spaced === '') continue;
    lines.push({ name, start: end });
    words.push(spaced);
    end += spaced.length + 1;
  }
  return { text: words.join(' '), lines };
}

/** Where a quote stands in a text, from the start of a word to the end of one; -1 when it does not. */
function wholeWordsAt(text: string, quote: string): number {
  const inWord = /[\p{L}\p{M}\p{N}]/u;
  const cutsBefore = (at: number): boolean =>
    inWord.test(quote.slice(0, 2)) && inWord.test(text.slice(Math.max(0, at - 1), at));
  const cutsAfter = (end: number): boolean =>
    inWord.test(quote.slice(-1)) && inWord.test(text.slice(end, end + 1));
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (!cutsBefore(at) && !cutsAfter(at + quote.length)) return at;
  }
  return -1;
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
