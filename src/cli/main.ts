import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { escaped, shown } from '../text/shown.ts';
import { readArguments } from './arguments.ts';
import { callOf } from './call.ts';
import type { Verb } from './verb.ts';
import { allVerbs, verbs } from './verbs.ts';
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
  const [name, ...rest] = args;
  try {
    if (name === undefined) return usage(world, await help());
    if (name === '--version') return print(world, `${version()}\n`);
    if (name === '--help' || name === '-h') return print(world, await help());
    if (name === 'help') return print(world, await help(rest[0]));
    return await runVerb(await verbNamed(name), rest, world);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const known = name !== undefined && verbs.has(name) ? ` ${name}` : '';
    return usage(world, `hearback${known}: ${escaped(error.message)}\nsee hearback${known} --help\n`);
  }
}

async function runVerb(verb: Verb, args: readonly string[], world: World): Promise<number> {
  const given = readArguments(verb, args);
  if (given.options.has('help')) return print(world, await help(verb.name));
  const call = await callOf(given, world);
  await verb.run(call);
  return call.report.finish();
}

async function help(name?: string): Promise<string> {
  const { helpOf, overview } = await import('./help.ts');
  return name === undefined ? overview(await allVerbs()) : helpOf(await verbNamed(name));
}

async function verbNamed(name: string): Promise<Verb> {
  const load = verbs.get(name);
  if (load !== undefined) return load();
  const near = nearest(name, verbs.keys());
  const advice = near === undefined ? 'hearback --help lists them' : `did you mean ${near}?`;
  throw new UsageError('usage/verb', `no verb ${shown(name)}; ${advice}`);
}

function print(world: World, text: string): number {
  world.out.write(text);
  return 0;
}

function usage(world: World, text: string): number {
  world.err.write(text);
  return 2;
}
