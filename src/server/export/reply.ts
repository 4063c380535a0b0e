import type { Context } from 'hono';
import { type Cell, csvRow } from './csv.ts';

/** Rows to hand out: as a table for a spreadsheet, and each whole for a program. */
export interface Export<T> {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly rows: AsyncIterable<T> | Iterable<T>;
  readonly columns: Readonly<Record<string, (row: T) => Cell>>;
  readonly json: (row: T) => unknown;
}

/** The endings under which exports are asked for. */
export type Form = 'csv' | 'json';

/** Hands rows out as a file, a piece at a time: nothing is kept in memory, and a reader that leaves ends it. */
export function exported<T>(c: Context, form: Form, wanted: Export<T>): Response {
  const text = form === 'csv' ? csvText(wanted) : jsonText(wanted);
  const type = form === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
  return c.body(ReadableStream.from(text).pipeThrough(new TextEncoderStream()), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${wanted.name}.${form}"`,
  });
}

async function* csvText<T>({ rows, columns }: Export<T>): AsyncGenerator<string> {
  yield csvRow(Object.keys(columns));
  for await (const row of rows) yield csvRow(Object.values(columns).map((cellOf) => cellOf(row)));
}

async function* jsonText<T>({ rows, json }: Export<T>): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(json(row))}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
