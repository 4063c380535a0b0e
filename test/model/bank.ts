import {
  type Answer,
  type Attempt,
  type Capabilities,
  callbackReader,
  type Executor,
  type Found,
  signCallback,
} from '../../src/act/index.ts';
import { momentOf } from '../../src/ledger/clock.ts';

export type Ability = 'none' | 'looked' | 'keyed' | 'both' | 'later' | 'keyed, later' | 'deadline';

const idempotency = { kind: 'key', retention: 86_400, mismatch: 'cached' } as const;
const lookup = { kind: 'by-key' } as const;

/** What an executor can do, in the ways that matter for what may be done about an unknown outcome. */
export const abilities: Readonly<Record<Ability, Partial<Capabilities>>> = {
  none: {},
  looked: { lookup },
  keyed: { idempotency },
  both: { idempotency, lookup },
  later: { lookup, settlesLater: true },
  'keyed, later': { idempotency, lookup, settlesLater: true },
  deadline: { lookup, deadline: true },
};

/** What becomes of one request: `late`, it reaches the bank after its caller has given up. */
export type Fate =
  | 'paid'
  | 'paid, reply lost'
  | 'late'
  | 'never arrives'
  | 'declined'
  | 'declined for good'
  /** It does nothing, and wants to be left alone for hours. */
  | 'busy'
  /** Where the bank settles later: it says that it has taken it, or the saying is lost. */
  | 'taken'
  | 'taken, reply lost';

/** One payment in the world. */
export interface Effect {
  readonly key: string;
  readonly token: string;
  readonly handoff: string;
  readonly values: Readonly<Record<string, string>>;
  readonly at: number;
  readonly validUntil: string | null;
  /** Made in a life of the ledger that is lost, of which the one that was restored knows nothing. */
  lost: boolean;
}

interface Request {
  readonly attempt: Attempt;
  readonly sent: number;
  lost: boolean;
}

/** Milliseconds after which nothing that was sent has an effect any more: what the bank has declared, and keeps. */
export const horizon = 600_000;
const secret = 'what the bank signs with';

/** A bank over a wire that loses and delays: the only judge of what was paid. */
export class ModelBank {
  readonly #can: Partial<Capabilities>;
  readonly #now: () => number;
  /** Called between what a worker has last looked at and the request. */
  turn: () => Promise<void> = async () => {};
  fate: Fate = 'paid';
  readonly effects: Effect[] = [];
  /** Requests that may still reach the bank. */
  readonly wire: Request[] = [];
  /** Requests that it has taken and not settled. */
  readonly taken: Request[] = [];
  /** Keys to which it said no for good. */
  readonly refused: Set<string> = new Set();
  /** Moments at which a request was sent. */
  readonly sends: { readonly at: number; readonly validUntil: string | null; readonly token: string }[] = [];

  constructor(ability: Ability, now: () => number) {
    this.#can = abilities[ability];
    this.#now = now;
  }

