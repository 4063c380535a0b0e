import { Changes, rowsAfter } from './changes.ts';
import type { Entry } from './entry.ts';
import type { Fact } from './fact.ts';
import { genesis } from './proof/seal.ts';
import type { Rows } from './state.ts';
import { keepMessage, transitions } from './transitions.ts';

/** The state of a conversation without entries. */
export function empty(conversation: string): Rows {
  return rowsAfter({ sequence: 0, hash: genesis(conversation) });
}

/** State as the entries leave it: the same function whatever the store (I18). */
export function fold(conversation: string, entries: Iterable<Entry>): Rows {
  let rows = empty(conversation);
  for (const entry of entries) rows = absorb(rows, apply(rows, entry));
  return rows;
}

/** The rows that an entry changes, and the new head. Throws LedgerError for a transition that act.md does not have. */
export function apply(rows: Rows, entry: Entry): Rows {
  const changes = new Changes(rows, entry);
  const { message, refused, facts } = entry.body;
  if (message !== null && refused === null) keepMessage(changes);
  for (const fact of facts) {
    const transition = transitions[fact.fact] as (changes: Changes, fact: Fact) => void; // the row of this very fact
    transition(changes, fact);
  }
  return changes.rows;
}

/** Puts changed rows into state that the caller owns: `rows` is changed and returned. */
export function absorb(rows: Rows, changes: Rows): Rows {
  const into = <K, V>(target: ReadonlyMap<K, V>, source: ReadonlyMap<K, V>): Map<K, V> => {
    const map = target as Map<K, V>; // made by rowsAfter
    for (const [key, value] of source) map.set(key, value);
    return map;
  };
  return {
    head: changes.head,
    messages: into(rows.messages, changes.messages),
    handoffs: into(rows.handoffs, changes.handoffs),
    statements: into(rows.statements, changes.statements),
    numbers: into(rows.numbers, changes.numbers),
  };
}
