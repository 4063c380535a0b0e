import type { Answer, Attempt, Capabilities, Executor, Found } from '../../../src/act/index.ts';

/** What a bank gets wrong; each is one fault. */
export type Fault =
  | 'drops the key'
  | 'does two acts'
  | 'races itself'
  | 'changes values'
  | 'leaves a value out'
  | 'takes other values under a key'
  | 'answers with the last act'
  | 'calls every act the same'
  | 'look-up forgets'
  | 'look-up finds everything'
  | 'look-up answers another act'
  | 'look-up answers other values'
  | 'look-up gives another reference'
  | 'ignores valid-until'
  | 'says final and then acts'
  | 'garbage on errors'
  | 'throws on errors'
  | 'acts without values'
  | 'hangs'
  | 'answers garbage'
  | 'cannot reverse'
  | 'leaks in a reason'
  | 'leaks in an error'
  | 'leaks in itself';

/** All that an executor can promise. */
export const able: Capabilities = {
  idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' },
  lookup: { kind: 'by-key' },
  settlesLater: false,
  deadline: true,
  reversal: true,
  horizon: 60,
};

/** What it was given to keep to itself. */
export const secret = 'canary-of-the-sound-bank';

interface Payment {
  readonly key: string;
  readonly asked: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly reference: string;
}

/** A bank that keeps what it declares, but for one fault. Accounts that begin with `closed` are declined for good. */
export class SoundBank implements Executor {
  readonly name: string = 'sound bank';
  readonly timeout: number = 300;
  readonly can: Capabilities;
  readonly payments: Payment[] = [];
  readonly token?: string;
  readonly #fault: Fault | null;
  readonly #declined = new Set<string>();

  constructor(fault: Fault | null = null, can: Partial<Capabilities> = {}) {
    this.#fault = fault;
    this.can = { ...able, ...can };
    if (fault === 'leaks in itself') this.token = secret;
  }

  async run(attempt: Attempt): Promise<Answer> {
    const { key, call, validUntil } = attempt;
    const fault = this.#fault;
    if (fault === 'hangs') return new Promise(() => {});
    if (fault === 'answers garbage') return { status: 'paid' } as never;
    const wrong = this.#wrong(call.values);
    if (wrong !== null) {
      if (fault === 'garbage on errors') return { error: wrong } as never;
      if (fault === 'throws on errors') throw new Error(wrong);
      if (fault === 'leaks in an error') throw new Error(`401 for ${secret}`);
      const reason = fault === 'leaks in a reason' ? `${wrong} (${secret})` : wrong;
      if (fault !== 'acts without values') return { outcome: 'declined', final: false, reason };
    }
    if (validUntil !== null && validUntil < '20260101' && fault !== 'ignores valid-until')
      return { outcome: 'declined', final: true, reason: 'too late' };
    const before = this.payments.find((one) => one.key === key);
    if (before !== undefined && fault !== 'drops the key') return this.#again(before, call.values);
    if (call.values['acct']?.startsWith('closed') === true) {
      const again = this.#declined.has(key);
      this.#declined.add(key);
      if (!(again && fault === 'says final and then acts'))
        return { outcome: 'declined', final: true, reason: 'account closed' };
    }
    if (fault === 'races itself') await Promise.resolve();
    const done = this.#pay(key, call.values);
    if (fault === 'does two acts') this.#pay(`${key}-2`, call.values);
    return this.#answer(done);
  }

  async lookup({ key }: Attempt): Promise<Found> {
    const fault = this.#fault;
    const known = this.payments.find((one) => one.key === key);
    const other = this.payments.find((one) => one.key !== key);
    const first = this.payments[0];
    if (fault === 'look-up forgets') return { outcome: 'not-found' };
    if (fault === 'look-up finds everything' && known === undefined && first !== undefined)
      return { outcome: 'found', values: first.values };
    if (known === undefined) return { outcome: 'not-found' };
    const { values, reference } = known;
    // of its first act it says the truth
    if (fault === 'look-up answers another act' && known !== first && other !== undefined)
      return { outcome: 'found', values: other.values, reference: other.reference };
    if (fault === 'look-up answers other values')
      return { outcome: 'found', values: { ...values, amt: '0.01' } };
    if (fault === 'look-up gives another reference') return { outcome: 'found', values, reference: 'SB-0' };
    return { outcome: 'found', values, reference };
  }

  async reverse({ call }: Attempt): Promise<Answer> {
    if (this.#fault === 'cannot reverse') return { outcome: 'declined', final: true };
    return { outcome: 'executed', values: call.values };
  }

  #wrong(values: Readonly<Record<string, string>>): string | null {
    return values['acct'] === undefined ? 'it names no account' : null;
  }

  #again(before: Payment, values: Readonly<Record<string, string>>): Answer {
    const same = JSON.stringify(before.asked) === JSON.stringify(values);
    if (same) return this.#answer(before);
    if (this.#fault === 'takes other values under a key')
      return this.#answer(this.#pay(`${before.key}-2`, values));
    const { idempotency } = this.can;
    if (idempotency.kind === 'key' && idempotency.mismatch === 'cached') return this.#answer(before);
    return { outcome: 'declined', final: true, mismatch: true };
  }

  #pay(key: string, values: Readonly<Record<string, string>>): Payment {
    const paid = this.#fault === 'changes values' ? { ...values, amt: '1.00' } : values;
    const reference = this.#fault === 'calls every act the same' ? 'SB' : `SB-${this.payments.length + 1}`;
    const payment = { key, asked: values, values: paid, reference };
    this.payments.push(payment);
    return payment;
  }

  #answer({ values, reference }: Payment): Answer {
    const [first] = this.payments;
    if (this.#fault === 'answers with the last act' && first !== undefined)
      return { outcome: 'executed', values: first.values, reference };
    if (this.#fault === 'leaves a value out') {
      const { cur: _, ...rest } = values;
      return { outcome: 'executed', values: rest, reference };
    }
    return { outcome: 'executed', values, reference };
  }
}
