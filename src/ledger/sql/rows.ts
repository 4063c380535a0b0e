import { rowsAfter } from '../changes.ts';
import type { Entry } from '../entry.ts';
import { readKept } from '../kept.ts';
import { genesis, unsealed } from '../proof/seal.ts';
import type { Handoff, MessageRow, Rows, Statement } from '../state.ts';
import { agentsIn, carry } from '../step.ts';
import type { Decision, Holder, KeptRow, Redaction, Slice, Stored, Wanted } from '../store.ts';

// What SQLite and PostgreSQL do alike: the rows of their tables, and the queries whose text is the same.

export type SqlValue = string | number | null;
export type Values = Readonly<Record<string, SqlValue>>;

/** What one transaction writes. `before` holds the rows as they were read, for comparing and setting. */
export interface Writing {
  readonly conversation: string;
  readonly entries: readonly Entry[];
  readonly before: Pick<Rows, 'messages' | 'handoffs' | 'statements' | 'numbers'>;
  readonly changes: Rows;
  readonly kept: ReadonlyMap<string, KeptRow>;
  readonly redactions: readonly Redaction[];
  /** Who holds which act is written by itself: it holds across conversations, which are restored one after the other. */
  readonly withoutActs?: true;
}

/** What `decide` makes of a slice, which it uses up: what is to be written, and what the step answers then. */
export function judge<T>(
  conversation: string,
  slice: Slice,
  decide: (slice: Slice) => Decision<T>,
): { readonly writing: Writing; readonly answer: () => T } {
  const { messages, handoffs, statements, numbers } = slice.rows;
  const before = {
    messages: new Map(messages),
    handoffs: new Map(handoffs),
    statements: new Map(statements),
    numbers: new Map(numbers),
  };
  const decision = decide(slice);
  const { entries, changes, after } = carry(conversation, slice, decision);
  const { kept = new Map<string, KeptRow>(), redactions = [] } = decision;
  return {
    writing: { conversation, entries, before, changes, kept, redactions },
    answer: () => decision.answer(entries, after),
  };
}

/** What was read for a step. */
export interface Found {
  readonly now: number;
  readonly head: { readonly sequence: number | string; readonly hash: string } | undefined;
  readonly messages: readonly MessageRow[];
  readonly handoffs: readonly Handoff[];
  readonly statements: readonly Statement[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly kept: ReadonlyMap<string, KeptRow>;
  readonly holders: ReadonlyMap<string, Holder>;
  readonly last: number;
  readonly open: number;
  readonly live: number;
}

/** By where they stand in their conversation. */
export function inOrder(one: { readonly sequence: number }, other: { readonly sequence: number }): number {
  return one.sequence - other.sequence;
}

/** What was read, as a step sees it. */
export function sliceOf(conversation: string, wanted: Wanted, found: Found): Slice {
  const { now, head, messages, handoffs, statements, numbers, kept, holders, last, open, live } = found;
  return {
    now,
    rows: {
      ...rowsAfter(
        head === undefined
          ? { sequence: 0, hash: genesis(conversation) }
          : { sequence: Number(head.sequence), hash: head.hash },
      ),
      messages: new Map(messages.map((row) => [row.id, row])),
      handoffs: new Map(handoffs.map((row) => [row.id, row])),
      statements: new Map(statements.map((row) => [row.token, row])),
      numbers: new Map(agentsIn(wanted, handoffs).map((agent) => [agent, numbers.get(agent) ?? 0])),
    },
    kept,
    holders,
    last,
    open,
    live,
  };
}

/** A row of `queries.stored`; integers may come as text. */
export interface StoredRow extends Omit<Entry, 'body'> {
  readonly kept: string | null;
}

export function storedOf({ kept: keptText, ...entry }: StoredRow): Stored {
  return {
    entry: unsealed({ ...entry, sequence: Number(entry.sequence), at: Number(entry.at) }),
    keptText,
    get kept() {
      return keptText === null ? null : readKept(keptText, entry);
    },
  };
}

/** A statement that may still run or may have run unseen, as the partial indexes say it. */
export const isAlive: string = "state IN ('PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN')";

/** A handoff that is not closed, as the partial indexes say it. */
export const isOpen: string = 'open IS NOT NULL';

export const queries = {
  /** Entries with what is kept beside them; a condition on `e` follows. */
  stored: `SELECT e.conversation, e.sequence, e.at, e.principal, e.text, e.previous, e.hash, e.kept
    FROM entries e WHERE`,
  open: 'SELECT id FROM handoffs WHERE conversation = ? AND open IS NOT NULL ORDER BY sequence',
  beside: 'SELECT id FROM messages WHERE conversation = ? AND item = ? ORDER BY sequence',
  about: 'SELECT id FROM handoffs WHERE conversation = ? AND item = ? ORDER BY sequence',
  dueStatements: 'SELECT conversation, token FROM statements WHERE due_at <= ? ORDER BY due_at LIMIT ?',
  dueHandoffs: 'SELECT conversation, id AS handoff FROM handoffs WHERE due_at <= ? ORDER BY due_at LIMIT ?',
  unclaimed: "SELECT conversation, token FROM statements WHERE state IN ('PREPARED', 'CONFIRMED') LIMIT ?",
  /** Rows of `due` that go to the end of it. */
  dueStatementLater:
    'UPDATE statements SET due_at = ?1 WHERE conversation = ?2 AND token = ?3 AND due_at <= ?1',
  dueHandoffLater: 'UPDATE handoffs SET due_at = ?1 WHERE conversation = ?2 AND id = ?3 AND due_at <= ?1',
  pick: `SELECT conversation, token FROM statements
    WHERE principal = ? AND state = 'CONFIRMED' AND (due_at IS NULL OR due_at > ?) ORDER BY due_at NULLS LAST LIMIT ?`,
  cursor: 'SELECT sequence FROM cursors WHERE conversation = ? AND agent = ?',
  acknowledge: `INSERT INTO cursors (conversation, agent, sequence) VALUES (?, ?, ?)
    ON CONFLICT (conversation, agent) DO UPDATE SET sequence = excluded.sequence
    WHERE cursors.sequence < excluded.sequence`,
  /** Of SQLite: conversations after a name, from name to name by the index: the entries between them are not looked at. */
  names: `WITH RECURSIVE names (name) AS (SELECT min(conversation) FROM entries WHERE conversation > ?
    UNION ALL SELECT (SELECT min(conversation) FROM entries WHERE conversation > name) FROM names
      WHERE name IS NOT NULL) SELECT name FROM names WHERE name IS NOT NULL LIMIT ?`,
  head: 'SELECT sequence, hash FROM entries WHERE conversation = ? ORDER BY sequence DESC LIMIT 1',
  reserve: `INSERT INTO numbers (conversation, agent, last) VALUES (?, ?, 1)
    ON CONFLICT (conversation, agent) DO UPDATE SET last = numbers.last + 1 RETURNING last`,
  /** A number of an id that was used never goes back. */
  number: `INSERT INTO numbers (conversation, agent, last) VALUES (?, ?, ?)
    ON CONFLICT (conversation, agent) DO UPDATE SET last = excluded.last WHERE numbers.last < excluded.last`,
} as const;
