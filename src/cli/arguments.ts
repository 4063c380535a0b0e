import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import { sharedOptions } from './shared-options.ts';
import type { Argument, Option, Verb } from './verb.ts';

/** The options of a call, by name without the dashes. */
export interface Options {
  has(name: string): boolean;
  /** The value of an option that may be given once. */
  value(name: string): string | undefined;
  values(name: string): readonly string[];
}

/** A command line behind its verb, taken apart. */
export interface Arguments {
  readonly words: readonly string[];
  readonly options: Options;
}

/** The arguments of a verb, taken apart; anything that the verb does not take is a usage error, never ignored. */
export function readArguments(
  verb: Pick<Verb, 'arguments' | 'options' | 'uses'>,
  args: readonly string[],
): Arguments {
  const table = new Map(Object.entries({ ...sharedOptions(verb), ...verb.options }));
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === '--') {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!isOption(arg)) words.push(arg);
    else if (readOption(arg, args[at + 1], table, given)) at++;
  }
  if (!given.has('help')) {
    checkCount(verb.arguments, words);
    checkRequired(table, given);
  }
  return { words, options: optionsOf(given) };
}

/** `-` alone is standard input. */
function isOption(arg: string): boolean {
  return arg.startsWith('-') && arg !== '-';
}

/** Reads one option; true when it took the next argument as its value. */
function readOption(
  arg: string,
  next: string | undefined,
  table: ReadonlyMap<string, Option>,
  given: Map<string, string[]>,
): boolean {
  const equals = arg.indexOf('=');
  const flag = equals < 0 ? arg : arg.slice(0, equals);
  const name = flag === '-h' ? 'help' : flag.slice(2);
  const option = flag.startsWith('--') || flag === '-h' ? table.get(name) : undefined;
  if (option === undefined) throw unknownOption(flag, table);
  const values = given.get(name) ?? [];
  if (values.length > 0 && !option.isMany && option.value !== undefined) {
    throw new UsageError('usage/option', `--${name} is given twice`);
  }
  given.set(name, values);
  if (option.value === undefined) {
    if (equals >= 0) throw new UsageError('usage/option', `--${name} takes no value`);
    values.push('');
    return false;
  }
  const value = equals < 0 ? next : arg.slice(equals + 1);
  if (value === undefined)
    throw new UsageError('usage/option', `--${name} needs a value: --${name} ${option.value}`);
  values.push(value);
  return equals < 0;
}

function unknownOption(flag: string, table: ReadonlyMap<string, Option>): UsageError {
  const near = nearest(flag.replace(/^-+/, ''), table.keys());
  const advice = near === undefined ? '' : `; did you mean --${near}?`;
  return new UsageError('usage/option', `unknown option ${shown(flag)}${advice}`);
}

function checkCount(expected: readonly Argument[], words: readonly string[]): void {
  const missing = expected[words.length];
  if (missing !== undefined && !missing.isOptional) {
    throw new UsageError('usage/argument', `${missing.name} is missing: ${missing.about}`);
  }
  const extra = words[expected.length];
  if (extra !== undefined && !expected.at(-1)?.isMany) {
    throw new UsageError(
      'usage/argument',
      `one argument too many: ${shown(extra)}; quote a line as one argument`,
    );
  }
}

function checkRequired(table: ReadonlyMap<string, Option>, given: ReadonlyMap<string, unknown>): void {
  for (const [name, { value, about, isRequired }] of table) {
    if (isRequired && !given.has(name))
      throw new UsageError('usage/option', `--${name} ${value} is missing: ${about}`);
  }
}

function optionsOf(given: ReadonlyMap<string, readonly string[]>): Options {
  return {
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
  };
}
