import type { Decision, Slice, Store, Wanted } from '../../src/ledger/index.ts';

/**
 * Where a process dies, before or after its n-th step from now is written; or where it is stopped for hours, in which
 * others work, and goes on; or sleeps past exp, in which nobody does anything.
 */
export interface Death {
  readonly step: number;
  readonly when: 'before' | 'after' | 'stopped' | 'stopped past exp' | 'asleep past exp';
}

/** What a process dies with. */
export class Died extends Error {}

/** The store as processes see it that die, and that race for every look and every step. */
export class Mortal {
  readonly #sleeps: (when: Death['when']) => Promise<void>;
  #death: Death | null = null;
  /** Lets whoever races come to its turn. */
  turn: () => Promise<void> = async () => {};

  constructor(sleeps: (when: Death['when']) => Promise<void>) {
    this.#sleeps = sleeps;
  }

  meets(death: Death | null): void {
    this.#death = death;
  }

  over(inner: Store): Store {
    const step = async <T>(
      conversation: string,
      wanted: Wanted,
      decide: (slice: Slice) => Decision<T>,
    ): Promise<T> => {
      await this.turn();
      const dies = this.#dies();
      if (dies === 'before') throw new Died();
      const result = await inner.step(conversation, wanted, decide);
      if (dies === 'after') throw new Died();
      if (dies !== null) await this.#sleeps(dies);
      return result;
    };
    const read = async (conversation: string, wanted: Wanted): Promise<Slice> => {
      await this.turn();
      return inner.read(conversation, wanted);
    };
    const own: Readonly<Record<string | symbol, unknown>> = { step, read };
    return new Proxy(inner, {
      get: (_, name) => {
        const value: unknown = own[name] ?? Reflect.get(inner, name);
        return typeof value === 'function' ? value.bind(inner) : value;
      },
    });
  }

  #dies(): Death['when'] | null {
    if (this.#death === null) return null;
    this.#death = { ...this.#death, step: this.#death.step - 1 };
    return this.#death.step === 0 ? this.#death.when : null;
  }
}
