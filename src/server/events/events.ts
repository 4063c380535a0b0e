import type { Stored } from '../../ledger/store.ts';

/** An entry that has been written, by whatever process. */
export interface Arrival {
  readonly conversation: string;
  readonly stored: Stored;
}

export type Listener = (arrival: Arrival) => void;

/** Entries as they are written. */
export interface Events {
  /**
   * Calls `listener` with every entry of every conversation of lines that is written from now on, in order within each.
   * Who may see which is the caller's to check, entry by entry. Returns what ends it.
   */
  subscribe(listener: Listener): () => void;
  /** The same for the entries of one conversation, from the one after `after`. */
  follow(conversation: string, after: number, listener: Listener): () => void;
  /** Aborts when the server shuts down: whoever streams ends then. */
  readonly ended: AbortSignal;
  /** Ends every subscription. */
  close(): void;
}
