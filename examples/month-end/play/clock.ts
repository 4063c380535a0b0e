import { writeFileSync } from 'node:fs';
import { milliseconds, written } from '../read/time.ts';

/** The play's clock: it only goes forward, and the bank reads it from a file, as it would read its own. */
export class Clock {
  readonly #file: string;
  #now: number;
  /** This process's own clock when the play's began to run with it; null while it stands. */
  #running: number | null = null;

  constructor(file: string, from: number) {
    this.#file = file;
    this.#now = from;
    this.#tell();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now + (this.#running === null ? 0 : Date.now() - this.#running);
  }

  /** From now on it goes as fast as everybody's. */
  run(): void {
    this.#running ??= Date.now();
  }

  /** `20261030T1000Z`, after so many minutes. */
  time(minutes = 0): string {
    return written(this.now() + minutes * 60_000);
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
