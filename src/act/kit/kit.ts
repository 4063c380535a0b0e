import type { Executor } from '../executor.ts';
import { Bench } from './bench.ts';
import type { ProbeName } from './probe.ts';
import { probes } from './probes.ts';

/** What the kit needs to try an executor. The acts are really done: use a test instance. */
export interface KitOptions {
  readonly executor: Executor;
  readonly ask: string;
  /** Values that the test instance takes, by slot, as written on a line. */
  readonly values: Readonly<Record<string, string>>;
  /** Others that it takes too; without them nobody sees whether two acts are kept apart. */
  readonly otherValues?: Readonly<Record<string, string>>;
  /** Values that it declines for good; without them nobody sees whether its final no is one. */
  readonly declined?: Readonly<Record<string, string>>;
  /** How many acts it has done so far: the only judge of doubles. Without it, references are compared. */
  readonly effects?: () => number | Promise<number>;
  /** The secrets that it works with, to look for in all that it says. */
  readonly secrets?: readonly string[];
  /** What the acts are about; `kit:1` unless set. */
  readonly item?: string;
  /** Milliseconds to wait for what settles later, or shows later; 10 s unless set, and the declared lag besides. */
  readonly patience?: number;
}

/** What one probe found. */
export interface KitRow {
  readonly probe: ProbeName;
  /** What it looks for. */
  readonly claim: string;
  /** Null: not looked at, and `saw` says why. */
  readonly holds: boolean | null;
  readonly saw: string;
}

/** What the kit found of an executor. */
export interface KitReport {
  readonly executor: string;
  /** Every probe that was looked at holds, and at least the first was. */
  readonly passes: boolean;
  readonly rows: readonly KitRow[];
}

/**
 * Tries whether an executor keeps what it declares: each fault is named by the row that fails. It proves what it saw
 * and no more: an executor may fail later, or elsewhere.
 *
 * @example
 * const paid: string[] = [];
 * const executor = {
 *   name: 'bank',
 *   timeout: 1_000,
 *   can: { idempotency: { kind: 'key', retention: 60, mismatch: 'error' } },
 *   run: async ({ key, call: { values } }) => {
 *     if (values.amt === undefined) return { outcome: 'declined', final: false };
 *     paid.push(key); // and does not look whether the key is there already
 *     return { outcome: 'executed', values };
 *   },
 * } as const satisfies import('hearback/act').Executor;
 * const { rows } = await checkExecutor({ executor, ask: 'PAY', values: { amt: '1.00' }, effects: () => paid.length });
 * rows.filter(({ holds }) => holds === false).map(({ probe }) => probe); // => ['key']
 */
export async function checkExecutor(options: KitOptions): Promise<KitReport> {
  const bench = new Bench(options);
  const rows: KitRow[] = [];
  for (const [probe, { claim, spared, look }] of Object.entries(probes)) {
    const name = probe as ProbeName; // a key of the table
    const failed = rows.filter(({ holds }) => holds === false).map((row) => row.probe);
    const why = failed.includes('answers') ? 'it gave no answer to the first attempt' : spared(bench, failed);
    const seen = why === null ? await look(bench) : { holds: null, saw: `not looked at: ${why}` };
    rows.push({ probe: name, claim, ...seen });
  }
  const passes = rows.every(({ holds }) => holds !== false) && rows[0]?.holds === true;
  return { executor: options.executor.name, passes, rows };
}
