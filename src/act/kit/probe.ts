import { inspect } from 'node:util';
import type { Answer, Found } from '../executor.ts';
import type { Bench, Done } from './bench.ts';

/** Probes of what an executor does with attempts. */
export type ActProbe = 'answers' | 'effect' | 'values' | 'key' | 'at-once' | 'mismatch' | 'own';

/** Probes of what it says of what was done, what it declines and what it reverses. */
export type AskProbe =
  | 'look-up-finds'
  | 'look-up-own'
  | 'look-up-nothing'
  | 'deadline'
  | 'final'
  | 'refuses'
  | 'reverses'
  | 'secrets';

/** The names of the probes; they stay. */
export type ProbeName = ActProbe | AskProbe;

/** What a probe saw; null: nothing that says anything. */
export interface Seen {
  readonly holds: boolean | null;
  readonly saw: string;
}

export interface Probe {
  readonly claim: string;
  /** Why it is not looked at; null when it is. `failed`: the probes before it that did not hold. */
  readonly spared: (bench: Bench, failed: readonly ProbeName[]) => string | null;
  readonly look: (bench: Bench) => Promise<Seen>;
}

/** It holds. */
export function yes(saw: string): Seen {
  return { holds: true, saw };
}

/** It does not hold. */
export function no(saw: string): Seen {
  return { holds: false, saw };
}

/** Nobody can say. */
export function unseen(why: string): Seen {
  return { holds: null, saw: `not looked at: ${why}` };
}

/** Spares a probe that another one has told already. */
export function after(failed: readonly string[], probe: ProbeName): string | null {
  return failed.includes(probe) ? `${probe} does not hold` : null;
}

/** Spares what needs a key. */
export function keyless({ can }: Bench): string | null {
  return can.idempotency.kind === 'key' ? null : 'it does not declare a key';
}

/** Spares what needs a look-up. */
export function lookless({ can, executor }: Bench): string | null {
  return can.lookup.kind === 'none' || executor.lookup === undefined ? 'it does not declare a look-up' : null;
}

/** Spares what needs a second act. */
export function otherless({ options }: Bench): string | null {
  return options.otherValues === undefined ? 'give it other values that it takes' : null;
}

/** Spares what only a count sees. */
export function uncounted({ options }: Bench): string | null {
  return options.effects === undefined ? 'give it a count of what was done' : null;
}

/** The first act: every probe but the first has one. */
export function firstOf({ first }: Bench): Done {
  if (first === null) throw new TypeError('the first probe has acted');
  return first;
}

/** How many acts were done since; null where nobody counts. */
export async function done(bench: Bench, before: number | null): Promise<number | null> {
  const now = await bench.effects();
  return now === null || before === null ? null : now - before;
}

/** Whether a look-up found this act. */
export function foundAs(answer: Extract<Answer, { outcome: 'executed' }>, found: Found): Seen {
  if (found.outcome !== 'found') return no(`it says ${found.outcome}`);
  const different = differing(answer.values, found.values);
  if (different !== null) return no(different);
  const both = found.reference !== undefined && answer.reference !== undefined;
  return both && found.reference !== answer.reference
    ? no(`it is called ${found.reference} there, and was ${answer.reference}`)
    : yes('the same act');
}

/** The first difference between what was meant and what is there, in words. */
export function differing(
  meant: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
): string | null {
  const slot = Object.keys(meant).find((one) => there[one] !== meant[one]);
  return slot === undefined ? null : `${slot} is ${inspect(there[slot])}, and was ${inspect(meant[slot])}`;
}

/** An answer in words. */
export function told(answer: Answer): string {
  const reason = 'reason' in answer && answer.reason !== undefined ? `: ${answer.reason}` : '';
  return `${answer.outcome}${reason}`;
}
