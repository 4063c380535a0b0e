import { canonicalJson } from '../../text/canonical-json.ts';
import type { Scratch } from '../scratch.ts';
import { readRow } from '../sql/row-text.ts';
import type { Store } from '../store.ts';
import { byKey, everyRow, type Row, type Table } from '../whole.ts';
import { type Bad, bad, type Spot } from './faults.ts';

/** What the tables of a ledger are held against. */
export interface Replayed {
  readonly store: Store;
  /** Where its entries were replayed. */
  readonly scratch: Scratch;
  /** The last entry of each conversation that was. */
  readonly heads: ReadonlyMap<string, number>;
}

/** The tables that follow from the entries; of numbers of ids only the least that they may be does. */
const derived = ['messages', 'handoffs', 'closes', 'statements', 'act_keys', 'numbers'] as const;

/** What was found: the first row that no entry accounts for, and where somebody wrote meanwhile. */
export interface StateFound {
  readonly bad: Bad | null;
  /** Conversations of which nothing can be said: they have entries that were not replayed. */
  readonly moved: ReadonlySet<string>;
}

/** Compares every row that follows from the entries with the row that a replay came to (I18). */
export async function checkState(replayed: Replayed): Promise<StateFound> {
  replayed.scratch.holdActs();
  const moved = new Set<string>();
  for (const table of derived) {
    for await (const { row, why } of differences(replayed, table)) {
      const conversation = await conversationOf(replayed, table, row);
      const spot = { conversation, sequence: replayed.heads.get(conversation) ?? 0 };
      if (moved.has(conversation) || (await hasMoved(replayed, spot))) moved.add(conversation);
      else return { bad: bad(spot, 'state', `${table}, ${row.key.at(-1)}: ${why}`), moved };
    }
  }
  return { bad: null, moved };
}

async function hasMoved({ store }: Replayed, { conversation, sequence }: Spot): Promise<boolean> {
  return (await store.read(conversation, {})).rows.head.sequence !== sequence;
}

interface Difference {
  readonly row: Row;
  readonly why: string;
}

/** Both sides in the order of their keys, side by side. */
async function* differences({ store, scratch }: Replayed, table: Table): AsyncGenerator<Difference> {
  const there = everyRow(store.whole, table);
  const replayed = everyRow(scratch, table);
  let [row, own] = [await next(there), await next(replayed)];
  while (row !== null || own !== null) {
    const order = row === null ? 1 : own === null ? -1 : byKey(row.key, own.key);
    if (order < 0 && row !== null) {
      if (table !== 'numbers') yield { row, why: 'no entry says that it is there' };
      row = await next(there);
    } else if (order > 0 && own !== null) {
      yield { row: own, why: 'it is not there, and the entries say that it is' };
      own = await next(replayed);
    } else if (row !== null && own !== null) {
      const column = differingColumn(table, row, own);
      if (column !== null) yield { row, why: `its ${column} is not what the entries say` };
      [row, own] = [await next(there), await next(replayed)];
    }
  }
}

async function next(rows: AsyncGenerator<Row>): Promise<Row | null> {
  const { value, done } = await rows.next();
  return done === true ? null : value;
}

function differingColumn(table: Table, { values }: Row, own: Row): string | null {
  const columns = Object.keys(own.values);
  const differs = (column: string): boolean => {
    const [there, replayed] = [values[column], own.values[column]];
    if (table === 'numbers') return Number(there) < Number(replayed); // some were given out and never used
    return column === 'row' ? !isSameRow(String(there), String(replayed)) : there !== replayed;
  };
  return columns.find(differs) ?? null;
}

/** The same state; an older version may have written its members in another order. */
function isSameRow(there: string, replayed: string): boolean {
  if (there === replayed) return true;
  try {
    return canonicalJson(readRow(there)) === canonicalJson(readRow(replayed));
  } catch {
    return false;
  }
}

/** Where a row belongs; that an act is held is said by the statement that holds it. */
async function conversationOf({ store, scratch }: Replayed, table: Table, row: Row): Promise<string> {
  if (table !== 'act_keys') return row.key[0] ?? '';
  for (const whole of [scratch, store.whole]) {
    for await (const { key } of everyRow(whole, 'statements')) {
      const [conversation = '', , token] = key;
      if (token === row.values['token']) return conversation;
    }
  }
  return '';
}
