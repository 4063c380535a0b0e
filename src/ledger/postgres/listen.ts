import { Waiters, type Waiting } from '../waiters.ts';
import { hear, type PostgresClient, type PostgresPool } from './session.ts';

/** How long entries are gathered before the others are told of them, in milliseconds. */
const gathering = 20;
/** How often a reader looks by itself while its connection listens, and while none does, in milliseconds. */
const listening = 2_000;
const polling = 500;
/** How long a connection goes on listening for nobody, in milliseconds: the next reader comes soon. */
const lingering = 10_000;

/** A longer name would be cut by LISTEN and refused by NOTIFY. */
const longestName = 63;

/**
 * Readers of a database that wait. Other processes are told by NOTIFY, which is a hint: it is sent when a step is over, not
 * inside it, since a transaction that notifies makes every other one wait for its COMMIT. A process that dies in between
 * tells nobody, a pooler may forward nothing: every reader looks for itself too.
 */
export class PostgresReaders {
  readonly #pool: PostgresPool;
  readonly #channel: string;
  readonly #waiters: Waiters = new Waiters();
  readonly #untold: Set<string> = new Set();
  #telling: NodeJS.Timeout | null = null;
  #told: Promise<void> = Promise.resolve();
  #attending = 0;
  #client: PostgresClient | null = null;
  #opening: Promise<void> | null = null;
  #leaving: NodeJS.Timeout | null = null;

  constructor(pool: PostgresPool, schema: string) {
    this.#pool = pool;
    this.#channel = `hearback_${schema}`.slice(0, longestName);
  }

  get closed(): boolean {
    return this.#waiters.closed;
  }

  /** Wakes who waits for entries of a conversation, here at once and elsewhere soon. */
  wrote(conversation: string): void {
    this.#waiters.wake(conversation);
    this.#untold.add(conversation);
    this.#telling ??= setTimeout(() => this.#tell(), gathering).unref();
  }

  /** Tells of conversations that are written in, and listens to the database for as long. */
  heard(listener: (conversation: string) => void): () => void {
    this.#attending += 1;
    this.#listen();
    const end = this.#waiters.listen(listener);
    return () => {
      end();
      this.#attending -= 1;
      if (this.#attending === 0) this.#leaveLater();
    };
  }

  /** Resolves when it may be written, or the time is over. */
  async wait(waiting: Omit<Waiting, 'every' | 'unheard'>): Promise<void> {
    this.#attending += 1;
    this.#listen();
    try {
      const every = (): number => (this.#client === null ? polling : listening);
      await this.#waiters.until({ ...waiting, every, unheard: () => this.#leave() });
    } finally {
      this.#attending -= 1;
      if (this.#attending === 0) this.#leaveLater();
    }
  }

  /** Tells what is untold, lets every reader go, and gives the connection back. */
  async close(): Promise<void> {
    this.#waiters.close();
    await this.#opening;
    this.#leave();
    this.#tell();
    await this.#told;
  }

  #tell(): void {
    if (this.#telling !== null) clearTimeout(this.#telling);
    this.#telling = null;
    const conversations = [...this.#untold];
    this.#untold.clear();
    if (conversations.length > 0) this.#told = this.#told.then(() => this.#notify(conversations));
  }

  async #notify(conversations: readonly string[]): Promise<void> {
    let client: PostgresClient | null = null;
    let sound = false;
    try {
      client = await this.#pool.connect();
      hear(client);
      const text = 'SELECT pg_catalog.pg_notify($1, name) FROM pg_catalog.unnest($2::text[]) AS told (name)';
      await client.query(text, [this.#channel, conversations]);
      sound = true;
    } catch {
      // nobody is told: who waits looks for itself
    } finally {
      client?.release(!sound);
    }
  }

  /** Has a connection listen, where the pool can spare one. */
  #listen(): void {
    if (this.#leaving !== null) clearTimeout(this.#leaving);
    this.#leaving = null;
    const { max = Infinity } = this.#pool.options ?? {};
    if (this.#client !== null || this.#opening !== null || this.closed || max < 3) return;
    this.#opening = this.#open().finally(() => {
      this.#opening = null;
    });
  }

  async #open(): Promise<void> {
    let client: PostgresClient | null = null;
    try {
      client = await this.#pool.connect();
      hear(client);
      const opened = client;
      client.on('notification', ({ payload = '' }: { payload?: string }) => this.#waiters.wake(payload));
      for (const end of ['error', 'end'] as const) client.on(end, () => this.#leave(opened));
      await client.query(`LISTEN "${this.#channel}"`);
      this.#client = client;
      this.#waiters.wakeAll(); // what was written before it listened
    } catch {
      client?.release(true);
      this.#listenLater();
    }
  }

  /** Gives a connection up that is lost, or that did not tell what it should have; whoever waits gets another one. */
  #leave(client: PostgresClient | null = this.#client): void {
    if (client === null || client !== this.#client) return;
    this.#client = null;
    client.release(true);
    this.#listenLater();
  }

  #listenLater(): void {
    if (this.#attending === 0 || this.closed) return;
    setTimeout(() => {
      if (this.#attending > 0) this.#listen();
    }, polling).unref();
  }

  #leaveLater(): void {
    if (this.#client === null) return;
    this.#leaving ??= setTimeout(() => this.#leave(), lingering).unref();
  }
}
