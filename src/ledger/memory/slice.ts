import { rowsAfter } from '../changes.ts';
import type { Entry } from '../entry.ts';
import { absorb } from '../fold.ts';
import { unsealed } from '../proof/seal.ts';
import type { Handoff, MessageRow, Rows, Statement } from '../state.ts';
import { agentsIn, type Carried } from '../step.ts';
import type { Decision, KeptRow, Redaction, Slice, Stored, Wanted } from '../store.ts';

/** A conversation as memory holds it. */
export interface Conversation {
  rows: Rows;
  readonly entries: Entry[];
  readonly kept: Map<string, KeptRow>;
  readonly cursors: Map<string, number>;
}

/** What a step sees; the holders are those of every conversation. */
export function sliceOf(
  { rows, kept }: Conversation,
  wanted: Wanted,
  { now, holders, last, open, live }: Pick<Slice, 'now' | 'holders' | 'last' | 'open' | 'live'>,
): Slice {
  const { ids = [], tokens = [], actKeys = [] } = wanted;
  const roots = new Set<string>();
  const messages = new Map<string, MessageRow>();
  const keep = (id: string | null | undefined): void => {
    const row = id == null ? undefined : rows.messages.get(id);
    if (row === undefined) return;
    messages.set(row.id, row);
    const handoff = row.handoff === null ? undefined : rows.handoffs.get(row.handoff);
    if (handoff !== undefined) roots.add(handoff.root);
  };
  for (const id of ids) {
    keep(id);
    keep(rows.messages.get(id)?.answer);
  }
  for (const token of tokens) keep(rows.statements.get(token)?.handoff);
  const handoffs = only(rows.handoffs, ({ root }: Handoff) => roots.has(root));
  for (const row of rows.messages.values()) {
    if (row.handoff !== null && handoffs.has(row.handoff)) messages.set(row.id, row);
  }
  return structuredClone({
    now,
    rows: {
      ...rowsAfter(rows.head),
      messages,
      handoffs,
      statements: only(rows.statements, ({ root }: Statement) => roots.has(root)),
      numbers: new Map(
        agentsIn(wanted, handoffs.values()).map((agent) => [agent, rows.numbers.get(agent) ?? 0]),
      ),
    },
    kept: new Map([...messages.keys()].flatMap((id) => entryOf(kept, id))),
    holders: new Map(actKeys.flatMap((key) => entryOf(holders, key))),
    last,
    open,
    live,
  });
}

/** An entry with what is kept beside it. */
export function stored({ kept }: Conversation, entry: Entry): Stored {
  const row = kept.get(String(entry.body.message?.['id'])) ?? null;
  return { entry, kept: row, keptText: row === null ? null : JSON.stringify(row) };
}

/** Whether an entry is what it was when its redaction was decided. */
export function isAsRead({ entries }: Conversation, { sequence, text }: Redaction): boolean {
  return entries[sequence - 1]?.text === text;
}

/** Writes what a step came to. */
export function write(
  conversation: Conversation,
  { entries, changes }: Carried,
  { kept = new Map<string, KeptRow>(), redactions = [] }: Decision<unknown>,
): void {
  conversation.entries.push(...entries);
  conversation.rows = absorb(conversation.rows, structuredClone(changes)); // what was handed out may be changed
  for (const [id, row] of kept) conversation.kept.set(id, row);
  for (const redaction of redactions) drop(conversation, redaction);
}

/** Puts what remains of an entry in its place, and lets go of what is kept beside it. */
function drop({ entries, kept }: Conversation, { sequence, remains, message }: Redaction): void {
  const { body: _, ...sealed } = entries[sequence - 1] as Entry; // it is as read
  entries[sequence - 1] = unsealed({ ...sealed, text: remains });
  if (message !== null) kept.delete(message);
}

function only<T>(map: ReadonlyMap<string, T>, keeps: (row: T) => boolean): Map<string, T> {
  return new Map([...map].filter(([, row]) => keeps(row)));
}

function entryOf<T>(map: ReadonlyMap<string, T>, key: string): [string, T][] {
  const row = map.get(key);
  return row === undefined ? [] : [[key, row]];
}
