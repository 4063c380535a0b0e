import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Job, WorkerSetup } from './worker.ts';

/** What the workers have compiled: the next one starts faster. */
const compiled = mkdtempSync(join(tmpdir(), 'hearback-compiled-'));
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

/** A worker process as its test sees it. */
export class WorkerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(setup: WorkerSetup): Promise<WorkerProcess> {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
      execArgv: ['--conditions=hearback-source', '--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        WORKER: JSON.stringify(setup),
        NODE_COMPILE_CACHE: compiled,
      },
    });
    const worker = new WorkerProcess(child);
    await worker.#reply();
    return worker;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The result of a job; null when the process died of it. */
  async does<T>(job: Job): Promise<T | null> {
    this.#child.send(job);
    return this.#reply<T>();
  }

  /** Resolves when the process has been stopped by SIGSTOP. */
  async hasStopped(): Promise<void> {
    for (;;) {
      const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', String(this.#child.pid)], {
        encoding: 'utf8',
      });
      if (stdout.startsWith('T')) return;
      if (stdout === '') throw new Error('the process has ended');
      await sleep(10);
    }
  }

  goesOn(): void {
    this.#child.kill('SIGCONT');
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
