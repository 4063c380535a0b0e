import { UsageError } from '../../diagnostic/usage-error.ts';
import type { CallbackOptions } from '../callback/reader.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Attempt, Executor } from '../executor.ts';
import { executorAsking } from './asking.ts';
import { type ChildEnvironment, environmentOf, listenerFor, secretsOf } from './child.ts';
import { notSent, readWritten, requestOf, undecided, type Verb } from './exchange.ts';
import { runCommand } from './run-command.ts';
import { type SecretsAt, withSecrets } from './secret.ts';

/** How to run a command as an executor. */
export interface CommandOptions extends ChildEnvironment {
  /** The program; it is started without a shell, so that no value is ever read as a command. */
  readonly command: string;
  readonly args?: readonly string[];
  /** What notes and statements call it; the command unless set. Two executors need two names. */
  readonly name?: string;
  readonly cwd?: string;
  /** What the command can do; what is not declared it cannot. */
  readonly can?: Partial<Capabilities>;
  /** Milliseconds that one run may take; 30 s unless set. */
  readonly timeout?: number;
  /** Bytes of standard output at most; 64 KiB unless set. */
  readonly maximumOutput?: number;
  /** Takes what the command writes on standard error: it reaches no line and no ledger. */
  readonly onStandardError?: (text: string) => void;
  /** How callbacks are known as its own, where it settles later. */
  readonly callback?: CallbackOptions;
}

/**
 * An executor that is a command: one JSON object on its standard input, one on its standard output, exit code 0.
 *
 * It reads `{ verb: 'execute' | 'look-up' | 'reverse', key, attempt, validUntil, startWithin?, reference, known, token,
 * ask, item, conversation, handoff, values, artifacts, reverses? }` and writes `{ outcome: 'executed', values, reference? }`,
 * `{ outcome: 'declined', reason?, final?, retry?, mismatch? }` or `{ outcome: 'pending', reference? }`; to a look-up
 * `{ outcome: 'found', values, reference? }`, `{ outcome: 'not-found' }`, `declined` or `pending`. Anything else, another
 * exit code, too much output or too long a run is an unknown outcome.
 */
export function commandExecutor(
  options: CommandOptions,
  at: SecretsAt = {},
): Executor & { readonly can: Capabilities } {
  const { command, args = [], name = command, cwd, timeout = 30_000, maximumOutput = mostOutput } = options;
  if (command === '') throw new UsageError('usage/command', 'a command executor names its command');
  const byVariable = secretsOf(options, at);
  const secrets = [...byVariable.values()];
  const ask = async (verb: Verb, attempt: Attempt): Promise<unknown> => {
    const env = withSecrets(() => environmentOf(options, byVariable));
    if (env instanceof UsageError) return notSent(verb, env.message);
    const { hear, end } = listenerFor(options.onStandardError, secrets);
    const program = { command, args, cwd, env, timeout, maximumOutput, onStandardError: hear };
    const run = await runCommand(program, JSON.stringify(requestOf(verb, attempt)));
    end();
    if (run.unstarted) return notSent(verb, 'the command could not be started');
    if (run.fault !== null) return undecided(run.fault);
    const written = readWritten(run.output, secrets);
    return 'fault' in written ? undecided(written.fault) : written.value;
  };
  return executorAsking({ ...options, name, timeout, secrets, ask }, at);
}

const mostOutput = 64 * 1024;
