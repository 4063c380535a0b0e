import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Draft, Entry } from './entry.ts';
import type { Kept } from './ledger.ts';
import type { StoreReport } from './report.ts';
import type { Search, Searched } from './search.ts';
import type { Rows, Statement } from './state.ts';
import type { Whole } from './whole.ts';

/** What a step needs to see: the messages named, each with every row of the handoff family it belongs to. */
export interface Wanted {
  readonly ids?: readonly string[];
  readonly tokens?: readonly string[];
  readonly actKeys?: readonly string[];
  /** Agents that the step may give ids to. */
  readonly agents?: readonly string[];
  /** Another conversation on whose last entry the step depends. */
  readonly lastOf?: string;
  /** The principal whose live statements are counted, over all conversations. */
  readonly liveBy?: string;
  /** The principal whose open handoffs are counted, over all conversations. */
  readonly openBy?: string;
  /** Numbers below which it is all the same to the step how many there are. */
  readonly liveBelow?: number;
  readonly openBelow?: number;
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
  /** It ran otherwise than planned. */
  readonly mismatch: boolean;
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
  /**
   * How many handoffs of `Wanted.openBy` are open, or any number below `Wanted.openBelow`; 0 when nobody is asked for. It
   * decides exactly, whatever other conversations and processes write at the same moment.
   */
  readonly open: number;
  /** How many statements of `Wanted.liveBy` are live, counted in the same way. */
  readonly live: number;
}

/** What a step writes: entries, and what is kept beside them. */
export interface Decision<T> {
  /** The moment of the step, in milliseconds. */
  readonly at: number;
  readonly drafts: readonly Draft[];
  readonly kept?: ReadonlyMap<string, KeptRow>;
  /** Entries that were sealed in another store, to be taken in as they are before anything is drafted. */
  readonly sealed?: readonly Entry[];
  /** Earlier entries whose content goes, as one of the entries of this step says. */
  readonly redactions?: readonly Redaction[];
  readonly answer: (written: readonly Entry[], after: Rows) => T;
}

/** An entry whose text is replaced by what remains of it; what is kept beside its message goes too. */
export interface Redaction {
  readonly sequence: number;
  /** What it is before: anything else is another writer's. */
  readonly text: string;
  readonly remains: string;
  /** The id of its message; null when it has none. */
  readonly message: string | null;
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
  /** Entries of AQs that have no answer, in order. */
  questions(conversation: string, page: AskedPage): Promise<readonly Stored[]>;
  /** Entries that hold certain texts, the newest first; bounded by what is looked at. */
  search(conversation: string, search: Search): Promise<Searched>;
  /** Ids of handoffs that are not closed, oldest first. */
  open(conversation: string): Promise<readonly string[]>;
  /** Ids of the handoffs on an item, oldest first. */
  about(conversation: string, item: string): Promise<readonly string[]>;
  /** Ids of the accepted lines on an item that are about no handoff, oldest first. */
  beside(conversation: string, item: string): Promise<readonly string[]>;
  /**
   * Statements and handoffs whose time has come, at most `limit` of each, the longest waiting first. Where there are more, what was handed
   * out goes to the end of the row, so that what nothing can be done about does not hold up the rest.
   */
  due(now: number, limit: number): Promise<readonly Due[]>;
  /**
   * CONFIRMED statements of a principal whose exp is ahead, the nearest first, to try in order. It picks and never
   * decides: another worker may be faster, and what somebody is changing right now may be left out.
   */
  pick(principal: string, now: number, limit: number): Promise<readonly Named[]>;
  /** PREPARED and CONFIRMED statements of everybody: what a change of epoch has to settle. */
  unclaimed(limit: number): Promise<readonly Named[]>;
  /** The sequence of the last entry that an agent's reader acknowledged; 0 before the first. */
  cursor(conversation: string, agent: string): Promise<number>;
  /** Never goes back. Throws UsageError for an entry that is not there. */
  acknowledge(conversation: string, agent: string, sequence: number): Promise<void>;
  /**
   * Resolves when something may have been written in the conversation after `sequence`, or after `milliseconds`: a hint,
   * never proof. Rejects with the signal's reason when it aborts.
   */
  wait(conversation: string, sequence: number, milliseconds: number, signal?: AbortSignal): Promise<void>;
  /**
   * Tells of every conversation that this process writes in, and of those that it is told of by others: a hint, and some
   * are missed. Returns what ends it.
   */
  heard(listener: (conversation: string) => void): () => void;
  /** The next number of an agent's ids, given out once. */
  reserve(conversation: string, agent: string): Promise<number>;
  /** Names that have entries, in order; a page of those after a name where there are many. */
  conversations(page?: { readonly after: string; readonly limit: number }): Promise<readonly string[]>;
  /** Changed where the ledger is a copy: then it is quarantined, since the world may be ahead of it (act.md 3). */
  epoch(): Promise<Epoch>;
  /** Ends the quarantine: nothing of an older epoch is left that could run. */
  settleEpoch(): Promise<void>;
  /** The ledger as a whole: heads, export, import, verify. */
  readonly whole: Whole;
  /** Settings and facts on which promises depend. */
  report(): Promise<StoreReport>;
  /** Lets go of everything, once; whoever waits is let go. */
  close(): Promise<void>;
}

export interface Page {
  readonly after: number;
  readonly limit: number;
}

/** A page of questions: those to one of the agents; null is whomever. */
export interface AskedPage extends Page {
  readonly to: readonly string[] | null;
}

/** Which life of the ledger this is. */
export interface Epoch {
  readonly epoch: string;
  readonly quarantined: boolean;
}

/** A statement by its name. */
export interface Named {
  readonly conversation: string;
  readonly token: string;
}

/** Something for the sweeper: a statement past its exp or its lease, or a handoff past its exp or its readback's deadline. */
export type Due =
  | { readonly conversation: string; readonly token: string }
  | { readonly conversation: string; readonly handoff: string };
