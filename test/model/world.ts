import {
  type ActTool,
  type Answer,
  type Attempt,
  type Capabilities,
  createActTool,
  type Executor,
  type Found,
} from '../../src/act/index.ts';
import type { Decision, Slice } from '../../src/ledger/index.ts';
import { createLedger, type Handle, type Ledger, type Store, type Wanted } from '../../src/ledger/index.ts';
import { at, payment } from '../support/ledger/lines.ts';
import type { StoreUnderTest } from '../support/ledger/stores.ts';

/** What an executor can do, in the four ways that matter for what may be done about an unknown outcome. */
export const abilities: Readonly<Record<Ability, Pick<Capabilities, 'idempotency' | 'lookup'>>> = {
  none: { idempotency: { kind: 'none' }, lookup: { kind: 'none' } },
  looked: { idempotency: { kind: 'none' }, lookup: { kind: 'by-key' } },
  keyed: { idempotency: { kind: 'key', retention: 86_400, mismatch: 'cached' }, lookup: { kind: 'none' } },
  both: { idempotency: { kind: 'key', retention: 86_400, mismatch: 'cached' }, lookup: { kind: 'by-key' } },
};
export type Ability = 'none' | 'looked' | 'keyed' | 'both';

/** What becomes of one request: `late`, it reaches the bank after its caller has given up. */
export type Fate = 'paid' | 'paid, reply lost' | 'late' | 'never arrives' | 'declined' | 'declined for good';

/**
 * Where a process dies, before or after its n-th step from now is written; or where it is stopped for hours, in which
 * others work, and goes on.
 */
export interface Death {
  readonly step: number;
  readonly when: 'before' | 'after' | 'stopped' | 'stopped past exp';
}

/** One payment in the world. */
export interface Effect {
  readonly key: string;
  readonly token: string;
  readonly handoff: string;
  readonly values: Readonly<Record<string, string>>;
}

const horizon = 600_000;
const hour = 3_600_000;
export const exp: number = at('17:00:00');

class Died extends Error {}

/** The ledger, the people, a bank over a wire that loses and delays, and processes that die: everything but the code. */
export class World {
  readonly #under: StoreUnderTest;
  readonly #ability: Ability;
  #inner: Store;
  #death: Death | null = null;
  clock: number = at('14:00:00');
  ledger!: Ledger;
  scheduler!: Handle;
  payer!: Handle;
  sending!: ActTool;
  paying!: ActTool;
  deciding!: ActTool;
  readonly effects: Effect[] = [];
  /** Requests that may still reach the bank. */
  readonly wire: { readonly attempt: Attempt; readonly token: string; readonly sent: number }[] = [];
  /** Moments at which a request was sent. */
  readonly sends: { readonly at: number; readonly validUntil: string | null }[] = [];
  /** Tokens, in the order in which they were prepared. */
  readonly tokens: string[] = [];
  /** Tokens that the sender said yes to, as far as the sender knows. */
  readonly cleared: Set<string> = new Set();
  readonly handoffs: string[] = [];
  #handed = 0;
  #fate: Fate = 'paid';
  #token = '';

  constructor(under: StoreUnderTest, ability: Ability) {
    this.#under = under;
    this.#ability = ability;
    this.#inner = under.store;
    this.#boot();
  }

  get store(): Store {
    return this.#inner;
  }

  /** Does something in a process that may die of it; null when it did, and everybody starts anew. */
  async living<T>(death: Death | null, does: () => Promise<T>): Promise<T | null> {
    this.#death = death === null ? null : { ...death };
    try {
      return await does();
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#inner = await this.#under.reopen();
      this.#boot();
      return null;
    } finally {
      this.#death = null;
    }
  }

  async handOver(item: number, re: string | null): Promise<void> {
    this.#handed += 1;
    const number = 100 * this.#handed;
    const { line, record } = payment(number, { item: `inv:${item}`, ref: `R-${item}`, apref: `FD-${item}` });
    const sent = await this.scheduler.send(re === null ? line : `${line} re=${re}`, {
      record,
      closeWhenExpired: true,
    });
    if (sent.outcome === 'accepted') this.handoffs.push(sent.id);
  }

  async prepare(handoff: string, until: string | null): Promise<void> {
    const outcome = await this.paying.prepare({ handoff, ...(until === null ? {} : { exp: until }) });
    if (outcome.outcome === 'prepared' && !outcome.repeat) this.tokens.push(outcome.token);
  }

  async confirm(token: string, answer: string): Promise<void> {
    if (answer === 'Y') this.cleared.add(token);
    await this.sending.confirm({ token, answer });
  }

  async commit(token: string, fate: Fate): Promise<void> {
    this.#aim(token, fate);
    await this.paying.commit({ token });
  }

  async recover(token: string, fate: Fate): Promise<void> {
    this.#aim(token, fate);
    await this.paying.settle({ token });
  }

  /** A person looks at the bank’s own books, when nothing that was sent can still arrive. */
  async decide(token: string): Promise<void> {
    if (this.wire.length > 0) return;
    const seen = this.effects.find((effect) => effect.token === token);
    const evidence = 'the books of the bank';
    const answer =
      seen === undefined
        ? ({ outcome: 'NOTEXEC', evidence } as const)
        : ({ outcome: 'EXECUTED', evidence, values: seen.values } as const);
    await this.deciding.settle({ token, answer });
  }

