/** What a reader waits for, and how long. */
export interface Waiting {
  readonly conversation: string;
  /** Whether what it waits for is there. */
  readonly written: () => Promise<boolean> | boolean;
  readonly milliseconds: number;
  /** How long it lets pass before it looks although nobody woke it, in milliseconds. */
  readonly every: () => number;
  /** It found by itself what nobody woke it for. */
  readonly unheard?: () => void;
  readonly signal?: AbortSignal | undefined;
}

interface Bell {
  rung: boolean;
  ring: () => void;
}

const longestTimer = 2 ** 31 - 1;

/** Readers that wait for an entry: woken by whoever writes one, and looking for themselves from time to time. */
export class Waiters {
  readonly #bells: Map<string, Set<Bell>> = new Map();
  readonly #listeners: Set<(conversation: string) => void> = new Set();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  wake(conversation: string): void {
    for (const bell of this.#bells.get(conversation) ?? []) bell.ring();
    for (const listener of this.#listeners) listener(conversation);
  }

  /** Tells of every conversation that somebody is woken for; returns what ends it. */
  listen(listener: (conversation: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wakeAll(): void {
    for (const conversation of this.#bells.keys()) this.wake(conversation);
  }

  /** Lets everybody go. */
  close(): void {
    this.#closed = true;
    this.wakeAll();
  }

  /** Resolves when it is written, when the time is over, and when the store is closed; rejects with an aborted signal's reason. */
  async until({ conversation, written, milliseconds, every, signal, unheard }: Waiting): Promise<void> {
    const end = performance.now() + milliseconds;
    for (let wasRung = true; ; ) {
      signal?.throwIfAborted();
      if (this.#closed) return;
      const bell = this.#hang(conversation); // before it looks: what is written meanwhile rings it
      try {
        if (await written()) {
          if (!wasRung && !bell.rung) unheard?.();
          return;
        }
        const left = end - performance.now();
        if (left <= 0) return;
        await rings(bell, Math.min(every(), left, longestTimer), signal);
        wasRung = bell.rung;
      } finally {
        this.#take(conversation, bell);
      }
    }
  }

  #hang(conversation: string): Bell {
    const bell: Bell = { rung: false, ring: () => {} };
    bell.ring = () => {
      bell.rung = true;
    };
    const bells = this.#bells.get(conversation) ?? new Set();
    this.#bells.set(conversation, bells.add(bell));
    return bell;
  }

  #take(conversation: string, bell: Bell): void {
    const bells = this.#bells.get(conversation);
    bells?.delete(bell);
    if (bells?.size === 0) this.#bells.delete(conversation);
  }
}

/** Resolves when it rings, when the time is over, and when the signal aborts. */
function rings(bell: Bell, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
    bell.ring = () => {
      bell.rung = true;
      done();
    };
    if (bell.rung) done();
  });
}
