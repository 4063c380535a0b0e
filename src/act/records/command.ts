import { toJson } from '../../codec/index.ts';
import type { AnyMessage } from '../../codec/message.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { type ChildEnvironment, environmentOf, listenerFor, secretsOf } from '../executors/child.ts';
import { readWritten } from '../executors/exchange.ts';
import { runCommand } from '../executors/run-command.ts';
import { type SecretsAt, withSecrets } from '../executors/secret.ts';
import {
  columnsFor,
  onlyRow,
  type Row,
  type Source,
  type SourceOptions,
  unreadable,
  valuesOf,
} from './rows.ts';
import { SourceError } from './source-error.ts';

/** A command whose answer has the values. */
export interface CommandSourceOptions extends SourceOptions, ChildEnvironment {
  readonly command: string;
  readonly args?: readonly string[];
  readonly name?: string;
  readonly cwd?: string;
  /** Milliseconds that one run may take; 30 s unless set. */
  readonly timeout?: number;
  /** Bytes of standard output at most; 64 KiB unless set. */
  readonly maximumOutput?: number;
  readonly onStandardError?: (text: string) => void;
}

/**
 * Values from a command: it reads the handoff as JSON on its standard input, with `verb: 'resolve'`, and writes a list
 * of rows, each an object of columns; exit code 0. Throws SourceError for no row, two of them, and what is no value.
 */
export function commandSource(options: CommandSourceOptions, at: SecretsAt = {}): Source {
  const { command, args = [], cwd, name = command, timeout = 30_000, maximumOutput = 64 * 1024 } = options;
  if (command === '') throw new UsageError('usage/command', 'a source that is a command names it');
  const secrets = secretsOf(options, at);
  const known = [...secrets.values()];
  return async (ho: AnyMessage) => {
    if (columnsFor(ho, options).length === 0) return {};
    const env = withSecrets(() => environmentOf(options, secrets));
    if (env instanceof UsageError) throw unreadable(name, env);
    const { hear, end } = listenerFor(options.onStandardError, known);
    const program = { command, args, cwd, env, timeout, maximumOutput, onStandardError: hear };
    const run = await runCommand(program, JSON.stringify({ verb: 'resolve', ...toJson(ho) }));
    end();
    if (run.unstarted) throw unreadable(name, 'it could not be started');
    if (run.fault !== null) throw unreadable(name, run.fault);
    const written = readWritten(run.output, known);
    if ('fault' in written) throw unreadable(name, written.fault);
    return valuesOf(ho, onlyRow(rowsIn(written.value, name), `${name} for ${ho.id}`), options);
  };
}

function rowsIn(value: unknown, name: string): readonly Row[] {
  if (!Array.isArray(value))
    throw new SourceError('source/value', `${name}: expected a list of rows, with one row in it`);
  return value.map((columns: unknown, at) => {
    const where = `${name} row ${at + 1}`;
    if (typeof columns !== 'object' || columns === null || Array.isArray(columns))
      throw new SourceError('source/value', `${where}: a row is an object of columns`);
    return { where, columns: columns as Readonly<Record<string, unknown>> };
  });
}
