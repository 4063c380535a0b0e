import type { Known } from '../cache.ts';
import { LedgerError } from '../error.ts';
import type { Search, Searched } from '../search.ts';
import { unanswered } from '../sql/asking.ts';
import { readRow } from '../sql/row-text.ts';
import {
  type Found,
  inOrder,
  isAlive,
  isOpen,
  queries,
  type SqlValue,
  type StoredRow,
  sliceOf,
  storedOf,
} from '../sql/rows.ts';
import { type Searching, searchIn } from '../sql/search.ts';
import type { Handoff, MessageRow, Statement } from '../state.ts';
import { agentsIn, holderOf } from '../step.ts';
import type { AskedPage, Holder, KeptRow, Page, Slice, Stored, Wanted } from '../store.ts';
import { errorOf } from './error.ts';
import type { PreparedSql } from './schema.ts';

/** Prepares SQL, once for each text. */
export type Sql = (sql: string) => PreparedSql;

/** The rows of a query. Throws LedgerError for what the database cannot do. */
export function rowsOf<T>(sql: Sql, query: string, ...values: SqlValue[]): readonly T[] {
  try {
    return sql(query).all(...values) as T[];
  } catch (error) {
    throw errorOf(error);
  }
}

/** What a PRAGMA of one value says; empty where it says nothing. */
export function pragmaOf(sql: Sql, name: string): string {
  const [row] = rowsOf<Readonly<Record<string, unknown>>>(sql, `PRAGMA ${name}`);
  return String(Object.values(row ?? {})[0] ?? '');
}

/** Where the database lies; null for one in memory. */
export function fileOf(sql: Sql): string | null {
  const main = rowsOf<{ name: string; file: string }>(sql, 'PRAGMA database_list')[0];
  return main === undefined || main.file === '' ? null : main.file;
}

/** How long the file is, in bytes. */
export function sizeOf(sql: Sql): number {
  return Number(pragmaOf(sql, 'page_count')) * Number(pragmaOf(sql, 'page_size'));
}

/** Milliseconds since 1970 by the database's clock. */
export function nowOf(sql: Sql): number {
  const [row] = rowsOf<{ now: number }>(sql, "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now");
  return Number(row?.now);
}

/** What a step sees: run inside its transaction. */
export function readSlice(sql: Sql, conversation: string, wanted: Wanted): Slice {
  const now = nowOf(sql);
  return sliceOf(conversation, wanted, {
    now,
    ...knownOf(sql, conversation, wanted),
    ...besideOf(sql, wanted),
    open: countOf(sql, 'open', wanted.openBy),
    live: countOf(sql, 'live', wanted.liveBy),
  });
}

/**
 * What a step sees of its own conversation. Every query goes by a whole key, named where SQLite would rather walk through
 * the conversation.
 */
export function knownOf(sql: Sql, conversation: string, wanted: Wanted): Known {
  const { ids = [], tokens = [] } = wanted;
  const named = namedMessages(sql, conversation, ids);
  const roots = rootsOf(sql, conversation, named, tokens);
  const ofRoots = <T>(query: string): T[] =>
    roots.flatMap((root) => jsonRows<T>(sql, query, conversation, root));
  const handoffs = ofRoots<Handoff>(family).sort(inOrder);
  const messages = [
    ...named,
    ...handoffs.flatMap(({ id }) => jsonRows<MessageRow>(sql, about, conversation, id)).sort(inOrder),
  ];
  return {
    head: headOf(sql, conversation),
    ...{ messages, handoffs },
    statements: ofRoots<Statement>(
      'SELECT row FROM statements INDEXED BY statements_of_root WHERE conversation = ? AND root = ?',
    ),
    numbers: numbersOf(sql, conversation, agentsIn(wanted, handoffs)),
    kept: keptBeside(sql, conversation, messages),
  };
}

/** A handoff by its own id and the others of its root; what is about it, itself included. */
const family = `SELECT row FROM handoffs WHERE conversation = ?1 AND id = ?2 UNION ALL
  SELECT row FROM handoffs INDEXED BY handoffs_of_root WHERE conversation = ?1 AND root = ?2 AND root <> id`;
const about = `SELECT row FROM messages WHERE conversation = ?1 AND id = ?2 UNION ALL
  SELECT row FROM messages INDEXED BY messages_of_handoff WHERE conversation = ?1 AND handoff = ?2 AND handoff <> id`;

/** What a step sees beside its own conversation, but for what is counted. */
export function besideOf(sql: Sql, { actKeys = [], lastOf }: Wanted): Pick<Found, 'holders' | 'last'> {
  return {
    holders: holdersOf(sql, actKeys),
    last: lastOf === undefined ? 0 : Number(headOf(sql, lastOf)?.sequence ?? 0),
  };
}

/** Entries with what is kept beside them; `where` selects them as `e`. */
export function storedEntries(sql: Sql, where: string, ...values: SqlValue[]): readonly Stored[] {
  return rowsOf<StoredRow>(sql, `${queries.stored} ${where}`, ...values).map(storedOf);
}

/** Entries of accepted lines addressed to one of the agents. */
export function addressedIn(
  sql: Sql,
  conversation: string,
  agents: readonly string[],
  { after, limit }: Page,
): readonly Stored[] {
  const where = `e.conversation = ? AND e.addressee IN (SELECT value FROM json_each(?))
    AND e.sequence > ? ORDER BY e.sequence LIMIT ?`;
  return storedEntries(sql, where, conversation, JSON.stringify(agents), after, limit);
}