  get executor(): Executor {
    const { lookup } = this.#can;
    return {
      name: 'bank',
      timeout: 1_000,
      can: { ...this.#can, horizon: horizon / 1_000 },
      run: async (attempt) => {
        await this.turn();
        return this.#receive(attempt);
      },
      ...(lookup === undefined ? {} : { lookup: async (attempt: Attempt) => this.#found(attempt.key) }),
      callback: callbackReader(
        { secret: { environment: 'BANK' }, within: 86_400 },
        { environment: { BANK: secret } },
      ),
    };
  }

  /** Nothing that was sent can still take effect. */
  get isQuiet(): boolean {
    return this.wire.length === 0 && this.taken.length === 0;
  }

  /** Whatever is older than the horizon is lost on the wire, or refused where it was taken. */
  timePasses(): void {
    const isOver = ({ sent }: Request): boolean => this.#now() - sent >= horizon;
    for (const list of [this.wire, this.taken]) {
      for (const request of list.filter(isOver)) {
        list.splice(list.indexOf(request), 1);
        if (list === this.taken) this.refused.add(request.attempt.key);
      }
    }
  }

  /** The oldest late request reaches the bank. */
  arrive(): void {
    const request = this.wire.shift();
    if (request !== undefined) this.#pay(request.attempt, request.lost);
  }

  /** The oldest request that was taken is done, or refused. */
  settle(yes: boolean): void {
    const request = this.taken.shift();
    if (request === undefined) return;
    if (yes) this.#pay(request.attempt, request.lost);
    else this.refused.add(request.attempt.key);
  }

  /** A life of the ledger is lost; `shows` says of which statements the next one knows that they may have run. */
  async forget(shows: (token: string) => Promise<boolean>): Promise<void> {
    for (const effect of this.effects) effect.lost ||= !(await shows(effect.token));
    for (const request of [...this.wire, ...this.taken]) {
      request.lost ||= !(await shows(request.attempt.token));
    }
  }

  /** What the bank says by itself of a statement: signed, and a look-up's word. */
  callback(key: string, token: string): { readonly body: string; readonly signature: string } {
    const body = JSON.stringify({ key, token, ...this.#found(key) });
    return { body, signature: signCallback({ secret, body, at: Math.floor(this.#now() / 1_000) }) };
  }

  #receive(attempt: Attempt): Answer {
    this.sends.push({ at: this.#now(), validUntil: attempt.validUntil, token: attempt.token });
    switch (this.fate) {
      case 'late':
        this.wire.push({ attempt, sent: this.#now(), lost: false });
        throw new Error('no reply');
      case 'never arrives':
        throw new Error('no reply');
      case 'declined':
        return { outcome: 'declined', final: false, reason: 'busy', retry: true };
      case 'busy':
        return { outcome: 'unknown', reason: 'busy', after: 7_000 };
      case 'declined for good':
        // a bank that has paid under the key, or has taken it, does not say no to it
        if (this.#found(attempt.key).outcome !== 'not-found' || this.wire.length > 0)
          return this.#pay(attempt);
        this.refused.add(attempt.key);
        return { outcome: 'declined', final: true, reason: 'account closed' };
      case 'paid, reply lost':
        this.#pay(attempt);
        throw new Error('reply lost');
      case 'taken':
        return this.#take(attempt);
      case 'taken, reply lost':
        this.#take(attempt);
        throw new Error('reply lost');
      default:
        return this.#pay(attempt);
    }
  }

  /** Pays, unless the key or its own deadline says no. */
  #pay(attempt: Attempt, lost: boolean = false): Answer {
    const { call, token, validUntil } = attempt;
    if (this.#can.idempotency !== undefined) {
      const before = this.#answered(attempt.key);
      if (before !== null) return before;
    }
    if (this.#can.deadline === true && validUntil !== null && this.#now() >= momentOf(validUntil))
      return { outcome: 'declined', final: false, reason: 'too late' };
    const { handoff, values } = call;
    this.effects.push({ key: attempt.key, token, handoff, values, at: this.#now(), validUntil, lost });
    return { outcome: 'executed', values };
  }

  /** What a key that is known is answered with; null for a new one. */
  #answered(key: string): Answer | null {
    const found = this.#found(key);
    if (found.outcome === 'found') return { outcome: 'executed', values: found.values };
    if (found.outcome === 'declined') return { outcome: 'declined', final: true };
    return found.outcome === 'pending' ? { outcome: 'pending' } : null;
  }

  #take(attempt: Attempt): Answer {
    if (this.#can.settlesLater !== true) return this.#pay(attempt);
    const before = this.#can.idempotency === undefined ? null : this.#answered(attempt.key);
    if (before !== null) return before;
    this.taken.push({ attempt, sent: this.#now(), lost: false });
    return { outcome: 'pending', reference: `B-${this.sends.length}` };
  }

  #found(key: string): Found {
    const paid = this.effects.find((effect) => effect.key === key);
    if (paid !== undefined) return { outcome: 'found', values: paid.values };
    if (this.taken.some(({ attempt }) => attempt.key === key)) return { outcome: 'pending' };
    return this.refused.has(key) ? { outcome: 'declined', final: true } : { outcome: 'not-found' };
  }
}
