import { lateness } from '../clock.ts';
import type { Writing } from '../sql/rows.ts';
import type { Slice } from '../store.ts';

const minute = 60_000;

/** What is known of the database's clock between its answers, which all tell the time. */
export class DatabaseClock {
  #told: { readonly time: number; readonly heard: number } | null = null;

  /** The database said what time it is: it is that or later now, and never earlier than it was said before. */
  heard(time: number): void {
    const { now } = this;
    if (now === null || time > now) this.#told = { time, heard: performance.now() };
  }

  /** A clock may have been set, or run faster than the other: the next answer counts. */
  distrust(): void {
    this.#told = null;
  }

  /** A moment that the database has reached, unless one of the two clocks was set; null before it said anything. */
  get now(): number | null {
    if (this.#told === null) return null;
    return this.#told.time + Math.floor(performance.now() - this.#told.heard);
  }
}

/** Whether a step was judged by the database's clock: one that a test brings along is nobody's to check. */
export function isByDatabase({ entries }: Pick<Writing, 'entries'>, now: number): boolean {
  return entries[0] !== undefined && entries[0].at === now;
}

/**
 * Up to when what is decided at `at` stays right, whatever it says of time: the next moment that a row of the slice names,
 * and the end of the minute, since lines name minutes. No longer than `late` milliseconds.
 */
export function rightUntil({ rows }: Slice, at: number, late: number = lateness): number {
  const moments = [at + late, (Math.floor(at / minute) + 1) * minute];
  for (const { exp, readbackBy = null } of rows.handoffs.values())
    moments.push(...ahead(at, exp, readbackBy));
  for (const { exp, lease } of rows.statements.values()) moments.push(...ahead(at, exp, lease));
  return Math.min(...moments);
}

function ahead(at: number, ...moments: readonly (number | null)[]): readonly number[] {
  return moments.filter((moment) => moment !== null && moment > at) as number[];
}
