import type { Span } from '../text/span.ts';

/** What one row of a text holds of RW1. Spans are offsets in the row. */
export interface Row {
  /** Where the row's words begin, behind its bullet, number or quotation mark. */
  readonly from: number;
  readonly isFence: boolean;
  readonly lines: readonly Span[];
  /** The marks around a line, where it has some. */
  readonly marks: readonly Span[];
  /** The lines have other words beside them. */
  readonly isSentence: boolean;
  /** An opening mark before a line whose end cannot be told, for want of a closing one. */
  readonly unclosed: Span | null;
  /** Where a line seems to begin behind other words. */
  readonly mention: Span | null;
}

/** White space that may stand between two words where only a blank, U+0020, belongs. */
export const special = '\\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000';
const blank = ` ${special}`;
const ornament = new RegExp(
  `[${blank}>]|(?:[-*+•]|[0-9]{1,9}[.)]|\\([0-9]{1,9}\\)|\\[[ xX]\\])[${blank}]`,
  'y',
);
const fence = new RegExp(`^(?:\`{3,}|~{3,})(?!.*RW[0-9]+[${blank}]+[A-Z]{2}[${blank}])[^\`]*$`);
const opening = /["'*_\u00ab\u2018-\u201f\u2039]{0,6}/y;
const typed = new RegExp(`^RW[0-9]+[${blank}]+[A-Z]{2}[${blank}]`);
const versioned = new RegExp(`^RW[0-9]+[${blank}]`, 'i');
const slot = new RegExp(`[${blank}][a-z][a-z0-9_]*=`);
const mentioned = new RegExp(`RW[0-9]+[${blank}]+[A-Z]{2}[${blank}]+[^${blank}]*-[0-9]`);
const closersOf: Readonly<Record<string, string>> = {
  '\u00ab': '\u00bb',
  '\u2018': '\u2019',
  '\u201a': '\u2018\u2019',
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u2039': '\u203a',
};

/** Reads one row of a text; linear in its length. */
export function readRow(text: string): Row {
  const from = behindOrnaments(text);
  const nothing = {
    from,
    isFence: false,
    lines: [],
    marks: [],
    isSentence: false,
    unclosed: null,
    mention: null,
  };
  if (fence.test(text.slice(from))) return { ...nothing, isFence: true };
  opening.lastIndex = from;
  const marks = opening.exec(text)?.[0] ?? '';
  const row = isLine(text.slice(from + marks.length))
    ? { ...nothing, ...markedLine(text, from, marks) }
    : { ...nothing, ...linesInCode(text, from) };
  return row.lines.length > 0 || row.unclosed ? row : { ...row, mention: mentionIn(text) };
}

function behindOrnaments(text: string): number {
  let from = 0;
  ornament.lastIndex = 0;
  while (ornament.test(text)) from = ornament.lastIndex;
  return from;
}

function isLine(text: string): boolean {
  return typed.test(text) || (versioned.test(text) && slot.test(text));
}

/** A line that fills its row, but for quotes or emphasis around it. */
function markedLine(text: string, from: number, marks: string): Partial<Row> {
  const start = from + marks.length;
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--;
  const last = text[end - 2] ?? '';
  if (marks !== '' && /[.,;:!?]/.test(text[end - 1] ?? '') && closes(marks[0] ?? '', last)) end--;
  const found: Span[] = [];
  for (const [at, mark] of [...marks].entries()) {
    const opener = { start: from + at, end: from + at + 1 };
    if (!closes(mark, text[end - 1] ?? '')) return { unclosed: opener };
    found.push(opener, { start: end - 1, end });
    end--;
  }
  return { lines: [{ start, end }], marks: found };
}

function closes(opener: string, mark: string): boolean {
  return mark !== '' && (closersOf[opener] ?? opener).includes(mark);
}

/** Lines that stand in backticks: a code span begins and ends with a run of as many of them. */
function linesInCode(text: string, from: number): Partial<Row> {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ start: run.index, end: run.index + run[0].length }));
  const lastOf = new Map(runs.map((run, at) => [run.end - run.start, at]));
  const lines: Span[] = [];
  let around = '';
  let behind = from;
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at] as Span;
    const size = open.end - open.start;
    if (lastOf.get(size) === at) {
      if (isLine(text.slice(open.end))) return { lines, unclosed: open };
      continue;
    }
    do at++;
    while ((runs[at] as Span).end - (runs[at] as Span).start !== size); // there is one: this is not the last
    const close = runs[at] as Span;
    if (!isLine(text.slice(open.end, close.start))) continue;
    lines.push({ start: open.end, end: close.start });
    around += text.slice(behind, open.start);
    behind = close.end;
  }
  return { lines, isSentence: lines.length > 0 && /[\p{L}\p{N}]/u.test(around + text.slice(behind)) };
}

function mentionIn(text: string): Span | null {
  const start = text.search(mentioned);
  return start < 0 ? null : { start, end: text.length };
}
