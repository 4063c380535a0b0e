import { UsageError } from '../diagnostic/usage-error.ts';
import type { Query } from './postgres-session.ts';
import { readRow } from './row-text.ts';
import { type Found, inOrder, isAlive, isOpen, sliceOf } from './sql-rows.ts';
import type { Handoff, MessageRow, Statement } from './state.ts';
import { holderOf } from './step.ts';
import type { KeptRow, Slice, Wanted } from './store.ts';

/** The clock of the moment, not of the transaction's start, in milliseconds. */
const clock = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text';

/** Milliseconds since 1970 by the database's clock. */
export async function nowOf(query: Query): Promise<number> {
  const [row] = await query<{ now: string }>(`SELECT ${clock} AS now`);
  return Number(row?.now);
}

/** A row of the slice: what it is, its key, whose it is, its text. */
interface Part {
  readonly kind:
    | 'now'
    | 'head'
    | 'named'
    | 'message'
    | 'handoff'
    | 'statement'
    | 'number'
    | 'kept'
    | 'holder'
    | 'last'
    | 'open'
    | 'live';
  readonly key: string;
  readonly conversation: string;
  readonly row: string;
}

/**
 * Conversation, ids, tokens, act keys, agents, another conversation and principals: everything that a step sees in one
 * statement, so of one moment.
 */
const slice = `
WITH named AS (
  SELECT m.id, m.handoff, m.row FROM messages m WHERE m.conversation = ?1 AND (m.id = ANY (?2) OR m.id IN (
    SELECT a.answer FROM messages a WHERE a.conversation = ?1 AND a.id = ANY (?2)))
), roots AS (
  SELECT h.root FROM handoffs h WHERE h.conversation = ?1 AND h.id IN (SELECT n.handoff FROM named n)
  UNION SELECT s.root FROM statements s WHERE s.conversation = ?1 AND s.token = ANY (?3)
), family AS (
  SELECT h.id, h.sender, h.receiver, h.row FROM handoffs h
  WHERE h.conversation = ?1 AND h.root IN (SELECT r.root FROM roots r)
), about AS (
  SELECT m.id, m.row FROM messages m WHERE m.conversation = ?1 AND m.handoff IN (SELECT f.id FROM family f)
)
SELECT 'now' AS kind, '' AS key, '' AS conversation, ${clock} AS row
UNION ALL (SELECT 'head', e.hash, '', e.sequence::text FROM entries e
  WHERE e.conversation = ?1 ORDER BY e.sequence DESC LIMIT 1)
UNION ALL SELECT 'named', n.id, '', n.row FROM named n
UNION ALL SELECT 'message', a.id, '', a.row FROM about a
UNION ALL SELECT 'handoff', f.id, '', f.row FROM family f
UNION ALL SELECT 'statement', s.token, '', s.row FROM statements s
  WHERE s.conversation = ?1 AND s.root IN (SELECT r.root FROM roots r)
UNION ALL SELECT 'number', u.agent, '', u.last::text FROM numbers u WHERE u.conversation = ?1 AND (u.agent = ANY (?5)
  OR u.agent IN (SELECT f.sender FROM family f) OR u.agent IN (SELECT f.receiver FROM family f))
UNION ALL SELECT 'kept', k.id, '', k.row FROM kept k
  WHERE k.conversation = ?1 AND k.id IN (SELECT n.id FROM named n UNION SELECT a.id FROM about a)
UNION ALL SELECT 'holder', k.act_key, s.conversation, s.row FROM act_keys k
  JOIN statements s ON s.conversation = k.conversation AND s.token = k.token WHERE k.act_key = ANY (?4)
UNION ALL (SELECT 'last', '', '', e.sequence::text FROM entries e
  WHERE e.conversation = ?6 ORDER BY e.sequence DESC LIMIT 1)
UNION ALL SELECT 'open', '', '', count(*)::text FROM handoffs h WHERE h.principal = ?7 AND ${isOpen}
UNION ALL SELECT 'live', '', '', count(*)::text FROM statements s WHERE s.principal = ?8 AND ${isAlive}`;

/** What a step sees: run inside its transaction, after the lock. */
export async function readSlice(query: Query, conversation: string, wanted: Wanted): Promise<Slice> {
  const { ids = [], tokens = [], actKeys = [], agents = [] } = wanted;
  const lists = [ids, tokens, actKeys, agents].map((list) => list.filter(isText));
  const names = [wanted.lastOf, wanted.openBy, wanted.liveBy].map((name) =>
    name !== undefined && isText(name) ? name : null,
  );
  const parts = await query<Part>(slice, conversation, ...lists, ...names);
  const of = (kind: Part['kind']): readonly Part[] => parts.filter((part) => part.kind === kind);
  const rows = <R>(kind: Part['kind']): R[] => of(kind).map(({ row }) => readRow<R>(row));
  const found: Found = {
    now: Number(of('now')[0]?.row),
    head: of('head').map(({ key, row }) => ({ hash: key, sequence: row }))[0],
    messages: [...rows<MessageRow>('named'), ...rows<MessageRow>('message').sort(inOrder)],
    handoffs: rows<Handoff>('handoff').sort(inOrder),
    statements: rows<Statement>('statement'),
    numbers: new Map(of('number').map(({ key, row }) => [key, Number(row)])),
    kept: new Map(of('kept').map(({ key, row }) => [key, JSON.parse(row) as KeptRow])),
    holders: new Map(
      of('holder').map(({ key, conversation: whose, row }) => [
        key,
        holderOf(whose, readRow<Statement>(row)),
      ]),
    ),
    last: Number(of('last')[0]?.row ?? 0),
    open: Number(of('open')[0]?.row),
    live: Number(of('live')[0]?.row),
  };
  return sliceOf(conversation, wanted, found);
}

/** Whether PostgreSQL can hold a text as it is: what it cannot hold is not in it. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Throws UsageError for a name that PostgreSQL cannot hold. */
export function assertName(conversation: string): void {
  if (isText(conversation)) return;
  throw new UsageError('usage/conversation', 'the name of a conversation is text that a database can hold');
}

/** A page of names; no limit is all of them. */
export interface NamePage {
  readonly after: string;
  readonly limit: number | null;
}

/** Names of conversations that have entries, in order. */
export async function conversationsIn(
  query: Query,
  { after = '', limit = null }: Partial<NamePage>,
): Promise<readonly string[]> {
  const names = `SELECT c.conversation FROM conversations c
    WHERE c.conversation > ? AND EXISTS (SELECT 1 FROM entries e WHERE e.conversation = c.conversation)
    ORDER BY c.conversation LIMIT ?`;
  const rows = await query<{ conversation: string }>(names, after, limit);
  return rows.map(({ conversation }) => conversation);
}
