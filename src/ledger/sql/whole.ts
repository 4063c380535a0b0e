import type { EntryBody } from '../entry.ts';
import { LedgerError } from '../error.ts';
import { readKept } from '../kept.ts';
import { namedIn } from '../named.ts';
import type { Link } from '../proof/chain.ts';
import { unsealed } from '../proof/seal.ts';
import { holdsAct, type Statement } from '../state.ts';
import type { Decision, KeptRow, Wanted } from '../store.ts';
import { type Row, type RowPage, type Table, tables } from '../whole.ts';
import { readRow } from './row-text.ts';

// What the stores do alike with a ledger as a whole.

/** The query of a page of rows, and its values. */
export function rowsQuery(
  table: Table,
  { after, limit }: RowPage,
): [query: string, ...values: (string | number)[]] {
  const { key, columns } = tables[table];
  const keys = key.join(', ');
  const where = after === null ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
  const query = `SELECT ${[...key, ...columns].join(', ')} FROM ${table} ${where} ORDER BY ${keys} LIMIT ?`;
  return [query, ...(after ?? []), limit];
}

/** A step that takes entries as they were sealed elsewhere, and what is kept beside them. */
export function taking(links: readonly Link[]): {
  readonly wanted: Wanted;
  readonly decision: Decision<null>;
} {
  const sealed = links.map(({ entry }) => unsealed(entry));
  const bodies = sealed.map(({ body }) => body);
  const kept = new Map(links.flatMap((link, index) => keptRowOf(link, bodies[index] as EntryBody)));
  return { wanted: namedIn(bodies), decision: { at: 0, drafts: [], sealed, kept, answer: () => null } };
}

function keptRowOf({ entry, keptText }: Link, { message }: EntryBody): [id: string, row: KeptRow][] {
  return keptText === null ? [] : [[String(message?.['id']), readKept(keptText, entry)]];
}

/** Nothing may have been written before: what would be restored is behind it. */
export function assertEmpty(rows: readonly unknown[]): void {
  if (rows.length === 0) return;
  throw new LedgerError('ledger/not-empty', 'the ledger has entries already: import into a new one');
}

/** Whether anything was ever written: an entry, a number given out, an acknowledgement. */
export const anything = `SELECT 1 FROM entries UNION ALL SELECT 1 FROM numbers UNION ALL SELECT 1 FROM cursors LIMIT 1`;

/** A statement that holds acts, and whether it yields to one that holds them already. */
export interface Held {
  readonly conversation: string;
  readonly token: string;
  readonly actKeys: readonly string[];
  readonly yields: boolean;
}

/** What a row of statements holds; null when that is nothing. An incident leaves an act to whoever holds it (act.md 3). */
export function heldBy({ key: [conversation = '', , token = ''], values }: Row): Held | null {
  const statement = readRow<Statement>(String(values['row']));
  if (!holdsAct(statement)) return null;
  return { conversation, token, actKeys: statement.actKeys, yields: statement.incident !== null };
}

/** How many statements are looked at together. */
export const manyStatements = 500;
