import { parse } from 'csv-parse/browser/esm/sync';
import type { Part } from '../source.ts';

/** A row of a table, by the names in its first line. */
export interface Row {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV file, or why it is none: `twice` is the name that two columns have. */
export type Table =
  | { readonly columns: readonly string[]; readonly rows: readonly Row[] }
  | { readonly fault: string; readonly line: number | null; readonly twice?: string };

/** How the maker of a file is known to write it; a document that others made is read by what it looks like. */
export interface TableForm {
  /** What parts the cells; unless given, that of comma, semicolon and tab which the first line has most of. */
  readonly delimiter?: string;
  /** Blanks around a column's name are part of it; otherwise they are dropped. */
  readonly hasExactNames?: boolean;
}

const largestCell = 64 * 1024;

/**
 * Reads comma-separated values with a first line of names (RFC 4180), also those with semicolons or tabs. A row with
 * too many or too few cells, a name twice or a quote that never ends is a fault: no cell is moved under another name. The
 * one reader of such files: of documents here, and of the tool's own records (act).
 */
export function readTable(text: string, { delimiter, hasExactNames = false }: TableForm = {}): Table {
  try {
    const rows = parse(text, {
      bom: true,
      columns: false,
      delimiter: delimiter ?? delimiterOf(text),
      info: true,
      max_record_size: largestCell * 16,
      skip_empty_lines: true,
    }) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }[];
    const [head, ...others] = rows;
    if (head === undefined) return { fault: 'it is empty', line: null };
    const columns = hasExactNames ? head.record : head.record.map((name) => name.trim());
    const names = hasExactNames ? columns : columns.map((name) => name.toLowerCase());
    const twice = columns.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (twice !== undefined)
      return { fault: `the column ${JSON.stringify(twice)} stands twice`, line: 1, twice };
    return {
      columns,
      rows: others.map(({ record, info }) => ({
        line: info.lines,
        cells: Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])),
      })),
    };
  } catch (error) {
    const { message, lines } = error as Error & { readonly lines?: number };
    return { fault: message, line: lines ?? null };
  }
}

/** A table of a mail as parts, a cell a part; one that is no table is plain text. */
export function tableParts(name: string, text: string): readonly Part[] {
  const table = readTable(text);
  if ('fault' in table) return [{ name, text }];
  return table.rows.flatMap((row, index) => rowParts(`${name}, row ${index + 1}`, row));
}

/** The cells of a row as parts: no two of them are read as one figure. */
export function rowParts(name: string, { cells }: Row): readonly Part[] {
  return Object.entries(cells).flatMap(([column, text]) =>
    text === '' ? [] : [{ name: `${name}, ${column}`, text, cell: { column, row: name } }],
  );
}

/** The first column that has one of some names; `PO_Number` and `po-number` are `po number`. */
export function columnNamed(columns: readonly string[], names: readonly string[]): string | undefined {
  const plain = (name: string): string =>
    name
      .toLowerCase()
      .replaceAll(/[\s_.-]+/g, ' ')
      .trim();
  return columns.find((one) => names.includes(plain(one)));
}

/** Why a table cannot be told by its columns: the names that would do, those that are there, and the option that names one. */
export function noColumn({
  says,
  column,
  names,
  columns,
  option,
}: {
  readonly says: string;
  readonly column: string | undefined;
  readonly names: readonly string[];
  readonly columns: readonly string[];
  readonly option: string;
}): string {
  const wanted = column === undefined ? `called ${names.join(', ')}` : JSON.stringify(column);
  const there = columns.map((one) => JSON.stringify(one)).join(', ');
  return `no column ${wanted} says ${says}; there are ${there}: name one with --${option}`;
}

/** The mark that the first line has most of: comma, semicolon or tab. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((mark) => [mark, line.split(mark).length] as const);
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
