import type { Fact } from './fact.ts';
import type { KeptVerdict } from './ledger.ts';
import type { Refusal } from './refusal.ts';

/** What an entry says, as it is stored and hashed. */
export interface EntryBody {
  /** The exact line; null for an event that has none (a claim, an expiry). */
  readonly line: string | null;
  /** The decoded message in its JSON form (spec 4); null when there is no line or it cannot be read. */
  readonly message: Readonly<Record<string, unknown>> | null;
  /** SHA-256 of the message's canonical form, 64 hex digits. */
  readonly digest: string | null;
  readonly refused: Refusal | null;
  /** The verdict without what a sender keeps to itself. */
  readonly verdict: KeptVerdict | null;
  readonly facts: readonly Fact[];
  /** The agent in whose name code wrote the line; null when its own principal brought it. */
  readonly delegateFor: string | null;
  readonly person: boolean;
  /** The version of this program, and the hash of the profile, that judged the line. */
  readonly program: string;
  readonly profile: string | null;
  /** Digest of what is kept beside the entry, null when nothing is; absent where version 1 of the schema wrote it. */
  readonly kept?: string | null;
  /** 122 random bits: without them nobody can tell from the hash what a redacted entry said. */
  readonly salt?: string;
  /** Of a tombstone: the sequence of the entry that redacted it, and SHA-256 of the text that was dropped. */
  readonly redacted?: number;
  readonly dropped?: string;
}

/** One row of the log: immutable, chained to the one before by its hash. */
export interface Entry {
  readonly conversation: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  /** When it arrived, in milliseconds by the ledger's clock. */
  readonly at: number;
  readonly principal: string;
  readonly body: EntryBody;
  /** The body's exact text, which the hash covers. */
  readonly text: string;
  readonly previous: string;
  readonly hash: string;
}

/** An entry before the ledger has given it its place. */
export interface Draft {
  readonly principal: string;
  readonly body: EntryBody;
}
