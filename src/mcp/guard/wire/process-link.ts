import { type ChildProcess, spawn } from 'node:child_process';
import { TurnWriter } from '../../turn-writer.ts';
import { readLines } from './lines.ts';
import type { Link, LinkEars, OpenLink } from './link.ts';

/** The command of a server, as it would stand in a client's settings. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a server as a process of its own, which speaks over its standard input and output; its standard error is the
 * guard's. It is given no variable of hearback's: the caller's key is none of its business.
 */
export function processLink({ command, args, env }: ServerCommand): OpenLink {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('HEARBACK_')));
  return (ears) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env: own, shell: false });
    return linkTo(child, ears);
  };
}

/** Milliseconds that a server has to end by itself when its input has ended, and then when it is told to. */
const patience = 2_000;

function linkTo(child: ChildProcess, ears: LinkEars): Link {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new TypeError('a child with pipes has both');
  const out = new TurnWriter(stdin);
  let isOver = false;
  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    ears.ended(why);
  };
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      over(`the server cannot be started (${error.code ?? error.message})`);
      if (child.pid === undefined) resolve();
    });
    child.once('exit', (code, signal) => {
      over(`the server ended with ${signal ?? `exit code ${code}`}`);
      resolve();
    });
  });
  const end = async (patient: number): Promise<void> => {
    isOver = true;
    out.flush();
    stdin.end();
    const timers = [
      setTimeout(() => child.kill('SIGTERM'), patient),
      setTimeout(() => child.kill('SIGKILL'), patient + patience),
    ];
    await gone;
    for (const timer of timers) clearTimeout(timer);
  };
  stdin.on('error', () => undefined); // that it reads no more is told by its end
  readLines(stdout, {
    line: (text) => (isOver ? undefined : ears.message(text)),
    end: (fault) => {
      over(fault === null ? 'the server has closed its output' : `the server cannot be read: ${fault}`);
      void end(0); // another is started in its place
    },
  });
  return {
    send: (text) => {
      if (!isOver) void out.keep(`${text}\n`);
    },
    close: () => end(patience),
  };
}
