import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { House } from './house.ts';

/** The console: a process `hearback serve` on this machine. */
export interface Console {
  readonly origin: string;
  end(): Promise<void>;
}

/** Starts it at a port that is free, and waits until it says where it listens. Throws with what it wrote when it ends before. */
export async function openConsole(house: House): Promise<Console> {
  const { command, args, ...options } = house.command('serve', '--port', '0');
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  const ended = once(child, 'close');
  process.once('exit', () => child.kill()); // where the play itself comes to grief
  const origin = await new Promise<string>((resolve, reject) => {
    let written = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
      const [, found] = /^console at (\S+)\n/.exec(written) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`hearback serve ended: ${log}`)));
  });
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
