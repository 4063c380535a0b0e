import { byCodePoint } from '../text/canonical-json.ts';
import { rowsAfter } from './changes.ts';
import type { Head } from './heads.ts';
import type { Conversation } from './memory-slice.ts';
import { writesOf } from './sql-rows.ts';
import { taking } from './sql-whole.ts';
import type { Store } from './store.ts';
import { type Restoring, type Row, type RowPage, rowOf, type Table } from './whole.ts';

type Conversations = ReadonlyMap<string, Conversation>;

/** A page of the rows that a table would hold. */
export function rowsIn(
  conversations: Conversations,
  table: Table,
  { after, limit }: RowPage,
): readonly Row[] {
  const all = [...conversations].flatMap(([name, conversation]) => rowsOf(name, conversation, table));
  return all
    .filter(({ key }) => after === null || byKey(key, after) > 0)
    .sort((one, other) => byKey(one.key, other.key))
    .slice(0, limit);
}

/** The last entry of every conversation. */
export function headsIn(conversations: Conversations): readonly Head[] {
  return [...conversations]
    .filter(([, { entries }]) => entries.length > 0)
    .map(([conversation, { rows }]) => ({ conversation, ...rows.head }))
    .sort((one, other) => byCodePoint(one.conversation, other.conversation));
}

/** Whether nothing was ever written. */
export function isEmpty(conversations: Conversations): boolean {
  return [...conversations.values()].every(
    ({ entries, cursors, rows }) => entries.length + cursors.size + rows.numbers.size === 0,
  );
}

/** Restores into a store that nobody else knows. */
export function restoringOf(
  fresh: Pick<Store, 'step' | 'read'>,
  conversationOf: (name: string) => Conversation,
): Restoring {
  return {
    read: (conversation, wanted) => fresh.read(conversation, wanted),
    take: async (conversation, links) => {
      const { wanted, decision } = taking(links);
      await fresh.step(conversation, wanted, () => decision);
    },
    number: async (conversation, agent, last) => {
      const { numbers } = conversationOf(conversation).rows;
      (numbers as Map<string, number>).set(agent, Math.max(last, numbers.get(agent) ?? 0)); // that store's own
    },
    cursor: async (conversation, agent, sequence) => {
      conversationOf(conversation).cursors.set(agent, sequence);
    },
  };
}

function rowsOf(conversation: string, { rows, cursors }: Conversation, table: Table): readonly Row[] {
  if (table === 'numbers')
    return [...rows.numbers].map(([agent, last]) => rowOf(table, { conversation, agent, last }));
  if (table === 'cursors')
    return [...cursors].map(([agent, sequence]) => rowOf(table, { conversation, agent, sequence }));
  const nothing = { entries: [], before: rowsAfter(rows.head), kept: new Map(), redactions: [] };
  const { inserts } = writesOf({ conversation, changes: rows, ...nothing });
  return inserts.filter((insert) => insert.table === table).map(({ values }) => rowOf(table, values));
}

function byKey(one: readonly string[], other: readonly string[]): number {
  for (const [at, part] of one.entries()) {
    const order = byCodePoint(part, other[at] as string);
    if (order !== 0) return order;
  }
  return 0;
}
