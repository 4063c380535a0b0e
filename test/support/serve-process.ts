import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { command } from '../e2e/cli.ts';

/** `hearback serve` in a process of its own. */
export interface ServeProcess {
  readonly origin: string;
  readonly port: number;
  /** What it logged so far, one object a line. */
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  /** Everything that it wrote. */
  readonly written: () => string;
  /** Sends a signal and gives the exit code; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it and waits until it says where it listens. Throws with what it wrote when it ends before. */
export async function serveProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<ServeProcess> {
  const env = { PATH: process.env['PATH'], ...environment };
  const child: ChildProcess = spawn(process.execPath, [command, 'serve', ...args], { env, cwd });
  const written = { out: '', err: '' };
  child.stderr?.on('data', (chunk) => {
    written.err += chunk;
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      written.out += chunk;
      const [, found] = /^console at (\S+)\n/.exec(written.out) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(([code]) => reject(new Error(`it ended with ${code}: ${written.err}`)));
  });
  return {
    origin,
    port: Number(new URL(origin).port),
    log: () =>
      written.err
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    written: () => written.out + written.err,
    end: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
