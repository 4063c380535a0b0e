import { randomUUID } from 'node:crypto';
import { fitTogether, type Judged, joined, nearsCap, onceOf, writesNothing } from './batch.ts';
import { isAnswered, notWritten } from './error.ts';
import type { Bundle, Lane, TurnsOf, Waiting } from './lane.ts';
import { type Answered, onceQuery } from './once.ts';
import { readMarked } from './read.ts';
import { type Run, standing } from './session.ts';
import { PostgresSight, type Ruled } from './sight.ts';
import type { Turn } from './turn.ts';

const nothing: Promise<readonly string[]> = Promise.resolve([]);

/** Turns that one statement takes, and statements under way at the same time. */
const most = 100;
const mostUnderWay = 3;

/**
 * Turns at a database, one round trip each: judged by what this process knows, and written by one statement that holds
 * only while that is so and the database's clock agrees. Else what is there is read, and in the end held. Turns that wait
 * at the same time are written together.
 */
export class PostgresTurns {
  readonly #of: TurnsOf;
  readonly #sight: PostgresSight = new PostgresSight();
  readonly #lanes: Map<string, Lane> = new Map();
  readonly #ready: Set<Lane> = new Set();
  #underWay = 0;
  #emptied = (): void => {};
  #called = false;

  constructor(of: TurnsOf) {
    this.#of = of;
  }

  take<T>(turn: Turn<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { conversation } = turn;
      const lane = this.#lanes.get(conversation) ?? { conversation, waiting: [], busy: false };
      this.#lanes.set(conversation, lane);
      lane.waiting.push({ turn, resolve, reject });
      if (!lane.busy) this.#free(lane);
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async finish(): Promise<void> {
    while (this.#lanes.size > 0) {
      await new Promise<void>((resolve) => {
        this.#emptied = resolve;
      });
    }
  }

  #free(lane: Lane): void {
    lane.busy = false;
    if (lane.waiting.length > 0) this.#ready.add(lane);
    else this.#lanes.delete(lane.conversation);
    if (this.#lanes.size === 0) this.#emptied();
    this.#call();
  }

  /** After everything that has arrived by now: what else waits then comes along. */
  #call(): void {
    if (this.#called || this.#underWay >= mostUnderWay || this.#ready.size === 0) return;
    this.#called = true;
    setImmediate(() => {
      this.#called = false;
      void this.#round();
    });
  }

  async #round(): Promise<void> {
    this.#underWay += 1;
    const mark = randomUUID();
    const bundles: Bundle[] = [];
    try {
      const held = await standing(this.#of.pool, (run) => {
        bundles.push(...this.#bundle(mark));
        const judged = bundles.map((bundle) => bundle.judged);
        return judged.length === 0 ? nothing : this.#write(run, judged, mark);
      });
      for (const bundle of bundles) this.#settle(bundle, held.includes(bundle.lane.conversation));
    } catch (error) {
      if (bundles.length === 0) this.#refuse(error);
      for (const bundle of bundles) void this.#failed(bundle, error, mark);
    }
    this.#underWay -= 1;
    this.#call();
  }

  /** No connection was to be had: whoever waits for one is told. */
  #refuse(error: unknown): void {
    for (const lane of [...this.#ready]) {
      this.#ready.delete(lane);
      for (const { reject } of lane.waiting.splice(0)) reject(error);
      this.#free(lane);
    }
  }

  /** What can be judged by what is known, one conversation after the other; a turn that needs more is taken alone. */
  #bundle(mark: string): readonly Bundle[] {
    const bundles: Bundle[] = [];
    let room = most;
    for (const lane of [...this.#ready]) {
      if (room === 0) break;
      this.#ready.delete(lane);
      lane.busy = true;
      const bundle = this.#judgeSome(lane, { mark, room });
      room -= bundle?.taken.length ?? 0;
      if (bundle === null) void this.#alone(lane, lane.waiting.splice(0, 1));
      else bundles.push(bundle);
    }
    return bundles;
  }

