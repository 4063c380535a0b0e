import { UsageError } from '../../diagnostic/usage-error.ts';
import { LedgerError } from '../error.ts';
import { openScratch, type Scratch } from '../scratch.ts';
import type { Store, Stored } from '../store.ts';
import { contradictionIn } from '../whole.ts';
import { Chain } from './chain.ts';
import { type Bad, bad } from './faults.ts';
import { type Heads, type SignedHeads, verifyHeads } from './heads.ts';
import { Inspection, type Verified } from './inspection.ts';
import { checkState, type StateFound } from './state-check.ts';

export type { Found, Sound, Verified } from './inspection.ts';

/** What a ledger is held against, besides itself. */
export interface VerifyOptions {
  /** Signed heads, or their text; they need the key that they were signed with. */
  readonly heads?: SignedHeads | string;
  /** SPKI, PEM. */
  readonly publicKey?: string;
  /** Replays the entries and compares every row that follows from them: longer, and a temporary file. */
  readonly state?: boolean;
  /** Takes it that what senders kept is not here: a ledger from an export without it. */
  readonly withoutKept?: boolean;
  /** Hears of each page of entries how many it had. */
  readonly onRead?: (entries: number) => void;
}

/**
 * Reads every entry of every conversation once, in memory that does not grow with them, and names the first bad one. Throws
 * UsageError for heads that the key did not sign.
 */
export async function verify(store: Store, options: VerifyOptions = {}): Promise<Verified> {
  const heads = headsOf(options);
  const scratch = options.state === true ? await openScratch() : null;
  try {
    return await new Verification({ ...options, store, scratch, heads }).run();
  } finally {
    scratch?.close();
  }
}

class Verification {
  readonly #store: Store;
  readonly #scratch: Scratch | null;
  readonly #heads: Heads | null;
  readonly #withoutKept: boolean;
  readonly #inspection = new Inspection();
  /** The last entry of each conversation, where its state is compared. */
  readonly #last: Map<string, number> = new Map();

  constructor(on: Under) {
    this.#store = on.store;
    this.#scratch = on.scratch;
    this.#heads = on.heads;
    this.#withoutKept = on.withoutKept ?? false;
  }

  async run(): Promise<Verified> {
    const inspection = this.#inspection;
    const signed = new Map(this.#heads?.heads.map((head) => [head.conversation, head]));
    for await (const { conversation, isThere } of everyConversation(this.#store, signed.keys())) {
      const head = signed.get(conversation);
      const chain = new Chain(conversation, inspection, { head, withoutKept: this.#withoutKept });
      const found = await this.#firstBad(chain);
      if (found !== null) return { holds: false, ...found };
      const { sequence } = chain.head;
      if (isThere && sequence === 0)
        return { holds: false, ...bad({ conversation, sequence: 1 }, 'unreadable') };
      if (isThere) inspection.conversations += 1;
      if (this.#scratch !== null) this.#last.set(conversation, sequence);
    }
    const state = await this.#state();
    if (state !== null && state.bad !== null) return { holds: false, ...state.bad };
    return inspection.sound(this.#heads, state);
  }

  async #firstBad(chain: Chain): Promise<Bad | null> {
    for (let limit = page; ; ) {
      const stored = await pageAfter(this.#store, chain, limit);
      if (stored === null && limit > 1) {
        limit = 1; // one of them cannot be read: which
        continue;
      }
      const { conversation, sequence } = chain.head;
      if (stored === null) return bad({ conversation, sequence: sequence + 1 }, 'unreadable');
      for (const one of stored) {
        const found = chain.read(one);
        if (found !== null) return found;
        this.#inspection.entries += 1;
      }
      const wrong = this.#replay(conversation, stored);
      if (wrong !== null) return wrong;
      if (stored.length < limit) return chain.end();
    }
  }

  /** Entries that each hold may lead where no ledger comes to. */
  #replay(conversation: string, stored: readonly Stored[]): Bad | null {
    const last = stored.at(-1);
    if (last === undefined || this.#scratch === null) return null;
    try {
      this.#scratch.take(conversation, stored);
      return null;
    } catch (error) {
      const why = contradictionIn(error);
      if (why === null) throw error;
      return bad(last.entry, 'state', why);
    }
  }

  async #state(): Promise<StateFound | null> {
    const [store, scratch, heads] = [this.#store, this.#scratch, this.#last];
    return scratch === null ? null : checkState({ store, scratch, heads });
  }
}

/** What is verified, and where it is replayed. */
interface Under extends Pick<VerifyOptions, 'withoutKept'> {
  readonly store: Store;
  readonly scratch: Scratch | null;
  readonly heads: Heads | null;
}

/** The heads that were signed; null where there are none. */
export function headsOf({ heads, publicKey }: Pick<VerifyOptions, 'heads' | 'publicKey'>): Heads | null {
  if (heads === undefined) return null;
  if (publicKey === undefined)
    throw new UsageError('usage/heads', 'heads say nothing without the key that they were signed with');
  const verified = verifyHeads(heads, publicKey);
  if (verified.holds) return verified.heads;
  throw new UsageError('usage/heads', `the heads cannot be used: ${verified.why}`);
}

const manyConversations = 1_000;

/** The conversations that a store names, and those that were signed and are there no more. */
async function* everyConversation(
  store: Store,
  signed: Iterable<string>,
): AsyncGenerator<{ readonly conversation: string; readonly isThere: boolean }> {
  const missing = new Set(signed);
  for (let after = ''; ; ) {
    const names = await store.conversations({ after, limit: manyConversations });
    for (const conversation of names) {
      missing.delete(conversation);
      yield { conversation, isThere: true };
    }
    const last = names.at(-1);
    if (last === undefined || names.length < manyConversations) break;
    after = last;
  }
  for (const conversation of missing) yield { conversation, isThere: false };
}

const page = 500;

/** Codes of a storage that cannot give back what it holds. */
const unreadable: readonly string[] = ['ledger/damaged', 'ledger/not-trusted'];

/** The next entries; null when the storage cannot give them back. */
async function pageAfter(store: Store, { head }: Chain, limit: number): Promise<readonly Stored[] | null> {
  try {
    return await store.entries(head.conversation, { after: head.sequence, limit });
  } catch (error) {
    if (error instanceof LedgerError && unreadable.includes(error.code)) return null;
    throw error;
  }
}
