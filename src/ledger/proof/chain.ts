import type { EntryBody } from '../entry.ts';
import { bodyIn, droppedIn } from '../entry-form.ts';
import { keptDigest } from '../kept.ts';
import { type Bad, bad, type Fault, type Spot } from './faults.ts';
import type { Head } from './heads.ts';
import { type Elsewhere, genesis, isSealed, type Sealed } from './seal.ts';

/** An entry and the text of what is kept beside it. */
export interface Link {
  readonly entry: Sealed;
  readonly keptText: string | null;
}

/** What a chain has to hold against, besides itself. */
export interface ChainOptions {
  /** The last entry that was signed. */
  readonly head?: Head | undefined;
  /** What senders kept was left out on purpose. */
  readonly withoutKept?: boolean;
  /** The entry after which it is read: what comes before was read another time. */
  readonly after?: Head | undefined;
}

/**
 * Reads the entries of one conversation in order and tells the first that is bad. It holds of them only where it is and
 * which tombstones wait for their redaction, so that memory does not grow with the ledger.
 */
export class Chain {
  readonly conversation: string;
  readonly #options: ChainOptions;
  readonly #observe: Observer;
  /** Texts of tombstones by their sequence, until the entry that redacted them is read. */
  readonly #tombstones: Map<number, string> = new Map();
  #at = 0;
  #head: { readonly sequence: number; readonly hash: string };

  constructor(conversation: string, observe: Observer, options: ChainOptions = {}) {
    this.conversation = conversation;
    this.#options = options;
    this.#observe = observe;
    this.#head = options.after ?? { sequence: 0, hash: genesis(conversation) };
  }

  /** The last entry that was read. */
  get head(): Head {
    return { conversation: this.conversation, ...this.#head };
  }

  /** What is wrong with the next entry; null when it holds. */
  read(stored: Link): Bad | null {
    const { entry } = stored;
    const { sequence } = entry;
    const body = bodyIn(entry.text);
    const dropped = body === null ? droppedIn(entry.text) : (body.dropped ?? null);
    const holds: Holds = (elsewhere) => isSealed(entry, dropped, elsewhere);
    const place = this.#misplaced(entry, holds);
    if (place !== null) return place;
    if (!holds()) return this.#bad(entry, ...unsealedWhy(entry, holds));
    if (body === null) return this.#bad(entry, dropped === null ? 'no-entry' : 'redaction');
    if (dropped !== null) this.#tombstones.set(sequence, entry.text);
    const other = this.#redacts(entry, body) ?? this.#kept(stored, body) ?? this.#signed(entry);
    if (other !== null) return other;
    if (dropped !== null) this.#observe.redacted(entry);
    if (entry.at < this.#at) this.#observe.backwards(entry);
    this.#at = entry.at;
    this.#head = { sequence, hash: entry.hash };
    return null;
  }

  /** What is wrong with the end; null when it holds. */
  end(): Bad | null {
    const { conversation } = this;
    for (const sequence of this.#tombstones.keys())
      return bad({ conversation, sequence }, 'redaction', 'no entry says that it was redacted');
    const { head } = this.#options;
    if (head === undefined || head.sequence <= this.#head.sequence) return null;
    return bad(
      { conversation, sequence: this.#head.sequence + 1 },
      'truncated',
      `entry ${head.sequence} was signed`,
    );
  }

  #bad(entry: Sealed, fault: Fault, detail?: string): Bad {
    return bad({ conversation: this.conversation, sequence: entry.sequence }, fault, detail);
  }

  /** Whether it stands where the entry after the last one stands, and follows it. */
  #misplaced(entry: Sealed, holds: Holds): Bad | null {
    const next = this.#head.sequence + 1;
    const { conversation } = this;
    if (entry.sequence < next) return this.#bad(entry, 'duplicate');
    if (entry.sequence > next)
      return bad(
        { conversation, sequence: next },
        'missing',
        `${entry.sequence} is the next one that is there`,
      );
    if (entry.previous === this.#head.hash) return null;
    if (holds()) return this.#bad(entry, 'predecessor');
    // the hash tells whether the entry was changed in its place, or is another one's
    if (holds({ previous: this.#head.hash }))
      return this.#bad(entry, 'changed', 'it names another entry before it');
    return this.#bad(entry, ...unsealedWhy(entry, holds));
  }

  /** An entry that redacts others says exactly what is left of each. */
  #redacts(entry: Sealed, { facts }: EntryBody): Bad | null {
    for (const fact of facts) {
      if (fact.fact !== 'redacted' || fact.sequence <= (this.#options.after?.sequence ?? 0)) continue;
      const spot = { conversation: this.conversation, sequence: fact.sequence };
      const left = this.#tombstones.get(fact.sequence);
      if (left === undefined)
        return bad(spot, 'redaction', `entry ${entry.sequence} redacted it, and its content is there`);
      if (left !== fact.remains)
        return bad(spot, 'redaction', `entry ${entry.sequence} says that something else is left of it`);
      this.#tombstones.delete(fact.sequence);
    }
    return null;
  }

  #kept({ entry, keptText }: Link, { kept }: EntryBody): Bad | null {
    if (kept === undefined) {
      if (keptText !== null) this.#observe.uncovered(entry);
      return null;
    }
    if (keptText !== null) return keptDigest(keptText) === kept ? null : this.#bad(entry, 'kept');
    if (kept === null) return null;
    if (!this.#options.withoutKept) return this.#bad(entry, 'kept', 'it is not there');
    this.#observe.withoutKept(entry);
    return null;
  }

  #signed({ sequence, hash }: Sealed): Bad | null {
    const { head } = this.#options;
    if (head === undefined || head.sequence !== sequence || head.hash === hash) return null;
    return bad(head, 'rewritten', 'this entry or one before it was written anew');
  }
}

/** Hears of entries that hold and of which something is to be told. */
export interface Observer {
  /** Its content was dropped: what it said can no longer be recomputed. */
  redacted(spot: Spot): void;
  /** It arrived before the entry before it, by the ledger's clock. */
  backwards(spot: Spot): void;
  /** Something is kept beside it that its digest does not cover. */
  uncovered(spot: Spot): void;
  /** Something was kept beside it that was left out. */
  withoutKept(spot: Spot): void;
}

/** Whether the hash of an entry holds, in its place or another one. */
type Holds = (elsewhere?: Elsewhere) => boolean;

/** How far an entry is looked for that stands in the wrong place. */
const furthest = 1_000;

/** Why the hash of an entry is not that of what it holds. */
function unsealedWhy({ sequence: own }: Sealed, holds: Holds): [fault: Fault, detail?: string] {
  for (let sequence = Math.max(1, own - furthest); sequence <= own + furthest; sequence++) {
    if (holds({ sequence })) return ['moved', `it was entry ${sequence}`];
  }
  return ['changed'];
}
