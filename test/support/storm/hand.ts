import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { BankSetup } from './bank.ts';
import type { Progress } from './clerk.ts';
import type { Job, Word, WorkerSetup } from './worker.ts';

/** A worker process as the storm sees it. */
export class Hand {
  readonly #child: ChildProcess;
  readonly #ended: Map<number, (progress: Progress | null) => void> = new Map();
  #orders = 0;
  /** Resolves with true when it can work, with false when it died first. */
  readonly ready: Promise<boolean>;
  /** What it died of: a signal, or an exit code. */
  readonly gone: Promise<string | number | null>;

  constructor(setup: WorkerSetup, hears: (word: Word) => void) {
    this.#child = forkHere('worker.ts', {
      STORM_WORKER: JSON.stringify(setup),
      NODE_COMPILE_CACHE: join(dirname(setup.file), 'compiled'), // the next one starts faster
    });
    let isReady = (_: boolean): void => {};
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    this.#child.on('message', (word: Word) => {
      if (word.says === 'ready') isReady(true);
      else if (word.says === 'ended') this.#end(word.order, word.progress);
      else hears(word);
    });
    this.gone = once(this.#child, 'exit').then(([code, signal]) => {
      isReady(false);
      for (const order of [...this.#ended.keys()]) this.#end(order, null);
      return signal ?? code;
    });
  }

  /** Jobs that it has not ended. */
  get load(): number {
    return this.#ended.size;
  }

  /** How far a job came; null when the process died of it. */
  does(job: Job): Promise<Progress | null> {
    if (!this.#child.connected) return Promise.resolve(null);
    this.#orders += 1;
    const order = this.#orders;
    return new Promise((resolve) => {
      this.#ended.set(order, resolve);
      this.#child.send({ order, job }, (error) => {
        if (error !== null) this.#end(order, null);
      });
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #end(order: number, progress: Progress | null): void {
    this.#ended.get(order)?.(progress);
    this.#ended.delete(order);
  }
}

/** The bank's process: its port, and how to end it. */
export async function openBank(
  setup: BankSetup,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const child = forkHere('bank.ts', { BANK: JSON.stringify(setup) });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { port, close };
}

function forkHere(file: string, environment: Readonly<Record<string, string>>): ChildProcess {
  return fork(join(import.meta.dirname, file), {
    execArgv: ['--conditions=hearback-source', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, ...environment },
  });
}
