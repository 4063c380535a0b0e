import type { CommitOutcome } from '../../src/act/index.ts';
import {
  exportLedger,
  type Handoff,
  importLedger,
  type Statement,
  type Store,
} from '../../src/ledger/index.ts';
import { isHot } from '../../src/ledger/state.ts';
import { at, payment } from '../support/ledger/lines.ts';
import type { StoreUnderTest } from '../support/ledger/stores.ts';
import { type Ability, type Effect, type Fate, ModelBank } from './bank.ts';
import { type Death, Died, Mortal } from './mortal.ts';
import { type People, peopleAt } from './people.ts';

export const exp: number = at('17:00:00');

const hour = 3_600_000;

/** The ledger, the people, a bank and processes that die, race and are restored from backups: everything but the code. */
export class World {
  readonly #open: () => Promise<StoreUnderTest>;
  #under: StoreUnderTest;
  readonly #houses: StoreUnderTest[];
  #inner: Store;
  readonly #mortal: Mortal;
  clock: number = at('14:00:00');
  people!: People;
  readonly bank: ModelBank;
  /** Tokens, in the order in which they were prepared. */
  readonly tokens: string[] = [];
  /** Tokens that the sender said yes to, as far as the sender knows. */
  readonly cleared: Set<string> = new Set();
  /** The report that a token's commit was answered with. */
  readonly reports: Map<string, string> = new Map();
  readonly handoffs: string[] = [];
  /** Handoffs of which somebody was told, in a life that is lost, that they were not done; and the payments until then. */
  readonly toldNotDone: Map<string, number> = new Map();
  /** Answers that say what cannot be. */
  readonly lies: string[] = [];
  #handed = 0;
  #backup: readonly string[] | null = null;

  private constructor(open: () => Promise<StoreUnderTest>, under: StoreUnderTest, ability: Ability) {
    this.#open = open;
    this.#under = under;
    this.#houses = [under];
    this.#inner = under.store;
    this.bank = new ModelBank(ability, () => this.clock);
    this.#mortal = new Mortal((when) => this.#sleeps(when));
    this.bank.turn = () => this.#mortal.turn();
    this.#boot();
  }

  static async make(open: () => Promise<StoreUnderTest>, ability: Ability): Promise<World> {
    return new World(open, await open(), ability);
  }

