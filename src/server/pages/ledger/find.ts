import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Store, Stored } from '../../../ledger/store.ts';
import { isWanted, searchOf, type Wanted } from './wanted.ts';

/** Where a search goes on: before an entry of a conversation, and then in the conversations behind it. */
export interface Place {
  readonly conversation: string;
  readonly before: number;
}

/** A page of what was found, conversation by conversation, in each the newest first. */
export interface Found {
  readonly entries: readonly Stored[];
  /** Where to go on; null where everything was looked at. */
  readonly next: Place | null;
  /** How many entries were looked at. */
  readonly looked: number;
}

/** How many entries one query of the store goes over: it holds up nobody else for long. */
const span = 5_000;

export interface FindOptions {
  /** Names that the person may look at, in order. */
  readonly conversations: readonly string[];
  readonly place: Place | null;
  readonly limit: number;
  /** How many entries are looked at, at most, before the page ends. */
  readonly most: number;
}

/** A page of the entries that are wanted; bounded by what it finds and by what it looks at. */
export async function find(store: Store, wanted: Wanted, options: FindOptions): Promise<Found> {
  const { limit, most } = options;
  const entries: Stored[] = [];
  let looked = 0;
  let place = options.place ?? firstPlace(wanted, options.conversations, '');
  while (place !== null && entries.length < limit && looked < most) {
    const bounds = {
      before: place.before,
      span: Math.min(span, most - looked),
      limit: limit - entries.length,
    };
    const { found, reached, looked: here } = await store.search(place.conversation, searchOf(wanted, bounds));
    entries.push(...found.filter((stored) => isWanted(stored, wanted)));
    looked += here;
    await othersTurn();
    place =
      reached > 1
        ? { conversation: place.conversation, before: reached }
        : firstPlace(wanted, options.conversations, place.conversation);
  }
  return { entries, next: place, looked };
}

/** The end of the first conversation behind a name that is to be looked through; null where there is none. */
function firstPlace(wanted: Wanted, names: readonly string[], behind: string): Place | null {
  const isNext = (name: string): boolean =>
    name > behind && (wanted.conversation === null || name === wanted.conversation);
  const conversation = names.find(isNext);
  return conversation === undefined ? null : { conversation, before: Number.MAX_SAFE_INTEGER };
}

/** Every entry that is wanted, to the end. */
export async function* findAll(
  store: Store,
  wanted: Wanted,
  conversations: readonly string[],
): AsyncGenerator<Stored> {
  let place: Place | null = null;
  do {
    const found: Found = await find(store, wanted, { conversations, place, limit: 500, most: span });
    yield* found.entries;
    place = found.next;
  } while (place !== null);
}
