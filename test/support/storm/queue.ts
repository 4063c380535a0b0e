import type { Job } from './worker.ts';

/** A job, and the moment before which nobody does it, in milliseconds. */
export interface Order {
  readonly job: Job;
  readonly from: number;
}

/** Work that waits for a free hand; what was put back waits its time. */
export class Queue {
  readonly #waiting: Order[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  add(job: Job, after = 0): void {
    this.#waiting.push({ job, from: performance.now() + after });
  }

  /** The oldest job whose moment has come. */
  take(): Job | null {
    const now = performance.now();
    const index = this.#waiting.findIndex(({ from }) => from <= now);
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0]?.job ?? null);
  }
}