  /** The first turns of a conversation that can be; null when its very first one cannot. */
  #judgeSome(lane: Lane, { mark, room }: { readonly mark: string; readonly room: number }): Bundle | null {
    const ruled: Ruled[] = [];
    for (const { turn } of lane.waiting.slice(0, room)) {
      const next = this.#sight.byWhatIsKnown(turn);
      if (next === null || !fitTogether([...ruled, next])) break;
      this.#sight.writes(next, mark);
      ruled.push(next);
    }
    if (ruled.length === 0) return null;
    const taken = lane.waiting.splice(0, ruled.length);
    return { lane, taken, answers: ruled.map(({ answer }) => answer), judged: joined(ruled) };
  }

  /** The conversations that were written. */
  async #write(run: Run, judged: readonly Judged[], mark: string): Promise<readonly string[]> {
    const [row] = await run<Answered>(onceQuery(this.#of.schema, onceOf(judged, mark)));
    this.#sight.heard(Number(row?.now));
    return row?.held ?? [];
  }

  #settle({ lane, taken, answers }: Bundle, written: boolean): void {
    if (!written) {
      this.#sight.forget(lane.conversation);
      return void this.#alone(lane, taken);
    }
    for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as never); // its own turn's
    this.#of.wrote(lane.conversation);
    this.#free(lane);
  }

  /** What was refused is done holding the conversation; of what got no reply it is found out whether it was written. */
  async #failed({ lane, taken, answers, judged }: Bundle, error: unknown, mark: string): Promise<void> {
    const { conversation } = lane;
    this.#sight.forget(conversation);
    if (isAnswered(error)) return this.#alone(lane, taken, (turn) => this.#holding(turn));
    try {
      const written = await this.#found(judged, mark);
      for (const [index, { resolve, reject }] of taken.entries()) {
        if (written) resolve(answers[index] as never);
        else reject(notWritten(error));
      }
    } catch (undecided) {
      for (const { reject } of taken) reject(undecided);
    }
    this.#of.wrote(conversation);
    this.#free(lane);
  }

  /** Whether a statement without a reply was written; a number that was given out is left out at worst. */
  async #found({ conversation, writing }: Judged, step: string): Promise<boolean> {
    const sequence = writing.entries.at(-1)?.sequence;
    return sequence !== undefined && this.#of.wasWritten({ conversation, sequence, step });
  }

  /** One turn after the other, each on what is read for it. */
  async #alone(
    lane: Lane,
    taken: readonly Waiting[],
    how: (turn: Turn<unknown>) => Promise<unknown> = (turn) => this.#onWhatIsRead(turn),
  ): Promise<void> {
    for (const { turn, resolve, reject } of taken) {
      try {
        resolve((await how(turn)) as never); // its own turn's
      } catch (error) {
        reject(error);
      }
    }
    this.#free(lane);
  }

  async #onWhatIsRead(turn: Turn<unknown>): Promise<unknown> {
    const { conversation, wanted } = turn;
    const { pool, schema } = this.#of;
    const read = await standing(pool, (run) => readMarked(run, { conversation, wanted, schema }));
    if (nearsCap(wanted, read.slice)) return this.#holding(turn);
    const ruled = this.#sight.byWhatWasRead(turn, read);
    if (writesNothing(ruled)) return ruled.answer;
    if (fitTogether([ruled]) && (await this.#writeAlone(ruled))) return ruled.answer;
    return this.#holding(turn);
  }

  async #holding({ conversation, locked }: Turn<unknown>): Promise<unknown> {
    this.#sight.forget(conversation);
    const answered = await locked();
    this.#of.wrote(conversation);
    return answered;
  }

  /** Whether it was written. Throws LedgerError when the database was lost. */
  async #writeAlone(ruled: Ruled): Promise<boolean> {
    const { conversation } = ruled;
    const mark = randomUUID();
    let sent = false;
    try {
      const held = await standing(this.#of.pool, (run) => {
        sent = true;
        return this.#write(run, [ruled], mark);
      });
      if (!held.includes(conversation)) return false;
      this.#sight.writes(ruled, mark);
    } catch (error) {
      this.#sight.forget(conversation);
      if (isAnswered(error)) return false;
      if (!sent) throw error;
      if (!(await this.#found(ruled, mark))) throw notWritten(error);
    }
    this.#of.wrote(conversation);
    return true;
  }
}
