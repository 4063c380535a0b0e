import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Draft, Entry } from './entry.ts';
import type { Kept } from './ledger.ts';
import type { Rows, Statement } from './state.ts';

/** What a step needs to see: the messages named, each with every row of the handoff family it belongs to. */
export interface Wanted {
  readonly ids?: readonly string[];
  readonly tokens?: readonly string[];
  readonly actKeys?: readonly string[];
  /** Agents that the step may give ids to. */
  readonly agents?: readonly string[];
  /** Another conversation on whose last entry the step depends. */
  readonly lastOf?: string;
}

/** What a sender keeps beside one of its messages, or what only it may read of a verdict. */
export interface KeptRow {
  readonly principal: string;
  readonly kept: Kept | null;
  readonly diagnostics: readonly Diagnostic[] | null;
  /** 122 random bits: without them nobody can tell from the digest what was kept. Absent where schema 1 wrote it. */
  readonly salt?: string;
}

/** An entry with what is kept beside it, and that row's exact text, which the entry's digest covers. */
export interface Stored {
  readonly entry: Entry;
  readonly kept: KeptRow | null;
  readonly keptText: string | null;
}

/** A statement that holds an act key, in whatever conversation. */
export interface Holder extends Pick<Statement, 'token' | 'handoff' | 'state' | 'exp' | 'lease' | 'fence'> {
  readonly conversation: string;
  /** The id of the DN that reported it done. */
  readonly report: string | null;
}

/** The part of a conversation that a step sees, as of one moment of the ledger's clock. */
export interface Slice {
  /** Milliseconds. */
  readonly now: number;
  readonly rows: Rows;
  readonly kept: ReadonlyMap<string, KeptRow>;
  readonly holders: ReadonlyMap<string, Holder>;
  /** The sequence of the last entry of `Wanted.lastOf`; 0 where it has none or none was named. */
  readonly last: number;
}

/** What a step writes: entries, and what is kept beside them. */
export interface Decision<T> {
  /** The moment of the step, in milliseconds. */
  readonly at: number;
  readonly drafts: readonly Draft[];
  readonly kept?: ReadonlyMap<string, KeptRow>;
  readonly answer: (written: readonly Entry[], after: Rows) => T;
}

/**
 * Where a ledger is kept. A store that can do `step` in one transaction can do everything: `decide` is pure and
 * synchronous, sees one moment, and may be run again when another writer was faster. Uniqueness (one message an id,
 * one live statement a root, one holder an act key, one close a handoff) is the store's to hold, whatever
 * `decide` saw.
 */
export interface Store {
  /** Milliseconds since 1970 by the store's own clock: the one clock of the ledger. */
  now(): Promise<number>;
  /** Loads what is wanted, lets `decide` judge it, writes what it returns and the rows that follow; all or nothing. */
  step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T>;
  /** What a step would see. */
  read(conversation: string, wanted: Wanted): Promise<Slice>;
  /** Entries in order, refused ones included. */
  entries(conversation: string, page: Page): Promise<readonly Stored[]>;
  /** Entries of accepted lines addressed to one of the agents, in order. */
  addressed(conversation: string, agents: readonly string[], page: Page): Promise<readonly Stored[]>;
  /** Ids of handoffs that are not closed, oldest first. */
  open(conversation: string): Promise<readonly string[]>;
  /** Ids of the handoffs on an item, oldest first. */
  about(conversation: string, item: string): Promise<readonly string[]>;
  /** Statements and handoffs whose time has come, at most `limit` of each. */
  due(now: number, limit: number): Promise<readonly Due[]>;
  /** The next number of an agent's ids, given out once. */
  reserve(conversation: string, agent: string): Promise<number>;
  conversations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Page {
  readonly after: number;
  readonly limit: number;
}

/** Something for the sweeper: a statement past its exp or its lease, or a handoff past its exp. */
export type Due =
  | { readonly conversation: string; readonly token: string }
  | { readonly conversation: string; readonly handoff: string };
