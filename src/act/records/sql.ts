import { DatabaseSync } from 'node:sqlite';
import type { AnyMessage } from '../../codec/message.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
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

/** A query whose one row has the values. */
export interface SqlSourceOptions extends SourceOptions {
  /** What it is called where something is wrong with it. */
  readonly name: string;
  /** One SELECT; `?` in SQLite, `$1` in PostgreSQL stand for the parameters. */
  readonly query: string;
  /** The slots that are its parameters, in order: their values are never part of its text. */
  readonly parameters: readonly string[];
}

/** Two rows at most, with the names of the columns as the query gives them. */
export interface Queried {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Runs the query. It may change nothing, and throws whatever a database throws. */
export type RunQuery = (query: string, parameters: readonly string[]) => Promise<Queried>;

/** Values from a query. Throws SourceError for no row, two of them, and what is no value. */
export function sqlSource(options: SqlSourceOptions, run: RunQuery): Source {
  const { name, query, parameters } = options;
  if (parameters.length === 0)
    throw new UsageError(
      'usage/source',
      `${name}: a query without parameters finds the same row for everybody`,
    );
  return async (ho: AnyMessage) => {
    if (columnsFor(ho, options).length === 0) return {};
    const values = parameters.map((slot) => keyOn(ho, slot, name));
    const what = `${name} ${parameters.map((slot, at) => `${slot}=${values[at]}`).join(' ')}`;
    const queried = await run(query, values).catch((error: unknown) => {
      throw unreadable(name, error);
    });
    return valuesOf(ho, onlyRow(rowsOf(queried, name), what), options);
  };
}

function rowsOf({ names, rows }: Queried, name: string): readonly Row[] {
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined)
    throw new SourceError('source/ambiguous', `${name}: two columns of the query are called ${twice}`);
  return rows.map((row, at) => ({
    where: `${name} row ${at + 1}`,
    columns: Object.fromEntries(names.map((one, column) => [one, row[column]])),
  }));
}

/** Queries a SQLite file, which is opened to be read only. */
export function querySqlite(file: string): RunQuery {
  return async (query, parameters) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
    try {
      const statement = database.prepare(query);
      const names = statement.columns().map(({ name }) => name);
      const rows: unknown[][] = [];
      for (const row of statement.iterate(...parameters)) {
        if (rows.push(names.map((name) => row[name])) === 2) break;
      }
      return { names, rows };
    } finally {
      database.close();
    }
  };
}
