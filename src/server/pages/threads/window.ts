import type { Stored } from '../../../ledger/store.ts';
import { lastOf, type Seen } from '../reading.ts';

/** The part of a conversation that a picture is made of. */
export interface Window {
  /** In order, with what comes before the rows that are drawn. */
  readonly entries: readonly Stored[];
  /** Rows are drawn of entries after this sequence, so many at most. */
  readonly after: number;
  readonly limit: number;
  /** The sequence of the conversation's last entry. */
  readonly last: number;
}

/** How many rows a page draws. */
export const rows = 60;
/** How far before them a handoff is followed, and how much of a conversation is looked through for an item. */
const before = 1_000;
const most = 5_000;

export interface WindowWanted {
  readonly item: string | null;
  /** The entry that has to be in it. */
  readonly at: number | null;
  /** Entries after this one; the newest unless given. */
  readonly after: number | null;
}

/** Reads the window that is wanted. */
export async function windowOf(seen: Seen, { item, at, after }: WindowWanted): Promise<Window> {
  const { store, conversation } = seen;
  const last = (await lastOf(store, conversation))?.entry.sequence ?? 0;
  if (item !== null) return { ...(await aboutItem(seen, item)), last };
  const newest = Math.max(0, last - rows);
  const wanted = Math.min(after ?? newest, newest);
  const start = at === null || (at > wanted && at <= wanted + rows) ? wanted : Math.max(0, at - rows / 2);
  const from = Math.max(0, start - before);
  const entries = await store.entries(conversation, { after: from, limit: start - from + rows });
  return { entries, after: start, limit: rows, last };
}

/** From the first line about an item on; what comes far behind it is left out. */
async function aboutItem({ store, conversation }: Seen, item: string): Promise<Omit<Window, 'last'>> {
  const ids = [...(await store.about(conversation, item)), ...(await store.beside(conversation, item))];
  const { rows: state } = await store.read(conversation, { ids });
  const sequences = [...state.messages.values()].map(({ sequence }) => sequence);
  const first = sequences.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER);
  if (sequences.length === 0) return { entries: [], after: 0, limit: 0 };
  const entries = await store.entries(conversation, { after: first - 1, limit: most });
  return { entries, after: first - 1, limit: most };
}
