import { UsageError } from '../diagnostic/usage-error.ts';
import { Chain } from './chain.ts';
import { LedgerError } from './error.ts';
import { type Bad, bad } from './faults.ts';
import { type Heads, type SignedHeads, verifyHeads } from './heads.ts';
import { Inspection, type Verified } from './inspection.ts';
import type { Store, Stored } from './store.ts';

export type { Found, Sound, Verified } from './inspection.ts';

/** What a ledger is held against, besides itself. */
export interface VerifyOptions {
  /** Signed heads, or their text; they need the key that they were signed with. */
  readonly heads?: SignedHeads | string;
  /** SPKI, PEM. */
  readonly publicKey?: string;
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
  const signed = new Map(heads?.heads.map((head) => [head.conversation, head]));
  const inspection = new Inspection();
  const { withoutKept = false, onRead = () => {} } = options;
  for await (const conversation of everyConversation(store, signed.keys())) {
    const chain = new Chain(conversation, inspection, { head: signed.get(conversation), withoutKept });
    const found = await firstBad(store, chain, inspection, onRead);
    if (found !== null) return { holds: false, ...found };
    if (chain.head.sequence > 0) inspection.conversations += 1;
  }
  return inspection.sound(heads);
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

/** The conversations of a store, and those that were signed and are there no more. */
async function* everyConversation(store: Store, signed: Iterable<string>): AsyncIterable<string> {
  const missing = new Set(signed);
  for (let after = ''; ; ) {
    const names = await store.conversations({ after, limit: manyConversations });
    for (const name of names) {
      missing.delete(name);
      yield name;
    }
    const last = names.at(-1);
    if (last === undefined || names.length < manyConversations) break;
    after = last;
  }
  yield* missing;
}

const page = 500;

async function firstBad(
  store: Store,
  chain: Chain,
  inspection: Inspection,
  onRead: (entries: number) => void,
): Promise<Bad | null> {
  for (let limit = page; ; ) {
    const stored = await pageAfter(store, chain, limit);
    if (stored === null && limit > 1) {
      limit = 1; // one of them cannot be read: which
      continue;
    }
    const { conversation, sequence } = chain.head;
    if (stored === null) return bad({ conversation, sequence: sequence + 1 }, 'unreadable');
    for (const one of stored) {
      const found = chain.read(one);
      if (found !== null) return found;
      inspection.entries += 1;
    }
    onRead(stored.length);
    if (stored.length < limit) return chain.end();
  }
}

/** The next entries; null when the storage cannot give them back. */
async function pageAfter(store: Store, { head }: Chain, limit: number): Promise<readonly Stored[] | null> {
  try {
    return await store.entries(head.conversation, { after: head.sequence, limit });
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ledger/damaged') return null;
    throw error;
  }
}
