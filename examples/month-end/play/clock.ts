import { writeFileSync } from 'node:fs';
import { milliseconds, written } from '../read/time.ts';

/** The play's clock: it only goes forward, and the bank reads it from a file, as it would read its own. */
export class Clock {
  readonly #file: string;
  #now: number;

  constructor(file: string, from: number) {
    this.#file = file;
    this.#now = from;
    this.#tell();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now;
  }

  /** `20261030T1000Z`, after so many minutes. */
  time(minutes = 0): string {
    return written(this.#now + minutes * 60_000);
  }

  /** Goes on to a time, unless it has passed. */
  reach(time: string): void {
    this.#now = Math.max(this.#now, milliseconds(time));
    this.#tell();
  }

  /** Goes on by a minute. */
  tick(): void {
    this.#now += 60_000;
    this.#tell();
  }

  #tell(): void {
    writeFileSync(this.#file, this.time());
  }
}
