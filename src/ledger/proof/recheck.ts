import { canonicalJson } from '../../text/canonical-json.ts';
import { storedUpTo } from '../export/export.ts';
import { program } from '../program.ts';
import { openScratch, type Scratch } from '../scratch.ts';
import type { Settings } from '../settings.ts';
import type { Store, Stored } from '../store.ts';
import { Chain } from './chain.ts';
import { trusted } from './faults.ts';
import type { Head } from './heads.ts';
import { Inspection } from './inspection.ts';
import { type Judgement, profileNow, type Reread, recorded, rejudged, reread } from './rejudge.ts';

/** A line that is judged otherwise by this version, or under the profiles that it was given. Nothing changes by it. */
export interface Difference {
  readonly conversation: string;
  readonly sequence: number;
  readonly line: string;
  readonly recorded: Judgement & Judge;
  readonly now: Judgement & Judge;
}

/** Who judged: the version of the program, and the hash of the profile; null where no profile did. */
export interface Judge {
  readonly program: string;
  readonly profile: string | null;
}

/** What was looked at. */
export interface Rechecked {
  readonly entries: number;
  /** Lines that were judged once more. */
  readonly judged: number;
  /** Lines of which it is not recorded what they were judged with: who was connected, a record that was not taken in, what was redacted. */
  readonly left: number;
  readonly differences: number;
}

/** What is judged once more, with what. */
export interface RecheckOptions {
  /** Every conversation unless given. */
  readonly conversation?: string;
}

/**
 * Replays the entries and judges every line with what stood before it, as it was when it came; yields each that comes out
 * otherwise, and returns what was looked at. Memory does not grow with the ledger. Throws LedgerError `ledger/damaged` at an
 * entry that does not hold.
 */
export async function* recheck(
  on: { readonly store: Store; readonly settings: Settings },
  { conversation }: RecheckOptions = {},
): AsyncGenerator<Difference, Rechecked> {
  const scratch = await openScratch();
  const counts = { entries: 0, judged: 0, left: 0, differences: 0 };
  try {
    for (const head of await on.store.whole.heads()) {
      if (conversation !== undefined && head.conversation !== conversation) continue;
      yield* new Replay({ ...on, scratch, counts }).run(head);
    }
    return counts;
  } finally {
    scratch.close();
  }
}

interface On {
  readonly store: Store;
  readonly settings: Settings;
  readonly scratch: Scratch;
  readonly counts: { -readonly [K in keyof Rechecked]: number };
}

/** One conversation, entry by entry. */
class Replay {
  readonly #on: On;
  /** Events that came last: they may be of the step that refused the line behind them, which was judged before them. */
  #events: Stored[] = [];

  constructor(on: On) {
    this.#on = on;
  }

  async *run(head: Head): AsyncGenerator<Difference> {
    const { store, counts } = this.#on;
    const chain = new Chain(head.conversation, new Inspection(), { head, withoutKept: true });
    for await (const stored of storedUpTo(store, head)) {
      trusted(chain.read(stored));
      counts.entries += 1;
      if (stored.entry.body.line === null) {
        this.#events.push(stored);
        continue;
      }
      const difference = this.#judge(stored);
      if (difference !== null) yield difference;
    }
  }

  #judge(stored: Stored): Difference | null {
    const { settings, counts } = this.#on;
    const { conversation, sequence, body } = stored.entry;
    const step = this.#events.filter(({ entry }) => isSameStep(entry, stored.entry));
    this.#take(conversation, this.#events.slice(0, this.#events.length - step.length));
    const again = reread(stored, settings);
    const now = this.#judgement(again);
    this.#take(conversation, [...step, stored]);
    this.#events = [];
    if (now === null) counts.left += 1;
    else counts.judged += 1;
    const then = recorded(body);
    if (now === null || canonicalJson(now) === canonicalJson(then)) return null;
    counts.differences += 1;
    return {
      conversation,
      sequence,
      line: body.line ?? '',
      recorded: { ...then, program: body.program, profile: body.profile },
      now: { ...now, program, profile: profileNow(again) },
    };
  }

  #judgement(again: Reread): Judgement | null {
    const { settings, scratch } = this.#on;
    const slice = scratch.read(again.stored.entry.conversation, again.wanted ?? {});
    return rejudged(again, slice, settings);
  }

  #take(conversation: string, stored: readonly Stored[]): void {
    if (stored.length > 0) this.#on.scratch.take(conversation, stored);
  }
}

/** Whether an event was written in the step that refused a line: what the line found out is written before it. */
function isSameStep(event: Stored['entry'], refused: Stored['entry']): boolean {
  return refused.body.refused !== null && event.at === refused.at && event.principal === refused.principal;
}
