import { Cache } from '../cache.ts';
import { sliceOf } from '../sql/rows.ts';
import { writesOf } from '../sql/writes.ts';
import { beginsAll, conditionsOf, type Judged, nearsCap, writesNothing } from './batch.ts';
import { DatabaseClock, isByDatabase, rightUntil } from './clock.ts';
import type { Marked } from './read.ts';
import type { Turn } from './turn.ts';

/** A turn that was judged; what it is answered holds once it is written, while all is as it was judged by. */
export interface Ruled extends Judged {
  readonly answer: unknown;
}

/** What this process knows of conversations and of the database's clock. */
export class PostgresSight {
  readonly #cache: Cache = new Cache();
  readonly #clock: DatabaseClock = new DatabaseClock();
  /** The last entries of conversations on which steps in other ones depend. */
  readonly #lasts: Map<string, number> = new Map();

  /** Judges a turn by what is known; null when that is not enough, or nothing would be written that could be refused. */
  byWhatIsKnown(turn: Turn<unknown>): Ruled | null {
    try {
      const ruled = this.#ruled(turn);
      const decides = ruled !== null && !writesNothing(ruled) && beginsAll(ruled.writes, turn.wanted);
      return decides ? ruled : null;
    } catch {
      return null; // what is known may be old: it is read first
    }
  }

  /** Judges a turn by what was read. Throws what the turn throws. */
  byWhatWasRead(turn: Turn<unknown>, read: Marked): Ruled {
    const { conversation, wanted } = turn;
    const { now, last } = read.slice;
    this.heard(now);
    if (wanted.lastOf !== undefined) this.#lasts.set(wanted.lastOf, last);
    this.#cache.learn(conversation, wanted, read.slice, read.mark);
    return rule(turn, read);
  }

  /** Remembers what is being written; it is forgotten when that fails. */
  writes({ conversation, writing, writes }: Judged, mark: string): void {
    this.#cache.change(writing, writes, mark);
    const sequence = writing.entries.at(-1)?.sequence;
    if (sequence !== undefined && this.#lasts.has(conversation)) this.#lasts.set(conversation, sequence);
    if (sequence !== undefined) return;
    for (const [agent, number] of writing.changes.numbers) {
      this.#cache.reserved(conversation, { agent, number, mark });
    }
  }

  #ruled(turn: Turn<unknown>): Ruled | null {
    const { conversation, wanted } = turn;
    // how many there are is known to nobody but the database, which can say that they are few enough
    const few = { open: 0, live: 0 };
    if (nearsCap(wanted, few)) return null;
    const { now } = this.#clock;
    const last = wanted.lastOf === undefined ? 0 : this.#lasts.get(wanted.lastOf);
    const known = this.#cache.find(conversation, wanted);
    if (now === null || last === undefined || known === null || known.mark === '') return null;
    const slice = sliceOf(conversation, wanted, { ...known, now, holders: new Map(), last, ...few });
    return rule(turn, { slice, mark: known.mark });
  }

  /** Something was not as it was judged by: what that may have been is read anew. */
  forget(conversation: string): void {
    this.#cache.forget(conversation);
    this.#lasts.clear();
    this.#clock.distrust();
  }

  heard(now: number): void {
    this.#clock.heard(now);
  }
}

function rule(turn: Turn<unknown>, { slice, mark }: Marked): Ruled {
  const { conversation, wanted } = turn;
  const { now, last } = slice;
  const until = rightUntil(slice, now);
  const { writing, answer } = turn.judge(slice);
  return {
    conversation,
    old: mark,
    ...(isByDatabase(writing, now) ? { at: now, until } : { at: 0, until: Number.MAX_SAFE_INTEGER }),
    writing,
    writes: writesOf(writing),
    conditions: conditionsOf(wanted, last),
    answer: answer(),
  };
}
