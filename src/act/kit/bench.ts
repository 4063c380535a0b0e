import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Capabilities, capabilitiesOf, lagOf } from '../capabilities.ts';
import { answerOf, foundBy } from '../commit/answer.ts';
import type { Answer, Attempt, Executor, Found, Reversed } from '../executor.ts';
import { newToken, referenceOf } from '../statement.ts';
import type { KitOptions } from './kit.ts';

type Values = Readonly<Record<string, string>>;

/** What an attempt may differ in from a first one of the usual values. */
export interface Way {
  readonly values?: Values;
  readonly key?: string;
  readonly attempt?: number;
  readonly validUntil?: string;
  readonly reverses?: Reversed;
}

/** An act that was done. */
export interface Done {
  readonly attempt: Attempt;
  readonly answer: Extract<Answer, { outcome: 'executed' }>;
}

/** An executor on the bench: asks it as the act tool does, and keeps all that it says. */
export class Bench {
  readonly options: KitOptions;
  readonly executor: Executor;
  readonly can: Capabilities;
  /** The first act, with the usual values: what the other probes start from. */
  first: Done | null = null;
  /** Another act, with the other values. */
  second: Done | null = null;
  /** How many acts the first attempt was; null where nobody counts. */
  done: number | null = null;
  /** Everything that it returned or threw, as a log would show it. */
  readonly said: string[] = [];

  constructor(options: KitOptions) {
    this.options = options;
    this.executor = options.executor;
    this.can = capabilitiesOf(options.executor);
  }

  attempt(way: Way = {}): Attempt {
    const { values = this.options.values, key = randomBytes(32).toString('hex'), attempt = 1 } = way;
    const { ask, item = 'kit:1' } = this.options;
    const { reverses } = way;
    return {
      call: {
        ask: reverses === undefined ? ask : 'UNDO',
        item,
        conversation: 'kit',
        handoff: 'kit-1',
        values,
        artifacts: {},
        ...(reverses === undefined ? {} : { reverses }),
      },
      key,
      attempt,
      validUntil: way.validUntil ?? null,
      reference: referenceOf(key),
      known: null,
      token: newToken(),
    };
  }

  /** One attempt, and what comes of it where it settles later. */
  async act(attempt: Attempt): Promise<Answer> {
    const answer = await this.#asked(() => this.executor.run(attempt), attempt.key);
    return answer.outcome === 'pending' ? this.#settled(attempt, answer.reference ?? null) : answer;
  }

  reverse(attempt: Attempt): Promise<Answer> {
    const { reverse } = this.executor;
    return this.#asked(async () => reverse?.call(this.executor, attempt), attempt.key);
  }

  /** A look-up, once what was done has to show. */
  async lookUp(attempt: Attempt, known: string | null = null): Promise<Found> {
    const { executor } = this;
    const ask = async (): Promise<unknown> => this.#keep(executor.lookup?.({ ...attempt, known }));
    return foundBy(ask as () => Promise<Found>, executor.timeout, attempt.key);
  }

  /** A look-up of what was done, as often as its lag needs. */
  async lookUpDone(attempt: Attempt, known: string | null): Promise<Found> {
    return this.#until(
      () => this.lookUp(attempt, known),
      ({ outcome }) => outcome !== 'not-found' && outcome !== 'pending',
    );
  }

  /** How many acts were done; null where nobody counts. */
  async effects(): Promise<number | null> {
    return (await this.options.effects?.()) ?? null;
  }

  async #settled(attempt: Attempt, known: string | null): Promise<Answer> {
    const found = await this.lookUpDone(attempt, known);
    if (found.outcome === 'found') return { ...found, outcome: 'executed' };
    if (found.outcome === 'declined') return found;
    return { outcome: 'unknown', reason: `it took the act, and a look-up says ${found.outcome}` };
  }

  async #until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
    const { patience = 10_000 } = this.options;
    const lag = lagOf(this.can.lookup);
    const end = performance.now() + patience + (Number.isFinite(lag) ? lag * 1_000 : 0);
    let answer = await ask();
    while (!holds(answer) && performance.now() < end) {
      await sleep(50);
      answer = await ask();
    }
    return answer;
  }

  #asked(run: () => Promise<unknown>, key: string): Promise<Answer> {
    return answerOf(async () => (await this.#keep(run())) as Answer, this.executor.timeout, key);
  }

  /** Keeps what is said, also in an error. */
  async #keep(saying: Promise<unknown> | undefined): Promise<unknown> {
    try {
      const said = await saying;
      this.said.push(inspect(said, { depth: 8 }));
      return said;
    } catch (error) {
      this.said.push(inspect(error, { depth: 8 }));
      throw error;
    }
  }
}
