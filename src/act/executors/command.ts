import { spawn } from 'node:child_process';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { readJson } from '../../text/json.ts';
import { type Capabilities, capabilitiesOf } from '../capabilities.ts';
import type { Answer, Attempt, Executor, Found } from '../executor.ts';

/** How to run a command as an executor. */
export interface CommandOptions {
  /** The program; it is started without a shell, so that no value is ever read as a command. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly name?: string;
  readonly cwd?: string;
  /** The command's environment; this process's own unless given. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the command can do; what is not declared it cannot. */
  readonly can?: Partial<Capabilities>;
  /** Milliseconds that one run may take; 30 s unless set. */
  readonly timeout?: number;
  /** Bytes of standard output at most; 64 KiB unless set. */
  readonly maximumOutput?: number;
  /** Takes what the command writes on standard error: it reaches no line and no ledger. */
  readonly onStandardError?: (text: string) => void;
}

/**
 * An executor that is a command: one JSON object on its standard input, one on its standard output, exit code 0.
 *
 * It reads `{ verb: 'execute' | 'look-up' | 'reverse', key, attempt, validUntil, reference, known, token, ask, item,
 * conversation, handoff, values, artifacts, reverses? }`
 * and writes `{ outcome: 'executed', values, reference? }`, `{ outcome: 'declined', reason?, final?, retry? }` or
 * `{ outcome: 'pending', reference? }`; to a look-up `{ outcome: 'found', values, reference? }` or
 * `{ outcome: 'not-found' }`. Anything else, another exit code, too much output or too long a run is an unknown outcome.
 */
export function commandExecutor(options: CommandOptions): Executor & { readonly can: Capabilities } {
  const { command, name = command, timeout = 30_000, can = {} } = options;
  if (command === '') throw new UsageError('usage/command', 'a command executor names its command');
  const asking =
    <T>(verb: Verb) =>
    async (attempt: Attempt) =>
      (await exchange(options, verb, attempt, timeout)) as T; // judged by the act tool
  return {
    name,
    can: capabilitiesOf({ can }),
    // the command's own time, and a moment to notice that it is over
    timeout: timeout + 1_000,
    run: asking<Answer>('execute'),
    ...((can.lookup ?? none).kind === 'none' ? {} : { lookup: asking<Found>('look-up') }),
    ...(can.reversal === true ? { reverse: asking<Answer>('reverse') } : {}),
  };
}

type Verb = 'execute' | 'look-up' | 'reverse';

const none = { kind: 'none' } as const;

const mostOutput = 64 * 1024;

/** Runs the command once; whatever it answers is judged by the act tool. */
async function exchange(
  options: CommandOptions,
  verb: Verb,
  attempt: Attempt,
  timeout: number,
): Promise<unknown> {
  const { call, ...rest } = attempt;
  const request = JSON.stringify({ verb, ...rest, ...call });
  const run = await runCommand(options, request, timeout);
  if (run.unstarted)
    return { outcome: 'declined', final: false, retry: true, reason: 'the command could not be started' };
  if (run.fault !== null) return { outcome: 'unknown', reason: run.fault };
  // the standard reader takes the last of two members with one name, whatever the first one said
  if (readJson(run.output).faults.some(({ fault }) => fault === 'duplicate'))
    return { outcome: 'unknown', reason: 'the command named a member twice' };
  try {
    return JSON.parse(run.output);
  } catch {
    return { outcome: 'unknown', reason: 'the command wrote no JSON' };
  }
}

interface Run {
  /** Nothing was started: nothing can have happened. */
  readonly unstarted: boolean;
  readonly fault: string | null;
  readonly output: string;
}

function runCommand(options: CommandOptions, request: string, timeout: number): Promise<Run> {
  const { command, args = [], cwd, env, maximumOutput = mostOutput, onStandardError } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      shell: false,
      // a group of its own, so that what the command started ends with it
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    });
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
    const end = (run: Run): void => {
      clearTimeout(timer);
      resolve(run);
    };
    child.once('error', () =>
      end({ unstarted: child.pid === undefined, fault: 'the command failed', output: '' }),
    );
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumOutput) stop(`the command wrote more than ${maximumOutput} bytes`);
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => onStandardError?.(chunk.toString('utf8')));
    // a command that ends without reading its input says what it has to say by its answer
    child.stdin.on('error', () => undefined);
    child.once('close', (code, signal) => {
      const exit = code === 0 ? null : `the command ended with ${signal ?? `exit code ${code}`}`;
      end({ unstarted: false, fault: fault ?? exit, output: Buffer.concat(chunks).toString('utf8') });
    });
    child.stdin.end(request);
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
