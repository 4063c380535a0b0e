import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { escaped, shown } from '../text/shown.ts';
import { readArguments } from './arguments.ts';
import { callOf } from './call.ts';
import { failureOf, writeFailure } from './failure.ts';
import type { Verb } from './verb.ts';
import { allVerbs, families, verbs } from './verbs.ts';
import { version } from './version.ts';
import { processWorld, type World } from './world.ts';

/** Runs the command line of the process and leaves its exit code. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const world = processWorld();
  process.exitCode = await run(args, world);
  world.out.flush();
  world.err.flush();
}

/** Runs one command line; returns its exit code: 0 passes, 1 a problem, 2 wrong usage, others as the verb says. */
export async function run(args: readonly string[], world: World): Promise<number> {
  const [first, ...rest] = args;
  try {
    if (first === undefined) return usage(world, await help([]));
    if (first === '--version') return print(world, `${version()}\n`);
    if (first === '--help' || first === '-h') return print(world, await help([]));
    if (first === 'help') return print(world, await help(rest));
    if (families.has(first) && !verbs.has(first) && isHelp(rest[0])) return print(world, await help([first]));
    const { load, rest: others } = verbIn(args);
    const verb = await load();
    checkMember(verb, others);
    return await runVerb(verb, others, world);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const known = nameIn(args);
    return usage(world, `hearback${known}: ${escaped(error.message)}\nsee hearback${known} --help\n`);
  }
}

async function runVerb(verb: Verb, args: readonly string[], world: World): Promise<number> {
  const given = readArguments(verb, args);
  if (given.options.has('help')) return print(world, await help([verb.name]));
  const call = await callOf(given, world);
  try {
    await verb.run(call);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return Math.max(
      writeFailure(world, failure, { isJson: given.options.has('json') }),
      call.report.finish(),
    );
  }
  return call.report.finish();
}

async function help(words: readonly string[]): Promise<string> {
  const { familyHelp, helpOf, overview } = await import('./help.ts');
  const name = words.join(' ');
  if (name === '') return overview(await allVerbs());
  if (families.has(name) && !verbs.has(name)) return familyHelp(name, await allVerbs());
  const verb = await verbIn(name.split(' ')).load();
  return helpOf(verb, families.has(verb.name) ? await allVerbs() : []);
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

/**
 * The verb that a command line begins with, and what stands behind it: of a family the second word is part of the name,
 * unless the first is a verb by itself and the second none of its members.
 */
function verbIn(args: readonly string[]): {
  readonly load: () => Promise<Verb>;
  readonly rest: readonly string[];
} {
  const [first = '', second] = args;
  const isOfFamily = families.has(first) && (!verbs.has(first) || verbs.has(`${first} ${second}`));
  const count = isOfFamily ? 2 : 1;
  const name = args.slice(0, count).join(' ');
  const load = verbs.get(name);
  if (load !== undefined) return { load, rest: args.slice(count) };
  if (count === 1)
    throw unknownVerb(name, [...verbs.keys(), ...families.keys()], 'hearback --help lists them');
  throw unknownMember(first, second);
}

/** A word behind a verb that takes none, but has members, is a member that does not exist: `hook instal`. */
function checkMember({ name, arguments: expected }: Verb, [word]: readonly string[]): void {
  if (word === undefined || word.startsWith('-') || expected.length > 0 || !families.has(name)) return;
  throw unknownMember(name, word);
}

function unknownMember(family: string, word: string | undefined): UsageError {
  const members = [...verbs.keys()].filter((one) => one.startsWith(`${family} `));
  const takes = `${family} takes ${members.map((one) => one.slice(family.length + 1)).join(', ')}`;
  if (word === undefined) return new UsageError('usage/verb', takes);
  return unknownVerb(`${family} ${word}`, members, takes);
}

function unknownVerb(name: string, known: Iterable<string>, otherwise: string): UsageError {
  const near = nearest(name, known);
  return new UsageError(
    'usage/verb',
    `no verb ${shown(name)}; ${near === undefined ? otherwise : `did you mean ${near}?`}`,
  );
}

/** The name of the verb or family that a command line begins with, behind a blank; empty when it is none. */
function nameIn([first = '', second = '']: readonly string[]): string {
  if (verbs.has(`${first} ${second}`)) return ` ${first} ${second}`;
  return verbs.has(first) || families.has(first) ? ` ${first}` : '';
}

function print(world: World, text: string): number {
  world.out.write(text);
  return 0;
}

function usage(world: World, text: string): number {
  world.err.write(text);
  return 2;
}
