import type { Link } from './proof/chain.ts';
import type { Slice, Wanted } from './store.ts';
import type { Row, RowPage, Table } from './whole.ts';

/** Where a ledger is replayed: tables of its own in a temporary file, which is gone when it is closed. */
export interface Scratch {
  /** What a step would have seen after the entries taken so far. */
  read(conversation: string, wanted: Wanted): Slice;
  /** The next entries of a conversation. */
  take(conversation: string, links: readonly Link[]): void;
  /** Rows beside the entries; who holds which act is as of the last `holdActs`. */
  rows(table: Table, page: RowPage): readonly Row[];
  holdActs(): void;
  close(): void;
}

/** Opens one: a SQLite database, whatever the ledger is stored in, so that memory does not grow with it. */
export async function openScratch(): Promise<Scratch> {
  const { DatabaseSync } = await import('node:sqlite');
  const { assertOurs, prepareDatabase } = await import('./sqlite/schema.ts');
  const { holdActs, rowsIn, take } = await import('./sqlite/whole.ts');
  const { readSlice } = await import('./sqlite/read.ts');
  const database = new DatabaseSync('');
  prepareDatabase(database, assertOurs(database));
  database.exec('PRAGMA foreign_keys = OFF; BEGIN'); // what is taken has been held against its chain
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const sql = (text: string): ReturnType<typeof database.prepare> => {
    const known = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, known);
    return known;
  };
  return {
    read: (conversation, wanted) => readSlice(sql, conversation, wanted),
    take: (conversation, links) => take(sql, conversation, links),
    rows: (table, page) => rowsIn(sql, table, page),
    holdActs: () => holdActs(sql),
    close: () => database.close(),
  };
}
