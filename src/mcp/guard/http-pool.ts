import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Caller } from '../caller.ts';
import { refused } from '../gate.ts';
import { bind, type GuardOptions } from './bind.ts';
import type { GuardParts } from './parts.ts';
import type { OpenLink } from './wire/link.ts';

/** What serves a client over HTTP, with a server of its own. */
export interface Served {
  readonly principal: string;
  /** Milliseconds since it was last used. */
  idleFor(): number;
  /** Settles what is left to settle; false where its key holds no more. */
  settle(): Promise<boolean>;
  /** Waits for what runs, then ends its server. */
  end(): Promise<void>;
}

/** What it is made of. */
export interface ServedOptions {
  readonly parts: GuardParts;
  readonly open: OpenLink;
  /** Told when it has ended of itself. */
  readonly ended: (served: Served) => void;
}

/**
 * How many there are at once, how many of them are one principal's (the others find room), and in milliseconds how long one is
 * kept unused, and between two looks at what is left.
 */
export interface Limits {
  readonly most: number;
  readonly own: number;
  readonly idle: number;
  readonly between: number;
}

const ending = 'The guard ends.';
const usual: Limits = { most: 64, own: 48, idle: 30 * 60_000, between: 20_000 };

/** Callers over HTTP, each bound to the policy, and with a server of its own a place. */
export interface PoolOptions extends Omit<GuardOptions, 'caller'> {
  readonly open: OpenLink;
  readonly limits?: Partial<Limits>;
}

/** One that is being opened. */
interface Opening {
  readonly principal: string;
  readonly made: Promise<Served | Response>;
}

/** Everything that is served over HTTP: ended when nobody uses it, when its key is revoked, and with the guard. */
export class HttpPool {
  readonly #options: PoolOptions;
  readonly #served: Map<string, Served> = new Map();
  readonly #opening: Map<string, Opening> = new Map();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#look().catch((error: Error) => options.log(error.message));
    }, this.#limit('between'));
  }

  at(place: string): Served | undefined {
    return this.#served.get(place);
  }

  /** What is served at a place, opened for a caller where nothing is yet; or why nothing can be. */
  async opened<S extends Served>(
    place: string,
    caller: Caller,
    make: (options: ServedOptions) => Promise<S>,
  ): Promise<S | Response> {
    const known = this.#served.get(place) ?? this.#opening.get(place)?.made;
    if (known !== undefined) return known as S | Promise<S | Response>; // a place has one kind
    if (this.#isClosed) return refused(503, ending);
    const { principal } = caller;
    const all = [...this.#served.values(), ...this.#opening.values()];
    const own = all.filter((one) => one.principal === principal);
    if (all.length >= this.#limit('most') || own.length >= this.#limit('own'))
      return refused(503, 'There is no room for another session: end one, or call again later.');
    const made = this.#made(place, caller, make);
    this.#opening.set(place, { principal, made });
    return made.finally(() => this.#opening.delete(place));
  }

  async end(place: string): Promise<void> {
    const served = this.#served.get(place);
    this.#served.delete(place);
    await served?.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#served.keys()].map((place) => this.end(place)));
  }

  async #made<S extends Served>(
    place: string,
    caller: Caller,
    make: (options: ServedOptions) => Promise<S>,
  ): Promise<S | Response> {
    const { open, log } = this.#options;
    try {
      const parts = await bind({ ...this.#options, caller });
      const ended = (): void => void this.end(place);
      const served = await make({ parts, open, ended });
      if (this.#isClosed) return refused(503, ending); // a server that is started now would outlive it
      this.#served.set(place, served);
      return served;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      log(error.message);
      return refused(403, 'The policy does not work with this caller; its owner is told why by the guard.');
    }
  }

  #limit(name: keyof Limits): number {
    return this.#options.limits?.[name] ?? usual[name];
  }

  async #look(): Promise<void> {
    const looks = [...this.#served].map(async ([place, served]) => {
      if (served.idleFor() > this.#limit('idle') || !(await served.settle())) await this.end(place);
    });
    await Promise.all([...looks, this.#options.ledger.sweep()]);
  }
}
