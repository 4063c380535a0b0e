import { countCodePoints, faultOf, startOfCharacter } from './characters.ts';
import { asEscape, escaped } from './shown.ts';
import type { Span } from './span.ts';

/** A line made safe to print, and the carets that stand under a part of it. */
export interface Frame {
  /** The column of the part's first character, in code points from 1. */
  readonly column: number;
  readonly text: string;
  readonly carets: string;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly marked: boolean;
}

/**
 * How many widths of a line are looked at on either side, so that framing a long line costs no more than a short one;
 * several, since characters may take no column.
 */
const aside = 4;
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115E\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])$/u;
const half = /^\p{Regional_Indicator}$/u;
const mark = /^\p{M}$/u;

/**
 * Draws a line with carets under `span`: nothing that hides or turns text is printed as it is, wide characters count
 * as two, and a line longer than `width` columns is cut around the span, with `…` where it was cut.
 */
export function frame(line: string, span: Span, width = 100): Frame {
  const cells: Cell[] = [];
  const from = startOfCharacter(line, Math.max(0, Math.min(span.start, line.length) - aside * width));
  const to = startOfCharacter(line, Math.min(line.length, span.start + aside * width));
  let at = from;
  for (const character of line.slice(from, to)) {
    const after = at + character.length;
    cells.push(cellOf(character, at < Math.max(span.end, span.start + 1) && after > span.start));
    at = after;
  }
  if (span.start >= line.length) cells.push({ text: ' ', width: 1, marked: true });
  const isCut = { before: from > 0, behind: to < line.length };
  return { column: columnOf(line, span), ...drawn(window(withCaret(cells), width, isCut)) };
}

/** The column at which a span begins, in code points from 1. */
export function columnOf(line: string, span: Span): number {
  return countCodePoints(line.slice(0, span.start)) + 1;
}

/** Columns that a terminal gives to one character. */
function widthOf(character: string): number {
  if (mark.test(character)) return 0;
  return wide.test(character) && !half.test(character) ? 2 : 1;
}

/** The cells, those marked as their code points where they have no column that a caret could stand under. */
function withCaret(cells: readonly Cell[]): readonly Cell[] {
  if (cells.some(({ marked, width }) => marked && width > 0)) return cells;
  return cells.map((cell) => (cell.marked ? asCodePoint(cell.text) : cell));
}

function asCodePoint(character: string): Cell {
  const text = asEscape(character.codePointAt(0) as number);
  return { text, width: text.length, marked: true };
}

function cellOf(character: string, marked: boolean): Cell {
  const codePoint = character.codePointAt(0) as number;
  if (codePoint >= 0x20 && codePoint < 0x7f) return { text: character, width: 1, marked };
  if (faultOf(codePoint) === undefined) {
    return { text: character, width: widthOf(character), marked };
  }
  const text = escaped(character);
  return { text, width: text.length, marked };
}

/** The cells around the marked ones that fit into `width`, a third of it in front of them. */
function window(
  cells: readonly Cell[],
  width: number,
  isCut: { readonly before: boolean; readonly behind: boolean },
): readonly Cell[] {
  const room = width - 2;
  if (!isCut.before && !isCut.behind && widthOfAll(cells) <= width) return cells;
  let from = Math.max(
    0,
    cells.findIndex(({ marked }) => marked),
  );
  let used = 0;
  for (const third = Math.floor(room / 3); from > 0 && used + width1(cells, from - 1) <= third; from--) {
    used += width1(cells, from - 1);
  }
  let to = from;
  for (used = 0; to < cells.length && used + width1(cells, to) <= room; to++) used += width1(cells, to);
  for (; from > 0 && used + width1(cells, from - 1) <= room; from--) used += width1(cells, from - 1);
  const cut: Cell = { text: '…', width: 1, marked: false };
  const isWhole = { before: from === 0 && !isCut.before, behind: to === cells.length && !isCut.behind };
  return [...(isWhole.before ? [] : [cut]), ...cells.slice(from, to), ...(isWhole.behind ? [] : [cut])];
}

function width1(cells: readonly Cell[], index: number): number {
  return cells[index]?.width ?? 0;
}

function widthOfAll(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

function drawn(cells: readonly Cell[]): { text: string; carets: string } {
  const carets = cells.map(({ width, marked }) => (marked ? '^' : ' ').repeat(width)).join('');
  return {
    text: cells
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
    carets: carets.trimEnd(),
  };
}
