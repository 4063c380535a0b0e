import { byCodePoint } from '../../text/canonical-json.ts';
import { rowsAfter } from '../changes.ts';
import type { Head } from '../proof/heads.ts';
import { taking } from '../sql/whole.ts';
import { writesOf } from '../sql/writes.ts';
import { holdsAct, type Statement } from '../state.ts';
import { carry, holderOf } from '../step.ts';
import type { Holder, Slice, Wanted } from '../store.ts';
import { byKey, type Restoring, type Row, type RowPage, rowOf, type Table } from '../whole.ts';
import { type Conversation, sliceOf, write } from './slice.ts';
import { conflict } from './unique.ts';

type Conversations = ReadonlyMap<string, Conversation>;

/** A page of the rows that a table would hold. */
export function rowsIn(
  {
    conversations,
    holders,
  }: { readonly conversations: Conversations; readonly holders: ReadonlyMap<string, Holder> },
  table: Table,
  { after, limit }: RowPage,
): readonly Row[] {
  const all =
    table === 'act_keys'
      ? [...holders].map(([act_key, { token }]) => rowOf(table, { act_key, token }))
      : [...conversations].flatMap(([name, conversation]) => rowsOf(name, conversation, table));
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

/** Restores into conversations that nobody else knows. */
export function restoringInto(conversationOf: (name: string) => Conversation): Restoring {
  const sliceAt = (name: string, wanted: Wanted): Slice =>
    sliceOf(conversationOf(name), wanted, { now: 0, holders: new Map(), last: 0, open: 0, live: 0 });
  return {
    read: async (name, wanted) => sliceAt(name, wanted),
    take: async (name, links) => {
      const { wanted, decision } = taking(links);
      write(conversationOf(name), carry(name, sliceAt(name, wanted), decision), decision);
    },
    number: async (name, agent, last) => {
      const { numbers } = conversationOf(name).rows;
      (numbers as Map<string, number>).set(agent, Math.max(last, numbers.get(agent) ?? 0)); // nobody else's
    },
    cursor: async (name, agent, sequence) => void conversationOf(name).cursors.set(agent, sequence),
  };
}

/** Who holds which act, by what became of every statement: those that yield come last. */
export function holdersIn(conversations: Conversations): Map<string, Holder> {
  const holders = new Map<string, Holder>();
  const statements = [...conversations].flatMap(([name, { rows }]) =>
    [...rows.statements.values()].filter(holdsAct).map((statement) => ({ name, statement })),
  );
  for (const { name, statement } of statements.sort((one, other) => yieldsOf(one) - yieldsOf(other))) {
    for (const key of statement.actKeys) {
      const isHeld = holders.has(key);
      if (isHeld && statement.incident === null) throw conflict('one statement an act');
      if (!isHeld) holders.set(key, holderOf(name, statement));
    }
  }
  return holders;
}

function yieldsOf({ statement }: { readonly statement: Statement }): number {
  return statement.incident === null ? 0 : 1;
}

function rowsOf(
  conversation: string,
  { entries, rows, cursors }: Conversation,
  table: Table,
): readonly Row[] {
  if (table === 'numbers')
    return [...rows.numbers].map(([agent, last]) => rowOf(table, { conversation, agent, last }));
  if (table === 'cursors')
    return [...cursors].map(([agent, sequence]) => rowOf(table, { conversation, agent, sequence }));
  const nothing = { before: rowsAfter(rows.head), kept: new Map(), redactions: [] };
  const { inserts } = writesOf({ conversation, entries, changes: rows, ...nothing });
  return inserts.filter((insert) => insert.table === table).map(({ values }) => rowOf(table, values));
}
