import type { Store, Stored } from '../../ledger/store.ts';

const page = 200;

/**
 * The entries of one conversation from one on, for one reader: none is left out, and none comes twice. What is told while the
 * reader is at the end is given as it was told; all else is read, when the reader asks for it.
 */
export class Feed {
  readonly #store: Pick<Store, 'entries'>;
  readonly #conversation: string;
  readonly #waiting: Stored[] = [];
  /** The last entry that was given or waits. */
  #last: number;
  /** Nothing was written behind the last one, as far as it was told. */
  #isAtEnd = false;
  #heard = 0;

  constructor(store: Pick<Store, 'entries'>, conversation: string, after: number) {
    this.#store = store;
    this.#conversation = conversation;
    this.#last = after;
  }

  /** An entry was written. */
  hear(stored: Stored): void {
    const { sequence } = stored.entry;
    this.#heard += 1;
    if (sequence <= this.#last) return;
    this.#isAtEnd &&= sequence === this.#last + 1 && this.#waiting.length < page;
    if (this.#isAtEnd) this.#wait([stored]);
  }

  /** The next entry; null while there is none. Throws LedgerError as the store does. */
  async next(): Promise<Stored | null> {
    if (this.#waiting.length === 0 && !this.#isAtEnd) {
      const heard = this.#heard;
      const found = await this.#store.entries(this.#conversation, { after: this.#last, limit: page });
      this.#wait(found);
      this.#isAtEnd = found.length < page && heard === this.#heard; // else it may have been written behind what was read
    }
    return this.#waiting.shift() ?? null;
  }

  #wait(some: readonly Stored[]): void {
    this.#waiting.push(...some);
    this.#last = some.at(-1)?.entry.sequence ?? this.#last;
  }
}
