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

/** Where a quote stands within the lines given, shown by the lines that it runs over. */
function quoteIn(tail: string, source: SearchedSource, first: number, last: number): Evidence['found'] {
  const quote = oneSpaced(tail);
  const { text, lines } = flowing(source.parts.slice(first - 1, last));
  const start = wholeWordsAt(text, quote);
  const begins = start < 0 ? undefined : lines.findLast((one) => one.start <= start);
  const ends = lines.findLast((one) => one.start < start + quote.length);
  if (begins === undefined || ends === undefined) return null;
  const span = { start, end: start + quote.length };
  return excerptOf(
    source,
    { name: linesFrom(begins.name, ends.name), text },
    { span, doubt: null, unsigned: false },
  );
}

/** `line 3` for one line, `lines 3-4` for several. */
function linesFrom(first: string, last: string): string {
  const number = /\d+$/.exec(last)?.[0];
  return first === last || number === undefined ? first : `${first.replace('line ', 'lines ')}-${number}`;
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

/** Where a quote stands in a text with neither a word nor a figure cut; -1 when it does not. */
function wholeWordsAt(text: string, quote: string): number {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    const after = text.slice(at + quote.length, at + quote.length + 2);
    if (!cutsBefore(before, quote) && !cutsAfter(quote, after)) return at;
  }
  return -1;
}

const word = '[\\p{L}\\p{M}\\p{N}]';
const beginsInWord = new RegExp(`^.?${word}`, 'su');
const wordBefore = new RegExp(`${word}$`, 'u');
const wordBehind = new RegExp(`^${word}`, 'u');
/** A figure, or its sign, to which more is written on: `12.` before `5 mg`, `120/` before `80`, a minus, a bound. */
const figureBefore = /\p{N}[^\s\p{L}\p{N}]$|(?:^|[\s(])[-−–+<>≤≥±~]$|[<>≤≥±] ?$/u;
const figureBehind = /^[^\s\p{L}\p{N}]\p{N}/u;

function cutsBefore(before: string, quote: string): boolean {
  if (beginsInWord.test(quote) && wordBefore.test(before)) return true;
  return /^\p{N}/u.test(quote) && figureBefore.test(before);
}

function cutsAfter(quote: string, after: string): boolean {
  if (wordBefore.test(quote) && wordBehind.test(after)) return true;
  return /\p{N}$/u.test(quote) && figureBehind.test(after);
}

function oneSpaced(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
