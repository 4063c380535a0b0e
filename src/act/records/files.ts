import { readFile } from 'node:fs/promises';
import { readJson } from '../../text/json.ts';
import {
  columnsFor,
  keyOn,
  onlyRow,
  type Row,
  type Source,
  type SourceOptions,
  unreadable,
  valuesOf,
} from './rows.ts';
import { SourceError } from './source-error.ts';

/** A file whose rows are found by a slot of the handoff. */
export interface FileSourceOptions extends SourceOptions {
  readonly file: string;
  /** What it is called where something is wrong with it; the file unless set. */
  readonly name?: string;
  /** The slot by which a row is found, and the column that holds it; an object of JSON may be keyed by it instead. */
  readonly key: { readonly slot: string; readonly column?: string };
}

/** Most characters of a file of records. */
const longest = 4 * 1024 * 1024;

/**
 * Values from a JSON file: a list of objects, one a row, or an object with a row under each key. It is read anew for
 * every statement. Throws SourceError for no such row, two of them, and what is no value.
 */
export function jsonSource(options: FileSourceOptions): Source {
  return fileSource(options, (text, name) => jsonRows(text, name, options));
}

/** Values from a CSV file with a line of names (RFC 4180); the same in all else. `delimiter`: `,` unless set. */
export function csvSource(options: FileSourceOptions & { readonly delimiter?: string }): Source {
  return fileSource(options, (text, name) => csvRows(text, name, options));
}

function fileSource(
  options: FileSourceOptions,
  rowsIn: (text: string, name: string) => readonly Row[] | Promise<readonly Row[]>,
): Source {
  const { file, name = file, key } = options;
  return async (ho) => {
    if (columnsFor(ho, options).length === 0) return {};
    const wanted = keyOn(ho, key.slot, name);
    const what = `${name} ${key.slot}=${wanted}`;
    const rows = await rowsIn(await textOf(file, name), name);
    const found = rows.filter(({ columns }) => columns[keyColumn(key)] === wanted);
    return valuesOf(ho, onlyRow(found, what), options);
  };
}

/** Where a row's key stands that has no column of its own: no name of a column, whatever it is. */
const underKey = '\u0000key';

function keyColumn({ column }: FileSourceOptions['key']): string {
  return column ?? underKey;
}

async function textOf(file: string, name: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw unreadable(name, (error as NodeJS.ErrnoException).code ?? error);
  }
  if (bytes.length > longest) throw unreadable(name, `longer than ${longest} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(name, 'no UTF-8');
  }
}

function jsonRows(text: string, file: string, { key }: FileSourceOptions): readonly Row[] {
  const { value, faults } = readJson(text, { longest });
  for (const { fault, path, message } of faults) {
    if (fault === 'duplicate') throw new SourceError('source/ambiguous', `${file} ${path}: ${message}`);
    throw unreadable(file, `${path}: ${message}`);
  }
  const keyed = key.column === undefined;
  if (!isObject(value) || Array.isArray(value) === keyed) {
    const expected = keyed ? `an object keyed by ${key.slot}` : `a list of rows with ${key.column}`;
    throw new SourceError('source/value', `${file}: expected ${expected}`);
  }
  return Object.entries(value).map(([name, row]) => {
    const where = keyed ? `${file} ${JSON.stringify(name)}` : `${file} row ${Number(name) + 1}`;
    if (!isObject(row)) throw new SourceError('source/value', `${where}: a row is an object of columns`);
    return { where, columns: keyed ? { ...row, [underKey]: name } : row };
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The maker of the records says how they are written: one mark, and names to the letter. */
async function csvRows(
  text: string,
  file: string,
  { key, delimiter = ',' }: FileSourceOptions & { readonly delimiter?: string },
): Promise<readonly Row[]> {
  const { readTable } = await import('../../evidence/readers/table.ts');
  const table = text.trim() === '' ? noTable : readTable(text, { delimiter, hasExactNames: true });
  if ('fault' in table) {
    if (table.twice === undefined) throw unreadable(file, new Error(table.fault));
    throw new SourceError('source/ambiguous', `${file}: two columns are called ${table.twice}`);
  }
  if (!table.columns.includes(keyColumn(key)))
    throw new SourceError('source/missing', `${file}: there is no column ${key.column ?? ''}`);
  return table.rows.map(({ line, cells }) => ({ where: `${file}:${line}`, columns: cells }));
}

const noTable = { columns: [], rows: [] } as const;
