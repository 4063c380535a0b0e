import { escaped } from '../../text/shown.ts';

/** A cell: what has no value is empty. */
export type Cell = string | number | boolean | null;

/**
 * A row of CSV (RFC 4180), every text in quotes. What a spreadsheet would run as a formula is set off by an apostrophe, and
 * what cannot be seen is written as its code point: what is opened is what was recorded.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Signs by which spreadsheets begin a formula, in their full-width forms too; blanks before them are skipped. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/;
const number = /^-?[0-9]+(?:\.[0-9]+)?$/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = escaped(cell);
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
