import type { Observer } from './chain.ts';
import type { Bad, Spot } from './faults.ts';
import type { Heads } from './heads.ts';

/** How often something was found, and where first. */
export interface Found {
  readonly count: number;
  /** At most a hundred of them. */
  readonly first: readonly Spot[];
}

/** A ledger whose entries hold, and what is to be known of it all the same. */
export interface Sound {
  readonly holds: true;
  readonly conversations: number;
  readonly entries: number;
  /** Entries whose content was dropped: only their hash says that it is theirs. */
  readonly redacted: Found;
  /** Entries that arrived before the one before them, by the ledger's clock: a clock was set back. */
  readonly backwards: Found;
  /** Entries beside which something is kept that no digest covers: a ledger that version 1 of the schema wrote. */
  readonly uncovered: Found;
  /** Entries beside which something was kept that is not here. */
  readonly withoutKept: Found;
  /** The signed heads that it was held against. */
  readonly heads: Heads | null;
  /** What is not shown by this, a sentence each. */
  readonly cannotExclude: readonly string[];
}

/** Whether a ledger is what was written; if not, the first bad entry. */
export type Verified = Sound | (Bad & { readonly holds: false });

/** Collects what is told of entries that hold. */
export class Inspection implements Observer {
  readonly #found: Record<keyof Observer, { count: number; first: Spot[] }> = {
    redacted: { count: 0, first: [] },
    backwards: { count: 0, first: [] },
    uncovered: { count: 0, first: [] },
    withoutKept: { count: 0, first: [] },
  };
  conversations = 0;
  entries = 0;

  redacted(spot: Spot): void {
    this.#note('redacted', spot);
  }

  backwards(spot: Spot): void {
    this.#note('backwards', spot);
  }

  uncovered(spot: Spot): void {
    this.#note('uncovered', spot);
  }

  withoutKept(spot: Spot): void {
    this.#note('withoutKept', spot);
  }

  /** `state` is null where the tables were not compared. */
  sound(heads: Heads | null, state: { readonly moved: ReadonlySet<string> } | null = null): Sound {
    const { conversations, entries } = this;
    const { redacted, uncovered, withoutKept } = this.#found;
    const cannotExclude = [
      ...(heads === null ? [neverSigned] : [sinceSigned(heads)]),
      ...(state === null ? [notCompared] : []),
      ...(state !== null && state.moved.size > 0 ? [movedMeanwhile(state.moved.size)] : []),
      ...(redacted.count > 0 ? [dropped(redacted.count)] : []),
      ...(uncovered.count > 0 ? [notCovered(uncovered.count)] : []),
      ...(withoutKept.count > 0 ? [leftOut(withoutKept.count)] : []),
      contentIsNotTruth,
    ];
    return { holds: true, conversations, entries, ...this.#found, heads, cannotExclude };
  }

  #note(kind: keyof Observer, { conversation, sequence }: Spot): void {
    const found = this.#found[kind];
    found.count += 1;
    if (found.first.length < mostNamed) found.first.push({ conversation, sequence });
  }
}

const mostNamed = 100;

const neverSigned =
  'that entries were cut off at an end, or that a chain was written anew as a whole: hold it against heads that were signed and kept elsewhere';
const notCompared = 'that the tables of what follows from the entries were changed: they were not compared';
const contentIsNotTruth = 'that what was written was true: the chain shows that it was not changed since';

function sinceSigned({ at }: Heads): string {
  return `that what was written after ${new Date(at).toISOString()}, when the heads were signed, was cut off or written anew`;
}

function movedMeanwhile(count: number): string {
  return `that the tables of ${count} conversations were changed: somebody wrote there meanwhile`;
}

function dropped(count: number): string {
  return `what ${count === 1 ? 'the entry that was' : `the ${count} entries that were`} redacted said: what is left of them is what their redaction says`;
}

function notCovered(count: number): string {
  return `that what is kept beside ${count} entries of an older version was changed`;
}

function leftOut(count: number): string {
  return `what was kept beside ${count} entries: it is not here`;
}
