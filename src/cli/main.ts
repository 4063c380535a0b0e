import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { escaped, shown } from '../text/shown.ts';
import { isTime } from '../vocabulary/slot-types.ts';
import { type Options, readArguments } from './arguments.ts';
import { helpOf, overview } from './help.ts';
import { checkExpected, loadProfiles } from './profiles.ts';
import { createReporter } from './report.ts';
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
    if (name === undefined) return usage(world, overview(await allVerbs()));
    if (name === '--version') return print(world, `${version()}\n`);
    if (name === 'help' && rest[0] !== undefined) return print(world, helpOf(await verbNamed(rest[0])));
    if (name === 'help' || name === '--help' || name === '-h')
      return print(world, overview(await allVerbs()));
    return await runVerb(await verbNamed(name), rest, world);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const known = name !== undefined && verbs.has(name) ? ` ${name}` : '';
    return usage(world, `hearback${known}: ${escaped(error.message)}\nsee hearback${known} --help\n`);
  }
}

async function runVerb(verb: Verb, args: readonly string[], world: World): Promise<number> {
  const { words, options } = readArguments(verb, args);
  if (options.has('help')) return print(world, helpOf(verb));
  const now = options.value('now') ?? world.clock();
  if (!isTime(now))
    throw new UsageError('usage/now', `--now ${shown(now)}: times are YYYYMMDDTHHMMZ, real ones, in UTC`);
  const profiles = loadProfiles(options.values('profiles'), { replace: options.has('replace-profiles') });
  const profile = checkExpected(options.value('profile'), profiles);
  const report = createReporter({ ...world, ...manner(options), version: version() });
  const reading = { profiles, ...(profile === undefined ? {} : { profile }) };
  await verb.run({ words, options, profiles, profile, reading, now, report, world });
  return report.finish();
}

function manner(options: Options): { isStrict: boolean; isJson: boolean; format: string | undefined } {
  return { isStrict: options.has('strict'), isJson: options.has('json'), format: options.value('format') };
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
