import type { Store } from '../../ledger/store.ts';
import type { Events, Following, Listener } from './events.ts';
import { Feed } from './feed.ts';

/** How often all conversations are looked through for what nobody told of, in milliseconds, and how much of the time that may take. */
const looking = 1_000;
const share = 20;
const page = 200;

/**
 * The events of a store: what this process writes is told at once, what others write when they tell of it, and what nobody
 * told of within a second or so. Nothing is read while nobody listens.
 */
export function createEvents(store: Store): Events {
  return new Hub(store);
}

class Hub implements Events {
  readonly #store: Store;
  readonly #ending: AbortController = new AbortController();
  readonly #listeners: Set<Listener> = new Set();
  /** Up to which entry each conversation has been told. */
  readonly #told: Map<string, number> = new Map();
  readonly #reading: Map<string, Promise<void>> = new Map();
  readonly #again: Set<string> = new Set();
  #stop: (() => void) | null = null;
  #isPlaced = false;
  /** Conversations that were written in before it was known where each stands. */
  readonly #early: Set<string> = new Set();
  #started: Promise<void> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#stop === null) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  follow(conversation: string, after: number, ring: () => void): Following {
    const feed = new Feed(this.#store, conversation, after);
    const end = this.subscribe((arrival) => {
      if (arrival.conversation !== conversation) return;
      feed.hear(arrival.stored);
      ring();
    });
    return { next: () => this.#started.then(() => feed.next()), end };
  }

  close(): void {
    this.#ending.abort();
    this.#end();
    this.#listeners.clear();
  }

  #start(): void {
    const end = this.#store.heard((conversation) => void this.#read(conversation));
    let timer: NodeJS.Timeout;
    const look = async (): Promise<void> => {
      const began = performance.now();
      await this.#look();
      const took = performance.now() - began;
      if (this.#stop !== null) timer = setTimeout(look, Math.max(looking, took * share)).unref();
    };
    this.#stop = () => {
      end();
      clearTimeout(timer);
    };
    this.#started = this.#place().then(() => {
      if (this.#stop !== null) timer = setTimeout(look, looking).unref();
    });
  }

  #end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#isPlaced = false;
    this.#told.clear();
  }

  /**
   * From where each conversation is told: a listener hears what is written from now on. Where that was known too late, the last
   * entry of each is told once more than needed: whoever follows a conversation looks for what came before it.
   */
  async #place(isLate = false): Promise<void> {
    try {
      for (const { conversation, sequence } of await this.#store.whole.heads())
        this.#told.set(conversation, isLate || this.#early.has(conversation) ? sequence - 1 : sequence);
      this.#isPlaced = this.#stop !== null;
      this.#early.clear();
    } catch {
      // the storage is gone: nothing is told before its place is known
    }
  }

  async #look(): Promise<void> {
    if (!this.#isPlaced) return this.#place(true);
    try {
      const heads = await this.#store.whole.heads();
      const news = heads.filter(
        ({ conversation, sequence }) => sequence > (this.#told.get(conversation) ?? 0),
      );
      await Promise.all(news.map(({ conversation }) => this.#read(conversation)));
    } catch {
      // the next look may succeed
    }
  }

  /** Reads what is new in a conversation; while it reads, further news make it read once more. */
  #read(conversation: string): Promise<void> {
    if (conversation.startsWith('.') || this.#stop === null) return Promise.resolve();
    if (!this.#isPlaced) this.#early.add(conversation);
    const before = this.#reading.get(conversation);
    if (before !== undefined) {
      this.#again.add(conversation);
      return before;
    }
    const reading = this.#tell(conversation).finally(() => {
      this.#reading.delete(conversation);
      if (this.#again.delete(conversation)) void this.#read(conversation);
    });
    this.#reading.set(conversation, reading);
    return reading;
  }

  async #tell(conversation: string): Promise<void> {
    try {
      for (;;) {
        await this.#started;
        const stop = this.#stop;
        const after = this.#told.get(conversation) ?? 0;
        const found = this.#isPlaced ? await this.#store.entries(conversation, { after, limit: page }) : [];
        if (stop === null || stop !== this.#stop) return; // everybody left meanwhile
        for (const stored of found) {
          if ((this.#told.get(conversation) ?? 0) >= stored.entry.sequence) continue;
          this.#told.set(conversation, stored.entry.sequence);
          for (const listener of this.#listeners) listener({ conversation, stored });
        }
        if (found.length < page) return;
      }
    } catch {
      // the next look finds what is left
    }
  }
}
