import {
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';

/** A program that is started without a shell, so that no value is ever read as a command. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds that one run may take. */
  readonly timeout: number;
  /** Bytes of standard output at most. */
  readonly maximumOutput: number;
  readonly onStandardError: (text: string) => void;
}

/** What came of one run. */
export interface Run {
  /** Nothing was started: nothing can have happened. */
  readonly unstarted: boolean;
  readonly fault: string | null;
  readonly output: Buffer;
}

/** Runs a program once, with a text on its standard input. */
export function runCommand(program: Program, input: string): Promise<Run> {
  const { timeout, maximumOutput, onStandardError } = program;
  const child = start(program);
  if (child === null) return Promise.resolve({ unstarted: true, fault: null, output: Buffer.alloc(0) });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let fault: string | null = null;
    const stop = (why: string): void => {
      fault ??= why;
      if (child.pid !== undefined) killGroup(child.pid);
      // whoever left the group may hold these open for ever
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    };
    const timer = setTimeout(() => stop(`the command gave no answer within ${timeout} ms`), timeout);
    const end = (unstarted: boolean, why: string | null): void => {
      clearTimeout(timer);
      resolve({ unstarted, fault: why, output: Buffer.concat(chunks) });
    };
    child.once('error', () => end(child.pid === undefined, 'the command failed'));
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumOutput) stop(`the command wrote more than ${maximumOutput} bytes`);
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', onStandardError);
    // a command that ends without reading its input says what it has to say by its answer
    child.stdin.on('error', () => undefined);
    child.once('close', (code, signal) => {
      const exit = code === 0 ? null : `the command ended with ${signal ?? `exit code ${code}`}`;
      end(false, fault ?? exit);
    });
    child.stdin.end(input);
  });
}

/** The process, or null where its name, its arguments or its environment are none that a process can have. */
function start({ command, args, cwd, env }: Program): ChildProcessWithoutNullStreams | null {
  const options: SpawnOptionsWithoutStdio = {
    shell: false,
    // a group of its own, so that what the command started ends with it
    detached: true,
    env: { ...env },
    ...(cwd === undefined ? {} : { cwd }),
  };
  try {
    return spawn(command, args, options);
  } catch {
    return null;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
