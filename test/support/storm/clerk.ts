import { setTimeout as sleep } from 'node:timers/promises';
import { type ActTool, createActTool, type Executor } from '../../../src/act/index.ts';
import { type Handle, type Ledger, LedgerError } from '../../../src/ledger/index.ts';
import { effectsIn, type Told } from './evidence.ts';
import type { Kind, Patience, Payment } from './payments.ts';

/** How far a job came: `later` is asked again, `failed` is a fault of what is tested. */
export type Progress =
  | { readonly state: 'closed' }
  | { readonly state: 'later'; readonly why: string }
  | { readonly state: 'failed'; readonly error: string };

/** Refusals that a storm brings about: somebody else was faster, or time has passed. */
const usual: readonly string[] = [
  ...['closed', 'running', 'live-statement', 'no-statement', 'answered', 'expired'],
  ...['in-progress', 'abandoned', 'unconfirmed', 'settled'],
];

/** One process's people and machines in one conversation: whatever was done before, they go on from what the ledger says. */
export class Clerk {
  readonly #kind: Kind;
  readonly #patience: Patience;
  readonly #scheduler: Handle;
  readonly #payer: Handle;
  readonly #human: Handle;
  readonly #sending: ActTool;
  readonly #paying: ActTool;
  readonly #deciding: ActTool;
  readonly #tell: (told: Told) => void;

  constructor(options: {
    readonly ledger: Ledger;
    readonly kind: Kind;
    readonly bank: Executor;
    readonly patience: Patience;
    readonly tell: (told: Told) => void;
  }) {
    const { ledger, kind, bank, patience, tell } = options;
    const conversation = kind;
    this.#kind = kind;
    this.#patience = patience;
    this.#tell = tell;
    this.#scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation });
    this.#payer = ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
    this.#human = ledger.as({ principal: 'm.okafor', agents: ['human'], person: true, conversation });
    const { sendWithin } = patience;
    this.#sending = createActTool({ ledger: this.#scheduler });
    this.#paying = createActTool({ ledger: this.#payer, executors: { PAY: bank }, sendWithin, wait: 2_000 });
    this.#deciding = createActTool({ ledger: this.#human });
  }

  /** Takes a payment as far as it goes. `isFirst`: nobody has begun it before. `another` has it committed by one more process. */
  async pay(payment: Payment, isFirst: boolean, another: (token: string) => void): Promise<Progress> {
    const { line, record, cancelAfter } = payment;
    const sent = await this.#scheduler.send(line, { record, closeWhenExpired: true });
    if (sent.outcome === 'refused') return { state: 'failed', error: `the handoff: ${sent.message}` };
    this.#told(sent.entry.line);
    const cancelling = isFirst && cancelAfter !== null ? this.#cancel(payment, cancelAfter) : null;
    const token = await this.#prepared(payment.id);
    if (token !== null) {
      const confirmed = await this.#sending.confirm({ token });
      if (confirmed.outcome === 'refused') expectUsual(confirmed);
      else this.#told(confirmed.line);
      if (payment.twice && isFirst) another(token);
      await this.commit(token);
    }
    await cancelling;
    return this.#progress(payment.id);
  }

  async commit(token: string): Promise<Progress> {
    const outcome = await this.#paying.commit({ token });
    if (outcome.outcome === 'refused') expectUsual(outcome);
    else if (outcome.outcome !== 'unknown') this.#told(outcome.line);
    return { state: 'later', why: outcome.outcome };
  }

  /** What a process does after a restart and in quiet hours. */
  async recover(): Promise<Progress> {
    for (const outcome of await this.#paying.recover()) {
      if (outcome.outcome === 'executed' || outcome.outcome === 'not-executed') this.#told(outcome.line);
    }
    return { state: 'later', why: 'recovered' };
  }

  /** A person answers what only a person can, from the bank's own file, once nothing can still arrive there. */
  async decide(file: string): Promise<Progress> {
    const { horizon, sendWithin } = this.#patience;
    for (const { statement } of await this.#human.open()) {
      if (statement?.state !== 'UNKNOWN' || statement.question === null) continue;
      if (Date.now() - (statement.lastClaimedAt ?? 0) < horizon + sendWithin) continue;
      const { token, handoff } = statement;
      const seen = effectsIn(file).find((one) => one.conversation === this.#kind && one.handoff === handoff);
      const evidence = 'the file of the bank';
      const answer =
        seen === undefined
          ? ({ outcome: 'NOTEXEC', evidence } as const)
          : ({ outcome: 'EXECUTED', evidence, values: seen.values } as const);
      const outcome = await this.#deciding.settle({ token, answer });
      if (outcome.outcome === 'refused') expectUsual(outcome);
    }
    return { state: 'later', why: 'decided' };
  }

  /** The token of the handoff's last statement, prepared now if there is none; null when nothing was ever prepared. */
  async #prepared(handoff: string): Promise<string | null> {
    const prepared = await this.#paying.prepare({ handoff });
    if (prepared.outcome === 'prepared') {
      this.#told(prepared.line);
      return prepared.token;
    }
    if (prepared.outcome !== 'refused') throw new Error(`prepare ended with ${JSON.stringify(prepared)}`);
    expectUsual(prepared);
    const readback = (await this.#payer.show(handoff))?.handoff?.readback ?? null;
    const line = readback === null ? null : (await this.#payer.show(readback.id))?.entry.line;
    return / x_tok=(\S+)/.exec(line ?? '')?.[1] ?? null;
  }

  /** The sender takes it back, once; a database that is away at that moment spares it. */
  async #cancel({ id, record }: Payment, after: number): Promise<void> {
    await sleep(after);
    try {
      const own = await this.#scheduler.nextId();
      const line = `RW1 CX ${own} re=${id} p=pay from=scheduler to=payer item=${record['item']} why=REVOKED`;
      const sent = await this.#scheduler.send(line);
      if (sent.outcome === 'refused') expectUsual(sent);
      else this.#told(sent.entry.line);
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }

  async #progress(handoff: string): Promise<Progress> {
    const state = (await this.#payer.show(handoff))?.handoff?.state;
    return state?.startsWith('CLOSED_') ? { state: 'closed' } : { state: 'later', why: `it is ${state}` };
  }

  #told(line: string | null): void {
    if (line !== null) this.#tell({ conversation: this.#kind, line });
  }
}

function expectUsual({ reason, message }: { readonly reason: string; readonly message: string }): void {
  if (!usual.includes(reason)) throw new Error(`refused with ${reason}: ${message}`);
}

/** Storage that is busy or away: the same may be done later. */
export function isRetryable(error: unknown): error is LedgerError {
  return error instanceof LedgerError && error.retryable;
}
