import { setTimeout as sleep } from 'node:timers/promises';
import { chance } from './chance.ts';
import type { Progress } from './clerk.ts';
import type { Evidence, Told } from './evidence.ts';
import { Hand } from './hand.ts';
import { kinds, type Payment, paymentOf } from './payments.ts';
import { Queue } from './queue.ts';
import type { Job, Word, WorkerSetup } from './worker.ts';

export interface ShiftOptions {
  readonly seed: number;
  readonly kills: number;
  readonly restarts: number;
  readonly statements: number;
  readonly workers: number;
  readonly expiring: number;
  readonly setup: WorkerSetup;
  readonly restart: (after: number) => Promise<void>;
  readonly onProgress?: (now: Figures) => void;
}

export interface Figures {
  readonly kills: number;
  readonly restarts: number;
  /** Statements handed over, and those of them whose handoff is closed. */
  readonly begun: number;
  readonly closed: number;
  /** What a payment came back with to be taken up again, by how often. */
  readonly again: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Payments that one process has in hand. */
const slots = 8;
/** Milliseconds between two kills, on average, where the work is there. */
const pause = 150;
/** Milliseconds without one payment closed after which nothing more is expected: an exp passes sooner. */
const hopeless = 120_000;
const mostFailures = 20;

/** The processes of a storm at work: each takes what is next, is killed, and is replaced. */
export class Shift {
  readonly #options: ShiftOptions;
  readonly #hands: Set<Hand> = new Set();
  readonly #ready: Set<Hand> = new Set();
  readonly #killed: WeakSet<Hand> = new WeakSet();
  readonly #queue: Queue = new Queue();
  readonly #payments: Payment[] = [];
  readonly #closed: Set<string> = new Set();
  readonly #told: Told[] = [];
  readonly #again: Map<string, number> = new Map();
  readonly #since: number = performance.now();
  readonly failures: string[] = [];
  #kills = 0;
  #restarts = 0;
  #lastClosed: number = performance.now();
  #isOver = false;

  constructor(options: ShiftOptions) {
    this.#options = options;
  }

  get evidence(): Pick<Evidence, 'payments' | 'told'> {
    return { payments: this.#payments, told: this.#told };
  }

  get figures(): Figures {
    return {
      kills: this.#kills,
      restarts: this.#restarts,
      begun: this.#payments.length,
      closed: this.#closed.size,
      again: Object.fromEntries([...this.#again].sort(([, one], [, other]) => other - one)),
      seconds: Math.round((performance.now() - this.#since) / 1_000),
    };
  }

  async run(): Promise<void> {
    const { workers, kills, statements, onProgress } = this.#options;
    for (const kind of kinds) for (const job of standing) this.#queue.add({ job, kind });
    for (let count = 0; count < workers; count++) this.#hire();
    const telling = setInterval(() => onProgress?.(this.figures), 10_000);
    try {
      for (let kill = 1; kill <= kills; kill++) {
        this.#release(Math.ceil((kill / kills) * statements));
        await this.#strike(kill);
      }
      this.#release(statements);
      await this.#until(() => this.#closed.size === statements);
    } finally {
      clearInterval(telling);
      await this.end();
    }
    onProgress?.(this.figures);
  }

  /** Everybody goes. */
  async end(): Promise<void> {
    this.#isOver = true;
    for (const hand of this.#hands) this.#kill(hand);
    await Promise.all([...this.#hands].map(({ gone }) => gone));
  }

  /** One kill, of a process that has work in hand; and now and then the database. */
  async #strike(kill: number): Promise<void> {
    const { seed, kills, restarts, workers, restart } = this.#options;
    await this.#until(() => this.#queue.length < workers * slots, chance(seed, 'pause', kill) * 2 * pause);
    const busy = (): readonly Hand[] => [...this.#ready].filter(({ load }) => load > 0);
    await this.#until(() => busy().length > 0);
    const victim = busy()[Math.floor(chance(seed, 'victim', kill) * busy().length)];
    if (victim === undefined) return; // there is no hope left
    this.#kills += 1;
    this.#kill(victim);
    if (this.#restarts < Math.floor((kill / kills) * (restarts + 0.5))) {
      this.#restarts += 1;
      await restart(chance(seed, 'restart', kill) * 500);
    }
  }

  #release(until: number): void {
    const { seed, expiring } = this.#options;
    for (let number = this.#payments.length + 1; number <= until; number++) {
      const expires = chance(seed, 'expires', number) < expiring;
      const payment = paymentOf(seed, number, { now: Date.now(), expires });
      this.#payments.push(payment);
      this.#queue.add({ job: 'pay', kind: payment.kind, payment, isFirst: true });
    }
  }

  /** Gives out work until something is so, and not before so many milliseconds; or until there is no hope left. */
  async #until(isSo: () => boolean, atLeast = 0): Promise<void> {
    const since = performance.now();
    while (!isSo() || performance.now() - since < atLeast) {
      if (performance.now() - this.#lastClosed > hopeless || this.failures.length > mostFailures) return;
      for (const hand of this.#ready) this.#employ(hand);
      await sleep(5);
    }
  }

  #employ(hand: Hand): void {
    while (hand.load < slots) {
      const job = this.#queue.take();
      if (job === null) return;
      void hand.does(job).then((progress) => this.#ended(job, progress));
    }
  }

  #ended(job: Job, progress: Progress | null): void {
    if (progress?.state === 'failed') this.failures.push(`${job.job} ${job.kind}: ${progress.error}`);
    if (job.job !== 'pay') {
      if (job.job !== 'commit') this.#queue.add(job, 1_000);
      return;
    }
    if (progress?.state === 'closed') {
      this.#closed.add(job.payment.id);
      this.#lastClosed = performance.now();
      return;
    }
    const why = progress?.state === 'later' ? progress.why : 'its process died';
    this.#again.set(why, (this.#again.get(why) ?? 0) + 1);
    this.#queue.add({ ...job, isFirst: false }, progress === null ? 0 : 1_000);
  }

  #hire(): void {
    const hand = new Hand(this.#options.setup, (word) => this.#hear(word));
    this.#hands.add(hand);
    void hand.ready.then((isReady) => isReady && this.#ready.add(hand));
    void hand.gone.then((cause) => {
      if (!this.#killed.has(hand)) this.failures.push(`a process ended with ${cause}`);
      this.#hands.delete(hand);
      this.#ready.delete(hand);
      if (!this.#isOver && this.failures.length <= mostFailures) this.#hire();
    });
  }

  #kill(hand: Hand): void {
    this.#killed.add(hand);
    this.#ready.delete(hand);
    hand.kill();
  }

  #hear(word: Word): void {
    if (word.says === 'told') this.#told.push(word.told);
    else if (word.says === 'another') this.#queue.add({ job: 'commit', kind: word.kind, token: word.token });
  }
}

/** What somebody always does, one process at a time. */
const standing = ['recover', 'decide', 'sweep'] as const;
