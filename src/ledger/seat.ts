import { UsageError } from '../diagnostic/usage-error.ts';
import { timeOf } from './clock.ts';
import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Connection, Handle } from './ledger.ts';
import { type Roster, rosterConversation } from './principals/roster.ts';
import { Scribe } from './scribe.ts';
import type { Settings } from './settings.ts';
import type { Rows } from './state.ts';
import type { KeptRow, Slice, Store, Wanted } from './store.ts';
import type { Trust } from './trust.ts';

/** Everything that a handle stands on; the act tool works at the same seat. */
export interface Seat {
  readonly by: Required<Connection>;
  readonly store: Store;
  readonly settings: Settings;
  readonly clock: (() => number) | null;
  /** The key that the handle was connected with; null where the program itself vouches for its principal. */
  readonly standing: Standing | null;
  /** Whether the ledger may be acted on; null for what makes it so. */
  readonly trust: Trust | null;
}

/** Where to learn whether what a handle was connected with, a key or a passkey, still holds. */
export interface Standing {
  readonly roster: Roster;
  /** By what has been read of the principals. */
  readonly holds: () => boolean;
}

/** One moment of a conversation, with a scribe for what is decided about it. */
export interface Sitting {
  readonly at: number;
  readonly now: string;
  readonly slice: Slice;
  readonly rows: Rows;
  readonly scribe: Scribe;
  /** The key of the one who sits here was revoked. */
  readonly revoked: boolean;
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

/**
 * One step of the ledger: `decide` is pure, and everything it has the scribe write is written, or nothing is. Throws
 * LedgerError `ledger/revoked` for a handle whose key was revoked.
 */
export function decide<T>(
  seat: Seat,
  wanted: Wanted,
  decider: (sitting: Sitting) => Conclusion<T>,
): Promise<T> {
  return decideAnyway(seat, wanted, (sitting) => {
    if (sitting.revoked) throw revokedKey(seat);
    return decider(sitting);
  });
}

/** Throws LedgerError `ledger/revoked` for a handle whose key was revoked: for what is written outside a step. */
export async function assertStanding(seat: Seat): Promise<void> {
  if (!(await isStanding(seat))) throw revokedKey(seat);
}

/** Whether the key that a handle was connected with still holds. */
export async function isStanding({ standing }: Pick<Seat, 'standing'>): Promise<boolean> {
  if (standing === null) return true;
  await standing.roster.refresh();
  return standing.holds();
}

function revokedKey({ by }: Seat): LedgerError {
  return new LedgerError(
    'ledger/revoked',
    `what ${by.principal} was connected with was revoked: nothing was written`,
  );
}

/** A step that has to see for itself whether the key still holds: what has happened is written down all the same. */
export async function decideAnyway<T>(
  seat: Seat,
  wanted: Wanted,
  decider: (sitting: Sitting) => Conclusion<T>,
): Promise<T> {
  const { store, by, settings, clock, standing, trust } = seat;
  await trust?.ready();
  const wants = standing === null ? wanted : { ...wanted, lastOf: rosterConversation };
  for (;;) {
    const step = () =>
      store.step<{ readonly answer: T } | null>(by.conversation, wants, (slice) => {
        const at = clock?.() ?? slice.now;
        // somebody was added or revoked since: whether the key still holds is read first
        if (standing !== null && standing.roster.sequence < slice.last)
          return { at, drafts: [], answer: () => null };
        const scribe = new Scribe(slice, by, settings);
        const revoked = standing !== null && !standing.holds();
        const sitting = { at, now: timeOf(at), slice, rows: slice.rows, scribe, revoked };
        const conclude = decider(sitting);
        const { drafts, kept, redactions } = scribe;
        const answer = (written: readonly Entry[], after: Rows) => ({
          answer: conclude(written, after, kept),
        });
        return { at, drafts, kept, redactions, answer };
      });
    const decided = await settings.pins.reading(step);
    if (decided !== null) return decided.answer;
    await standing?.roster.refresh();
  }
}
