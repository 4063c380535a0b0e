import { UsageError } from '../../diagnostic/usage-error.ts';
import { readRow } from '../sql/row-text.ts';
import { type Found, inOrder, isAlive, isOpen, sliceOf } from '../sql/rows.ts';
import type { Handoff, MessageRow, Statement } from '../state.ts';
import { holderOf } from '../step.ts';
import type { KeptRow, Slice, Wanted } from '../store.ts';
import { among, clock, eq, operator, tableIn } from './names.ts';
import { prepared, type Query, type Run } from './session.ts';

/** Milliseconds since 1970 by the database's clock. */
export async function nowOf(query: Query): Promise<number> {
  const [row] = await query<{ now: string }>(`SELECT ${clock} AS now`);
  return Number(row?.now);
}

/** A row of the slice: what it is, its key, whose it is, its text. */
interface Part {
  readonly kind:
    | 'now'
    | 'mark'
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
function sliceQuery(schema?: string): string {
  const table = tableIn(schema);
  return `
WITH asked AS (
  SELECT m.id, m.sequence, m.handoff, m.answer, m.row FROM ${table('messages')} m
  WHERE m.conversation ${eq} ?1::pg_catalog.text AND m.id ${eq} ANY (?2::pg_catalog.text[])
), named AS (
  SELECT q.id, q.sequence, q.handoff, q.row FROM asked q UNION ALL SELECT m.id, m.sequence, m.handoff, m.row
  FROM asked q JOIN ${table('messages')} m ON m.conversation ${eq} ?1::pg_catalog.text AND m.id ${eq} q.answer
), roots AS (
  SELECT h.root FROM named n JOIN ${table('handoffs')} h ON h.conversation ${eq} ?1::pg_catalog.text AND h.id ${eq} n.handoff
  UNION SELECT s.root FROM ${table('statements')} s WHERE s.conversation ${eq} ?1::pg_catalog.text AND s.token ${eq} ANY (?3::pg_catalog.text[])
), family AS (
  SELECT h.id, h.sender, h.receiver, h.row
  FROM roots r JOIN ${table('handoffs')} h ON h.conversation ${eq} ?1::pg_catalog.text AND h.id ${eq} r.root
  UNION ALL SELECT h.id, h.sender, h.receiver, h.row
  FROM roots r JOIN ${table('handoffs')} h ON h.conversation ${eq} ?1::pg_catalog.text AND h.root ${eq} r.root AND h.root ${operator('<>')} h.id
), about AS (
  SELECT m.id, m.sequence, m.row FROM family f JOIN ${table('messages')} m ON m.conversation ${eq} ?1::pg_catalog.text AND m.id ${eq} f.id
  UNION ALL SELECT m.id, m.sequence, m.row
  FROM family f JOIN ${table('messages')} m ON m.conversation ${eq} ?1::pg_catalog.text AND m.handoff ${eq} f.id AND m.handoff ${operator('<>')} m.id
), agents AS (
  SELECT x.agent FROM pg_catalog.unnest(?5::pg_catalog.text[]) AS x (agent) UNION SELECT f.sender FROM family f UNION SELECT f.receiver FROM family f
), places AS (
  SELECT n.id, n.sequence FROM named n UNION SELECT a.id, a.sequence FROM about a
)
SELECT 'now' AS kind, '' AS key, '' AS conversation, ${clock}::pg_catalog.text AS row
UNION ALL SELECT 'mark', '', '', c.mark FROM ${table('conversations')} c WHERE c.conversation ${eq} ?1::pg_catalog.text
UNION ALL (SELECT 'head', e.hash, '', e.sequence::pg_catalog.text FROM ${table('entries')} e
  WHERE e.conversation ${eq} ?1::pg_catalog.text ORDER BY e.sequence DESC LIMIT 1)
UNION ALL SELECT 'named', n.id, '', n.row FROM named n
UNION ALL SELECT 'message', a.id, '', a.row FROM about a
UNION ALL SELECT 'handoff', f.id, '', f.row FROM family f
UNION ALL SELECT 'statement', s.token, '', s.row
  FROM roots r JOIN ${table('statements')} s ON s.conversation ${eq} ?1::pg_catalog.text AND s.root ${eq} r.root
UNION ALL SELECT 'number', u.agent, '', u.last::pg_catalog.text
  FROM agents g JOIN ${table('numbers')} u ON u.conversation ${eq} ?1::pg_catalog.text AND u.agent ${eq} g.agent
UNION ALL SELECT 'kept', p.id, '', e.kept FROM places p JOIN ${table('entries')} e
  ON e.conversation ${eq} ?1::pg_catalog.text AND e.sequence ${eq} p.sequence WHERE e.kept IS NOT NULL
UNION ALL SELECT 'holder', k.act_key, s.conversation, s.row FROM ${table('act_keys')} k JOIN ${table('statements')} s
  ON s.conversation ${eq} k.conversation AND s.token ${eq} k.token WHERE k.act_key ${eq} ANY (?4::pg_catalog.text[])
UNION ALL (SELECT 'last', '', '', e.sequence::pg_catalog.text FROM ${table('entries')} e
  WHERE e.conversation ${eq} ?6::pg_catalog.text ORDER BY e.sequence DESC LIMIT 1)
UNION ALL SELECT 'open', '', '', pg_catalog.count(*)::pg_catalog.text FROM ${table('handoffs')} h
  WHERE h.principal ${eq} ?7::pg_catalog.text AND h.${isOpen}
UNION ALL SELECT 'live', '', '', pg_catalog.count(*)::pg_catalog.text FROM ${table('statements')} s
  WHERE s.principal ${eq} ?8::pg_catalog.text AND s.${among(isAlive)}`;
}

/** What a step sees, and the mark of its conversation. */
export interface Marked {
  readonly slice: Slice;
  /** Another one after every write in the conversation; nothing before the first. */
  readonly mark: string;
}

/** What a step sees: run inside its transaction, after the lock. */
export async function readSlice(query: Query, conversation: string, wanted: Wanted): Promise<Slice> {
  const parts = await query<Part>(sliceQuery(), ...asked(conversation, wanted));
  return sliceOf(conversation, wanted, foundIn(parts));
}

/** What a step sees, by a statement that stands alone. */
export async function readMarked(
  run: Run,
  {
    conversation,
    wanted,
    schema,
  }: { readonly conversation: string; readonly wanted: Wanted; readonly schema: string },
): Promise<Marked> {
  const parts = await run<Part>(prepared(sliceQuery(schema), asked(conversation, wanted)));
  const mark = parts.find(({ kind }) => kind === 'mark')?.row ?? '';
  return { slice: sliceOf(conversation, wanted, foundIn(parts)), mark };
}

/** The values of `sliceQuery`: what no database can hold is not in it. */
function asked(conversation: string, wanted: Wanted): unknown[] {
  const { ids = [], tokens = [], actKeys = [], agents = [], lastOf, openBy, liveBy } = wanted;
  const lists = [ids, tokens, actKeys, agents].map((list) => list.filter(isText));
  const names = [lastOf, openBy, liveBy].map((name) => (name !== undefined && isText(name) ? name : null));
  return [conversation, ...lists, ...names];
}

function foundIn(parts: readonly Part[]): Found {
  const of = (kind: Part['kind']): readonly Part[] => parts.filter((part) => part.kind === kind);
  const rows = <R>(kind: Part['kind']): R[] => of(kind).map(({ row }) => readRow<R>(row));
  return {
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
