import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { codePointName } from '../text/characters.ts';
import type { Span } from '../text/span.ts';
import { rules } from './find-rules.ts';
import { type Row, readRow, special } from './row.ts';

/** A line in a text, as it stands there: `line` is the text under `span`, never repaired. */
export interface FoundLine {
  readonly line: string;
  readonly span: Span;
}

export interface FoundLines {
  readonly lines: readonly FoundLine[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The RW1 lines of a text that surrounds them: in fences, bullets, numbered lists, quotations and backticks, one a row
 * (spec 2). What text programs put in place of plain characters is named, not mended. Offsets are UTF-16 units; linear.
 */
export function findLines(text: string): FoundLines {
  const found: Diagnostic[] = [];
  const report = reporter(rules, found);
  if (typeof text !== 'string') {
    report('text/not-text', { got: text === null ? 'null' : typeof text });
    return { lines: [], diagnostics: found };
  }
  const lines: FoundLine[] = [];
  let inFence = false;
  let isBehindLine = false;
  for (const at of rowsOf(text)) {
    const row = readRow(at.text);
    tellRow(row, at, report);
    if (isBehindLine && row.lines.length === 0) tellContinuation(row, at, inFence, report);
    for (const { start, end } of row.lines) {
      tellCharacters(at, { start, end }, report);
      lines.push({ line: at.text.slice(start, end), span: { start: at.start + start, end: at.start + end } });
    }
    if (row.isFence) inFence = !inFence;
    isBehindLine = row.lines.length > 0;
  }
  return { lines, diagnostics: found };
}

interface RowAt {
  readonly text: string;
  readonly start: number;
  readonly number: number;
}

/** Rows end at LF and nowhere else; a CR before it belongs to the end, one BOM at the start is skipped. */
function* rowsOf(text: string): Generator<RowAt> {
  let number = 0;
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; ) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const hasReturn = text[end - 1] === '\r' && end > start;
    yield { text: text.slice(start, hasReturn ? end - 1 : end), start, number: ++number };
    start = end + 1;
  }
}

type Tell = Report<typeof rules>;

const smartQuote = /[\u00ab\u00bb\u2018-\u201f\u2039\u203a]/;
const specialSpace = new RegExp(`[${special.replace('\\t', '')}]`);
const dash = /[\u2010-\u2015\u2212]/;

function tellRow({ lines, marks, unclosed, mention, isSentence, from }: Row, at: RowAt, report: Tell): void {
  const place = (span: Span) => ({ line: at.text, span, number: at.number });
  for (const span of marks) {
    const mark = at.text.slice(span.start, span.end);
    if (smartQuote.test(mark)) report('text/smart-quote', { ...named(mark), where: 'around' }, place(span));
  }
  if (unclosed)
    report('text/unclosed', { opener: at.text.slice(unclosed.start, unclosed.end) }, place(unclosed));
  if (mention) report('text/mid-line', { excerpt: at.text.slice(mention.start) }, place(mention));
  const [first] = lines;
  const space = first === undefined ? -1 : at.text.slice(0, first.start).search(specialSpace);
  if (space >= 0) {
    const span = { start: space, end: space + 1 };
    report('text/no-break-space', { ...named(at.text.charAt(space)), where: 'around' }, place(span));
  }
  const whole = { start: from, end: at.text.length };
  if (isSentence) report('text/in-sentence', { excerpt: at.text.slice(from) }, place(whole));
}

/** Slots or a tail on the row below a line, and anything below it in a fence, would be lost without a word. */
function tellContinuation({ from, isFence, mention }: Row, at: RowAt, inFence: boolean, report: Tell): void {
  const excerpt = at.text.slice(from);
  const isOther = isFence || mention !== null || excerpt === '' || excerpt.startsWith('#');
  if (isOther || !(inFence || /^(?:\/\/|[a-z][a-z0-9_]*=)/.test(excerpt))) return;
  const span = { start: from, end: at.text.length };
  report('text/continued', { excerpt }, { line: at.text, span, number: at.number });
}

/** The first of each kind of character, before the tail, that a text program may have put in place of a plain one. */
function tellCharacters(at: RowAt, { start, end }: Span, report: Tell): void {
  const line = at.text.slice(start, end);
  const tail = line.indexOf(' // ');
  const words = tail < 0 ? line : line.slice(0, tail);
  const where = 'within';
  const first = (kind: RegExp): { readonly codePoint: string; readonly place: Place } | null => {
    const index = words.search(kind);
    if (index < 0) return null;
    const span = { start: start + index, end: start + index + 1 };
    return { ...named(words.charAt(index)), place: { line: at.text, span, number: at.number } };
  };
  const [space, quote, hyphen] = [specialSpace, smartQuote, dash].map(first);
  if (space) report('text/no-break-space', { codePoint: space.codePoint, where }, space.place);
  if (quote) report('text/smart-quote', { codePoint: quote.codePoint, where }, quote.place);
  if (hyphen) report('text/dash', { codePoint: hyphen.codePoint }, hyphen.place);
}

function named(character: string): { readonly codePoint: string } {
  return { codePoint: codePointName(character.codePointAt(0) as number) };
}
