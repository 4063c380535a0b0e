import { UsageError } from '../diagnostic/usage-error.ts';
import { timeOf } from './clock.ts';
import type { Entry } from './entry.ts';
import type { Connection, Handle } from './ledger.ts';
import { Scribe } from './scribe.ts';
import type { Settings } from './settings.ts';
import type { Rows } from './state.ts';
import type { KeptRow, Slice, Store, Wanted } from './store.ts';

/** Everything that a handle stands on; the act tool works at the same seat. */
export interface Seat {
  readonly by: Required<Connection>;
  readonly store: Store;
  readonly settings: Settings;
  readonly clock: (() => number) | null;
}

/** One moment of a conversation, with a scribe for what is decided about it. */
export interface Sitting {
  readonly at: number;
  readonly now: string;
  readonly slice: Slice;
  readonly rows: Rows;
  readonly scribe: Scribe;
}

/** What was decided: an answer, made once the scribe's drafts are written. */
export type Conclusion<T> = (written: readonly Entry[], after: Rows, kept: ReadonlyMap<string, KeptRow>) => T;

const seats = new WeakMap<Handle, Seat>();

/** Remembers what a handle stands on. */
export function seatHandle<H extends Handle>(handle: H, seat: Seat): H {
  seats.set(handle, seat);
  return handle;
}

/** What a handle stands on; an object that only looks like one is refused. */
export function seatOf(handle: Handle): Seat {
  const seat = seats.get(handle);
  if (seat === undefined)
    throw new UsageError('usage/handle', 'this is no handle that a ledger gave: use ledger.as(…)');
  return seat;
}

/** One step of the ledger: `decide` is pure, and everything it has the scribe write is written, or nothing is. */
export function decide<T>(
  seat: Seat,
  wanted: Wanted,
  decider: (sitting: Sitting) => Conclusion<T>,
): Promise<T> {
  const { store, by, settings, clock } = seat;
  return store.step(by.conversation, wanted, (slice) => {
    const at = clock?.() ?? slice.now;
    const scribe = new Scribe(slice, by, settings);
    const conclude = decider({ at, now: timeOf(at), slice, rows: slice.rows, scribe });
    const { drafts, kept } = scribe;
    return { at, drafts, kept, answer: (written, after) => conclude(written, after, kept) };
  });
}
