import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, WorkerSetup } from './worker.ts';

/** A worker process as its test sees it. */
export class WorkerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(setup: WorkerSetup): Promise<WorkerProcess> {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
      execArgv: ['--conditions=hearback-source', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, WORKER: JSON.stringify(setup) },
    });
    const worker = new WorkerProcess(child);
    await worker.#reply();
    return worker;
  }

  /** The result of a job; null when the process died of it. */
  async does<T>(job: Job): Promise<T | null> {
    this.#child.send(job);
    return this.#reply<T>();
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  async #reply<T>(): Promise<T | null> {
    const stop = new AbortController();
    const { signal } = stop;
    const message = once(this.#child, 'message', { signal }).then(
      ([value]) => value as { result: T; error?: string },
    );
    const exit = once(this.#child, 'exit', { signal }).then(() => null);
    const quiet = (error: unknown): never => {
      throw error;
    };
    message.catch(() => {});
    exit.catch(() => {});
    try {
      const reply = await Promise.race([message.catch(quiet), exit.catch(quiet)]);
      if (reply?.error !== undefined) throw new Error(reply.error);
      return reply === null ? null : reply.result;
    } finally {
      stop.abort();
    }
  }
}
