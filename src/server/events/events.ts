import type { Stored } from '../../ledger/store.ts';

/** An entry that has been written, by whatever process. */
export interface Arrival {
  readonly conversation: string;
  readonly stored: Stored;
}

export type Listener = (arrival: Arrival) => void;

/** One reader's place in a conversation. */
export interface Following {
  /** The next entry; null while there is none. Throws LedgerError where the storage cannot be read: nothing is skipped. */
  next(): Promise<Stored | null>;
  end(): void;
}

/** Entries as they are written. */
export interface Events {
  /**
   * Calls `listener` with every entry of every conversation of lines that is written from now on, in order within each.
   * Who may see which is the caller's to check, entry by entry. Returns what ends it.
   */
  subscribe(listener: Listener): () => void;
  /** The entries of one conversation from the one after `after`, to be asked for; `ring` is called when there may be more. */
  follow(conversation: string, after: number, ring: () => void): Following;
  /** Aborts when the server shuts down: whoever streams ends then. */
  readonly ended: AbortSignal;
  /** Ends every subscription. */
  close(): void;
}
