import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What a program cost from its start to its end. */
export interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
  readonly status: number;
}

/** The peer in a process of its own, timed by its own clock (bench/peer.py). */
export class TimedPeer {
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(python: string) {
    const driver = fileURLToPath(new URL('peer.py', import.meta.url));
    this.#process = spawn(python, [driver], { stdio: ['pipe', 'pipe', 'inherit'] });
    // biome-ignore lint/style/noNonNullAssertion: both streams are pipes
    this.#answers = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
  }

  /** Seconds that one of the peer's functions took for all the cases. */
  async pass(operation: string, cases: readonly object[]): Promise<number> {
    return (await this.#ask<{ seconds: number }>([operation, cases, null])).seconds;
  }

  /** What a command cost; its standard output goes to a file. */
  command(argv: readonly string[], output: string): Promise<Cost> {
    return this.#ask(['command', argv, output]);
  }

  close(): void {
    this.#process.stdin?.end();
  }

  async #ask<T>(request: readonly unknown[]): Promise<T> {
    this.#process.stdin?.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error('the peer ended before it answered');
    return JSON.parse(value);
  }
}
