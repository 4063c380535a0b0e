import { UsageError } from '../diagnostic/usage-error.ts';
import type { PolicyAsked } from '../ledger/policy/policy.ts';
import { type ChildEnvironment, environmentOf, listenerFor, secretsOf } from './executors/child.ts';
import { readWritten } from './executors/exchange.ts';
import { runCommand } from './executors/run-command.ts';
import { type SecretsAt, withSecrets } from './executors/secret.ts';

/** A command that a policy asks when one of its rules holds. */
export interface PolicyCommandOptions extends ChildEnvironment {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Milliseconds that one run may take; 30 s unless set. */
  readonly timeout?: number;
  readonly onStandardError?: (text: string) => void;
}

/**
 * The `agrees` of a policy, as a command without a shell: it reads what is asked as JSON with `verb: 'agree'` and writes
 * `{ "agrees": true }`; exit code 0. Anything else, and too long a run, withholds the answer. Throws UsageError for no command.
 */
export function policyCommand(
  options: PolicyCommandOptions,
  at: SecretsAt = {},
): (asked: PolicyAsked) => Promise<boolean> {
  const { command, args = [], cwd, timeout = 30_000 } = options;
  if (command === '') throw new UsageError('usage/command', 'a policy that is a command names it');
  const secrets = secretsOf(options, at);
  const known = [...secrets.values()];
  return async (asked) => {
    const env = withSecrets(() => environmentOf(options, secrets));
    if (env instanceof UsageError) return false;
    const { hear, end } = listenerFor(options.onStandardError, known);
    const program = { command, args, cwd, env, timeout, maximumOutput: 64 * 1024, onStandardError: hear };
    const run = await runCommand(program, JSON.stringify({ verb: 'agree', ...asked }));
    end();
    if (run.unstarted || run.fault !== null) return false;
    const written = readWritten(run.output, known);
    if ('fault' in written || typeof written.value !== 'object' || written.value === null) return false;
    return Object.hasOwn(written.value, 'agrees') && (written.value as { agrees: unknown }).agrees === true;
  };
}
