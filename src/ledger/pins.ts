import type { ProfileData } from '../vocabulary/profile-data.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import { profilesOf } from '../vocabulary/profiles-of.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { itselfIn } from './itself.ts';
import { decide, type Seat } from './seat.ts';
import type { Store } from './store.ts';

/** The reserved conversation that holds the text of every profile that a handoff was judged by. */
export const profilesConversation = '.profiles';

const page = 100;

/** Thrown inside a step that needs a profile's text which was not read yet: it is read, and the step judged anew. */
export class Unread extends Error {
  readonly hash: string;

  constructor(hash: string) {
    super(`the profile ${hash} was not read yet`);
    this.name = 'Unread';
    this.hash = hash;
  }
}

/**
 * The profiles that handoffs were judged by, as texts: what a handoff's lines mean, and what came of its act, can be said
 * whatever became of the profile since (act.md 9). A text is kept before the first handoff under it.
 */
export class Pins {
  readonly #store: Pick<Store, 'entries'>;
  readonly #pinned: Map<string, ProfileData> = new Map();
  readonly #missing: Set<string> = new Set();
  readonly #read: Map<string, Profiles> = new Map();
  #sequence = 0;

  constructor(store: Pick<Store, 'entries'>) {
    this.#store = store;
  }

  /** Keeps the text of a profile that a handoff is going to be judged by; core has none. */
  async keep(seat: Omit<Seat, 'by' | 'standing'>, { profile, hash }: Vocabulary): Promise<void> {
    if (profile === null || this.#pinned.has(hash)) return;
    const there = { ...seat, by: itselfIn(profilesConversation), standing: null, trust: null };
    for (let kept = false; !kept; ) {
      await this.refresh();
      kept = await decide(there, {}, ({ rows, scribe }) => {
        if (this.#pinned.has(hash)) return () => true;
        if (rows.head.sequence !== this.#sequence) return () => false;
        scribe.event({ fact: 'profile', hash, profile: JSON.stringify(profile) });
        return () => true;
      });
    }
    await this.refresh();
  }

  /**
   * The profiles under which a handoff was judged: those at hand, or with its own text in the place of what has its name
   * now. Throws Unread for a text that may be in the ledger and was not read yet.
   */
  profilesFor(hash: string, atHand: Profiles): Profiles {
    if (isAmong(atHand, hash)) return atHand;
    const known = this.#read.get(hash);
    if (known !== undefined) return known;
    const data = this.#pinned.get(hash);
    if (data === undefined && !this.#missing.has(hash)) throw new Unread(hash);
    const profiles = data === undefined ? null : profilesOf(atHand, [data], { replace: true }).profiles;
    const own = profiles !== null && isAmong(profiles, hash) ? profiles : atHand;
    this.#read.set(hash, own);
    return own;
  }

  /** Runs what may need a text that was not read yet. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        await this.refresh();
        if (!this.#pinned.has(error.hash)) this.#missing.add(error.hash); // of a version that kept none
      }
    }
  }

  /** Reads what was kept since. */
  async refresh(): Promise<void> {
    for (;;) {
      const stored = await this.#store.entries(profilesConversation, { after: this.#sequence, limit: page });
      for (const { entry } of stored) {
        for (const fact of entry.body.facts)
          if (fact.fact === 'profile') this.#pinned.set(fact.hash, JSON.parse(fact.profile) as ProfileData);
        this.#sequence = Math.max(this.#sequence, entry.sequence);
      }
      if (stored.length < page) return;
    }
  }
}

function isAmong({ core, names, get }: Profiles, hash: string): boolean {
  return core.hash === hash || names.some((name) => get(name)?.hash === hash);
}