  async remove(): Promise<void> {
    for (const house of this.#houses) await house.remove();
  }

  /** Lets whoever races come to its turn; null where nobody races. */
  set turn(turn: (() => Promise<void>) | null) {
    this.#mortal.turn = turn ?? (async () => {});
  }

  get store(): Store {
    return this.#inner;
  }

  /** Does something in a process that may die of it; null when it did, and everybody starts anew. */
  async living<T>(death: Death | null, does: () => Promise<T>): Promise<T | null> {
    this.#mortal.meets(death);
    try {
      return await does();
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#inner = await this.#under.reopen();
      this.#boot();
      return null;
    } finally {
      this.#mortal.meets(null);
    }
  }

  /** A payment, or the same one once more with re=; one that the bank's books have, or may have, is not handed over again. */
  async handOver(item: number, re: string | null): Promise<void> {
    if (re !== null && this.#mayBePaid(re)) return;
    this.#handed += 1;
    const number = 100 * this.#handed;
    const { line, record } = payment(number, { item: `inv:${item}`, ref: `R-${item}`, apref: `FD-${item}` });
    await this.#send(re === null ? line : `${line} re=${re}`, record);
  }

  /** A handoff that reverses what a token paid. */
  async handOverUndo(token: string): Promise<void> {
    const [, report] = / DN (\S+) /.exec(this.reports.get(token) ?? '') ?? [];
    const statement = await this.people.payer.statement(token);
    if (report === undefined || statement === null) return;
    this.#handed += 1;
    const { item } = JSON.parse(statement.call) as { item: string };
    const line = `RW1 HO scheduler-${100 * this.#handed} p=pay from=scheduler to=payer item=${item} ask=UNDO rb=all ctx=${report} exp=20261002T1700Z`;
    await this.#send(line, { item, ask: 'UNDO', ctx: [report], exp: '20261002T1700Z' });
  }

  async prepare(handoff: string, until: string | null, worker: 0 | 1 = 0): Promise<void> {
    const input = { handoff, ...(until === null ? {} : { exp: until }) };
    const outcome = await this.people.workers[worker].prepare(input);
    if (outcome.outcome === 'prepared' && !outcome.repeat) this.tokens.push(outcome.token);
  }

  async confirm(token: string, answer: string): Promise<void> {
    if (answer === 'Y') this.cleared.add(token);
    await this.people.sending.confirm({ token, answer });
  }

  async commit(token: string, fate: Fate, worker: 0 | 1 = 0): Promise<void> {
    this.bank.fate = fate;
    await this.#hear(token, await this.people.workers[worker].commit({ token }));
  }

  async recover(token: string, fate: Fate, worker: 0 | 1 = 0): Promise<void> {
    this.bank.fate = fate;
    await this.#hear(token, await this.people.workers[worker].settle({ token }));
  }

  /** What the bank says by itself of a statement. */
  async callBack(token: string): Promise<void> {
    const statement = await this.people.payer.statement(token);
    if (statement === null) return;
    await this.#hear(token, await this.people.workers[0].callback(this.bank.callback(statement.key, token)));
  }

  /** A person looks at the bank’s own books, when nothing that was sent can still arrive. */
  async decide(token: string): Promise<void> {
    if (!this.bank.isQuiet) return;
    const seen = this.bank.effects.find((effect) => effect.token === token);
    const evidence = 'the books of the bank';
    const answer =
      seen === undefined
        ? ({ outcome: 'NOTEXEC', evidence } as const)
        : ({ outcome: 'EXECUTED', evidence, values: seen.values } as const);
    await this.people.deciding.settle({ token, answer });
  }

  async cancel(handoff: string): Promise<void> {
    const row = await this.people.scheduler.show(handoff);
    const id = await this.people.scheduler.nextId('scheduler');
    await this.people.scheduler.send(
      `RW1 CX ${id} re=${handoff} p=pay from=scheduler to=payer item=${row?.handoff?.item} why=REVOKED`,
    );
  }

  async readBack(handoff: string, right: boolean): Promise<void> {
    const row = await this.people.scheduler.show(handoff);
    const line = row?.entry.line ?? '';
    const slots = line
      .slice(line.indexOf(' item='))
      .replace(/ re=\S+/, '')
      .replace(' rb=exec', '');
    const id = await this.people.payer.nextId();
    const heard = right ? slots : slots.replace('amt=5400.00', 'amt=5100.00');
    await this.people.payer.send(`RW1 RB ${id} re=${handoff} p=pay from=payer to=scheduler${heard}`);
  }

  /** Time passes, and nothing that was sent is under way for longer than the horizon. */
  async tick(milliseconds: number): Promise<void> {
    this.clock += milliseconds;
    this.bank.timePasses();
  }

  async backUp(): Promise<void> {
    const lines: string[] = [];
    for await (const line of exportLedger(this.#inner, { kept: true })) lines.push(line);
    this.#backup = lines;
  }

  /** The machine is lost, and the last backup is there in its place; what had been told by then is not. */
  async restore(): Promise<void> {
    if (this.#backup === null) return;
    for (const { id, state } of await this.#handoffsNow())
      if (state === 'CLOSED_CX' || state === 'CLOSED_FL') this.toldNotDone.set(id, this.bank.effects.length);
    this.#under = await this.#open();
    this.#houses.push(this.#under);
    this.#inner = this.#under.store;
    const imported = await importLedger(this.#inner, this.#backup);
    if (imported.outcome !== 'imported') throw new Error(JSON.stringify(imported));
    this.#boot();
    await this.people.ledger.reconcile({ by: 'm.okafor' });
    await this.bank.forget(async (token) => {
      const statement = await this.people.payer.statement(token);
      return statement !== null && (isHot(statement) || statement.state === 'EXECUTED');
    });
    this.reports.clear();
  }

  async #handoffsNow(): Promise<readonly Handoff[]> {
    const { rows } = await this.#inner.read('main', { ids: this.handoffs });
    return [...rows.handoffs.values()];
  }

  #mayBePaid(handoff: string): boolean {
    return !this.bank.isQuiet || this.bank.effects.some((effect) => effect.handoff === handoff);
  }

  async #send(line: string, record: Readonly<Record<string, unknown>>): Promise<void> {
    const sent = await this.people.scheduler.send(line, { record, closeWhenExpired: true });
    if (sent.outcome === 'accepted') this.handoffs.push(sent.id);
  }

  /** Payments of a statement: its own, and those of a lost life that its key found again. */
  paidFor({ token, key }: Pick<Statement, 'token' | 'key'>): readonly Effect[] {
    return this.bank.effects.filter(
      (effect) => effect.token === token || (effect.lost && effect.key === key),
    );
  }

  /** What somebody is told has to be so, and the same whenever it is told. */
  async #hear(token: string, outcome: CommitOutcome): Promise<void> {
    const statement = await this.people.payer.statement(token);
    const paid = statement === null ? [] : this.paidFor(statement);
    if (outcome.outcome === 'executed') {
      const before = this.reports.get(token) ?? outcome.line;
      this.reports.set(token, outcome.line);
      if (before !== outcome.line)
        this.lies.push(`${token} was reported as ${before}, and is as ${outcome.line}`);
      if (paid.length !== 1) this.lies.push(`${token} is told as done, and was paid ${paid.length} times`);
    }
    if (outcome.outcome === 'not-executed' && paid.length > 0)
      this.lies.push(`${token} is told as not done, and was paid`);
  }

  #boot(): void {
    const store = this.#mortal.over(this.#inner);
    this.people = peopleAt(store, () => this.clock, this.bank);
  }

  async #sleeps(when: Death['when']): Promise<void> {
    if (when === 'stopped') await this.#meanwhile(hour);
    if (when === 'stopped past exp') await this.#meanwhile(Math.max(exp - this.clock, hour));
    if (when === 'asleep past exp') await this.tick(Math.max(exp - this.clock, 1));
  }

  /** While one process is stopped, hours pass and another one settles whatever it finds. */
  async #meanwhile(milliseconds: number): Promise<void> {
    const { fate } = this.bank;
    await this.tick(milliseconds);
    const { ledger, workers } = peopleAt(this.#inner, () => this.clock, this.bank);
    await ledger.sweep();
    this.bank.fate = 'never arrives';
    for (const token of this.tokens) await workers[0].settle({ token });
    this.bank.fate = fate;
  }
}