  async cancel(handoff: string): Promise<void> {
    const row = await this.scheduler.show(handoff);
    const id = await this.scheduler.nextId('scheduler');
    await this.scheduler.send(
      `RW1 CX ${id} re=${handoff} p=pay from=scheduler to=payer item=${row?.handoff?.item} why=REVOKED`,
    );
  }

  async readBack(handoff: string, right: boolean): Promise<void> {
    const row = await this.scheduler.show(handoff);
    const line = row?.entry.line ?? '';
    const slots = line
      .slice(line.indexOf(' item='))
      .replace(/ re=\S+/, '')
      .replace(' rb=exec', '');
    const id = await this.payer.nextId();
    const heard = right ? slots : slots.replace('amt=5400.00', 'amt=5100.00');
    await this.payer.send(`RW1 RB ${id} re=${handoff} p=pay from=payer to=scheduler${heard}`);
  }

  /** Time passes, and no request stays on the wire for longer than the horizon. */
  async tick(milliseconds: number): Promise<void> {
    this.clock += milliseconds;
    for (const [index, { sent }] of [...this.wire.entries()].reverse()) {
      if (this.clock - sent >= horizon) this.wire.splice(index, 1);
    }
  }

  /** A late request reaches the bank. */
  async arrive(): Promise<void> {
    const request = this.wire.shift();
    if (request !== undefined) this.#pay(request.attempt, request.token);
  }

  #aim(token: string, fate: Fate): void {
    this.#token = token;
    this.#fate = fate;
  }

  #boot(): void {
    const store = this.#mortal();
    this.ledger = createLedger({ store, clock: () => this.clock });
    this.scheduler = this.ledger.as({ principal: 'ap-office', agents: ['scheduler'] });
    this.payer = this.ledger.as({ principal: 'treasury', agents: ['payer'] });
    this.sending = createActTool({ ledger: this.scheduler });
    this.paying = createActTool({ ledger: this.payer, executors: { PAY: this.#bank() }, wait: 0 });
    const human = this.ledger.as({ principal: 'm.okafor', agents: ['human'], person: true });
    this.deciding = createActTool({ ledger: human });
  }

  #mortal(): Store {
    const inner = this.#inner;
    const world = this;
    return new Proxy(inner, {
      get(_, name) {
        if (name !== 'step') return (Reflect.get(inner, name) as () => unknown).bind?.(inner);
        return async <T>(
          conversation: string,
          wanted: Wanted,
          decide: (slice: Slice) => Decision<T>,
        ): Promise<T> => {
          const dies = world.#dies();
          if (dies === 'before') throw new Died();
          const result = await inner.step(conversation, wanted, decide);
          if (dies === 'after') throw new Died();
          if (dies === 'stopped') await world.#meanwhile(hour);
          if (dies === 'stopped past exp') await world.#meanwhile(Math.max(exp - world.clock, hour));
          return result;
        };
      },
    });
  }

  /** While one process is stopped, hours pass and another one settles whatever it finds. */
  async #meanwhile(milliseconds: number): Promise<void> {
    const [token, fate] = [this.#token, this.#fate];
    await this.tick(milliseconds);
    const ledger = createLedger({ store: this.#inner, clock: () => this.clock });
    await ledger.sweep();
    const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
    const paying = createActTool({ ledger: payer, executors: { PAY: this.#bank() }, wait: 0 });
    for (const other of this.tokens) {
      this.#aim(other, 'never arrives');
      await paying.settle({ token: other });
    }
    this.#aim(token, fate);
  }

  #dies(): Death['when'] | null {
    if (this.#death === null) return null;
    this.#death = { ...this.#death, step: this.#death.step - 1 };
    return this.#death.step === 0 ? this.#death.when : null;
  }

  #bank(): Executor {
    const { lookup, idempotency } = abilities[this.#ability];
    return {
      name: 'bank',
      timeout: 1_000,
      can: { idempotency, lookup, horizon: horizon / 1_000 },
      run: (attempt) => this.#receive(attempt),
      ...(lookup.kind !== 'none' ? { lookup: (attempt: Attempt) => this.#look(attempt) } : {}),
    };
  }

  async #receive(attempt: Attempt): Promise<Answer> {
    const token = this.#token;
    this.sends.push({ at: this.clock, validUntil: attempt.validUntil });
    switch (this.#fate) {
      case 'late':
        this.wire.push({ attempt, token, sent: this.clock });
        throw new Error('no reply');
      case 'never arrives':
        throw new Error('no reply');
      case 'declined':
        return { outcome: 'declined', final: false, reason: 'busy', retry: true };
      case 'declined for good':
        // a bank that has paid under the key does not say no to it
        if (this.#known(attempt) !== undefined || this.wire.length > 0) return this.#pay(attempt, token);
        return { outcome: 'declined', final: true, reason: 'account closed' };
      case 'paid, reply lost':
        this.#pay(attempt, token);
        throw new Error('reply lost');
      default:
        return this.#pay(attempt, token);
    }
  }

  #pay(attempt: Attempt, token: string): Answer {
    const known = abilities[this.#ability].idempotency.kind === 'key' ? this.#known(attempt) : undefined;
    if (known !== undefined) return { outcome: 'executed', values: known.values };
    const { key, call } = attempt;
    this.effects.push({ key, token, handoff: call.handoff, values: call.values });
    return { outcome: 'executed', values: call.values };
  }

  async #look(attempt: Attempt): Promise<Found> {
    const known = this.#known(attempt);
    return known === undefined ? { outcome: 'not-found' } : { outcome: 'found', values: known.values };
  }

  #known({ key }: Attempt): Effect | undefined {
    return this.effects.find((effect) => effect.key === key);
  }
}