/** Entries that a search finds. */
export function searchedIn(sql: Sql, conversation: string, search: Search): Promise<Searched> {
  const stored: Searching['stored'] = (where, ...values) => storedEntries(sql, where, ...values);
  const last = Number(headOf(sql, conversation)?.sequence ?? 0);
  return searchIn({ at: 'instr', stored }, { conversation, last }, search);
}

/** Named, since SQLite would rather walk through the conversation. */
const asking = 'messages INDEXED BY messages_asking';

/** AQs without an answer, to one of the agents where some are named. */
export function unansweredIn(
  sql: Sql,
  conversation: string,
  { after, limit, to }: AskedPage,
): readonly Stored[] {
  const where = unanswered(asking, to === null ? null : 'IN (SELECT value FROM json_each(?4))');
  return storedEntries(sql, where, conversation, after, limit, ...(to === null ? [] : [JSON.stringify(to)]));
}

function jsonRows<T>(sql: Sql, query: string, ...values: SqlValue[]): readonly T[] {
  return rowsOf<{ row: string }>(sql, query, ...values).map(({ row }) => readRow<T>(row));
}

/** The messages named, and the answers that they got. */
function namedMessages(sql: Sql, conversation: string, ids: readonly string[]): readonly MessageRow[] {
  const named = (id: string): readonly MessageRow[] =>
    jsonRows(sql, 'SELECT row FROM messages WHERE conversation = ? AND id = ?', conversation, id);
  const found = [...new Set(ids)].flatMap(named);
  return [...found, ...found.flatMap(({ answer }) => (answer === null ? [] : named(answer)))];
}

/** The roots of the handoffs that the messages and the tokens belong to. */
function rootsOf(
  sql: Sql,
  conversation: string,
  named: readonly MessageRow[],
  tokens: readonly string[],
): readonly string[] {
  const ofHandoff = 'SELECT root FROM handoffs WHERE conversation = ? AND id = ?';
  const ofToken = 'SELECT root FROM statements WHERE conversation = ? AND token = ?';
  const handoffs = new Set(named.flatMap(({ handoff }) => handoff ?? []));
  const rows = [
    ...[...handoffs].flatMap((id) => rowsOf<{ root: string }>(sql, ofHandoff, conversation, id)),
    ...tokens.flatMap((token) => rowsOf<{ root: string }>(sql, ofToken, conversation, token)),
  ];
  return [...new Set(rows.map(({ root }) => root))];
}

/** The newest entry of a conversation. */
export function headOf(sql: Sql, conversation: string): Found['head'] {
  return rowsOf<NonNullable<Found['head']>>(sql, queries.head, conversation)[0];
}

function numbersOf(sql: Sql, conversation: string, agents: readonly string[]): ReadonlyMap<string, number> {
  const query =
    'SELECT agent, last FROM numbers WHERE conversation = ? AND agent IN (SELECT value FROM json_each(?))';
  const rows = rowsOf<{ agent: string; last: number }>(sql, query, conversation, JSON.stringify(agents));
  return new Map(rows.map(({ agent, last }) => [agent, Number(last)]));
}

function keptBeside(
  sql: Sql,
  conversation: string,
  messages: readonly MessageRow[],
): ReadonlyMap<string, KeptRow> {
  const query = `SELECT message, kept FROM entries WHERE conversation = ?
    AND sequence IN (SELECT value FROM json_each(?)) AND kept IS NOT NULL`;
  const sequences = JSON.stringify(messages.map(({ sequence }) => sequence));
  const rows = rowsOf<{ message: string; kept: string }>(sql, query, conversation, sequences);
  return new Map(rows.map(({ message, kept }) => [message, JSON.parse(kept) as KeptRow]));
}

/** Handoffs that are open, and statements that are live. */
export type Counted = 'open' | 'live';

const counted: Readonly<Record<Counted, string>> = {
  open: `SELECT count(*) AS rows FROM handoffs WHERE principal = ? AND ${isOpen}`,
  live: `SELECT count(*) AS rows FROM statements WHERE principal = ? AND ${isAlive}`,
};

/** How many of them a principal has, over all conversations; 0 for nobody. */
export function countOf(sql: Sql, what: Counted, principal: string | undefined): number {
  if (principal === undefined) return 0;
  return Number(rowsOf<{ rows: number }>(sql, counted[what], principal)[0]?.rows);
}

/**
 * Whose acts they are. A key is written in two places, the table and its index: a flipped bit in one of them would else
 * make the act look as if nobody had it.
 */
function holdersOf(sql: Sql, actKeys: readonly string[]): ReadonlyMap<string, Holder> {
  if (actKeys.length === 0) return new Map();
  const keys = JSON.stringify(actKeys);
  const held = `SELECT k.act_key AS key, s.row AS row, s.conversation AS conversation
    FROM act_keys k JOIN statements s ON s.token = k.token WHERE k.act_key IN (SELECT value FROM json_each(?))`;
  const again = `SELECT count(*) AS keys FROM act_keys INDEXED BY act_keys_again
    WHERE act_key IN (SELECT value FROM json_each(?))`;
  const rows = rowsOf<{ key: string; conversation: string; row: string }>(sql, held, keys);
  const [indexed] = rowsOf<{ keys: number }>(sql, again, keys);
  if (Number(indexed?.keys) !== rows.length) {
    const cause = new Error('act_keys and act_keys_again differ');
    throw new LedgerError('ledger/damaged', 'the file is damaged; nothing was written', { cause });
  }
  return new Map(
    rows.map(({ key, conversation, row }) => [key, holderOf(conversation, readRow<Statement>(row))]),
  );
}
