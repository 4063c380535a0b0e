import { byCodePoint } from '../text/canonical-json.ts';
import { LedgerError } from './error.ts';
import type { Link } from './proof/chain.ts';
import type { Head } from './proof/heads.ts';
import type { Slice, Wanted } from './store.ts';

/** A store as a whole, for heads, export, import and verify: nothing that judges or acts uses it. */
export interface Whole {
  /** The last entry of every conversation at one moment, by conversation in the order of code points. */
  heads(): Promise<readonly Head[]>;
  /** Rows beside the entries, in the order of their keys, after one of them: a conversation and whatever names the row. */
  rows(table: Table, page: RowPage): Promise<readonly Row[]>;
  /**
   * Writes another store's ledger into this one, in one transaction: all that `work` does, or nothing when it throws. Then the
   * ledger is of a new epoch and quarantined. Throws LedgerError `ledger/not-empty` where something was written before.
   */
  restore(work: (into: Restoring) => Promise<void>): Promise<void>;
}

/** What a ledger is restored with. */
export interface Restoring {
  /** What a step would see of what is there so far. */
  read(conversation: string, wanted: Wanted): Promise<Slice>;
  /** Entries of one conversation as they were sealed, behind those that are there, and the rows that follow from them. */
  take(conversation: string, links: readonly Link[]): Promise<void>;
  /** The number of an agent's ids that was given out last. */
  number(conversation: string, agent: string, last: number): Promise<void>;
  /** The last entry that an agent's reader acknowledged. */
  cursor(conversation: string, agent: string, sequence: number): Promise<void>;
}

/** Tables beside the entries; the first five follow from them. */
export type Table = 'messages' | 'handoffs' | 'closes' | 'statements' | 'act_keys' | 'numbers' | 'cursors';

export interface RowPage {
  /** The key of the row before; null at the beginning. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

/** A row beside the entries: its key, and what else it holds. */
export interface Row {
  readonly key: readonly string[];
  readonly values: Readonly<Record<string, string | number | null>>;
}

/**
 * The columns of each table that every store has, in the order of an index. When a statement or handoff is looked at
 * next is the sweeper's own: only whether it is looked at follows from the entries.
 */
export const tables = {
  messages: {
    key: ['conversation', 'id'],
    columns: ['sequence', 'handoff', 'item', 'answer', 'asks', 'row'],
  },
  handoffs: {
    key: ['conversation', 'id'],
    columns: ['sequence', 'root', 'item', 'principal', 'state', 'open', 'row', 'due_at'],
  },
  closes: { key: ['conversation', 'handoff'], columns: ['message'] },
  statements: {
    key: ['conversation', 'root', 'token'],
    columns: ['handoff', 'principal', 'state', 'fence', 'row', 'due_at'],
  },
  act_keys: { key: ['act_key'], columns: ['token'] },
  numbers: { key: ['conversation', 'agent'], columns: ['last'] },
  cursors: { key: ['conversation', 'agent'], columns: ['sequence'] },
} as const;
tables satisfies Record<Table, { readonly key: readonly string[]; readonly columns: readonly string[] }>;

const counts: readonly string[] = ['sequence', 'fence', 'last', 'open'];

/** A row as the columns of its table hold it; integers may come as text. */
export function rowOf(table: Table, raw: Readonly<Record<string, unknown>>): Row {
  const { key, columns } = tables[table];
  return {
    key: key.map((column) => String(raw[column])),
    values: Object.fromEntries(
      columns.map((column) => {
        const value = raw[column] as string | number | null;
        if (column === 'due_at') return ['is_due', value === null ? 0 : 1];
        return [column, counts.includes(column) && value !== null ? Number(value) : value];
      }),
    ),
  };
}

/** Orders keys by their parts, each by code point, as the databases do. */
export function byKey(one: readonly string[], other: readonly string[]): number {
  for (const [at, part] of one.entries()) {
    const order = byCodePoint(part, other[at] as string);
    if (order !== 0) return order;
  }
  return 0;
}

const manyRows = 500;

/** Every row of a table, a page at a time. */
export async function* everyRow(
  { rows }: { rows(table: Table, page: RowPage): Promise<readonly Row[]> | readonly Row[] },
  table: Table,
): AsyncGenerator<Row> {
  for (let after: Row['key'] | null = null; ; ) {
    const found = await rows(table, { after, limit: manyRows });
    yield* found;
    if (found.length < manyRows) return;
    after = found.at(-1)?.key ?? null;
  }
}

/** Codes of what a replay throws when each entry is sealed, and together they say what no ledger could come to. */
const contradictions: readonly string[] = [
  'ledger/state',
  'ledger/transition',
  'ledger/conflict',
  'ledger/damaged',
];

/** Why entries cannot follow from each other, when that is the error; null for any other one. */
export function contradictionIn(error: unknown): string | null {
  if (!(error instanceof LedgerError) || !contradictions.includes(error.code)) return null;
  return `what its entries say cannot follow from each other: ${error.message}`;
}
