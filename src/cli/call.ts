import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import { isTime } from '../vocabulary/slot-types.ts';
import type { Arguments, Options } from './arguments.ts';
import { createReporter } from './report.ts';
import type { Call } from './verb.ts';
import { version } from './version.ts';
import type { World } from './world.ts';

/** What the options on every verb amount to; one that cannot be honoured is a usage error. */
export async function callOf({ words, options }: Arguments, world: World): Promise<Call> {
  const now = options.value('now') ?? world.clock();
  if (!isTime(now)) {
    throw new UsageError('usage/now', `--now ${shown(now)}: times are YYYYMMDDTHHMMZ, real ones, in UTC`);
  }
  const profiles = await profilesFor(options);
  const profile = checkExpected(options.value('profile'), profiles);
  const reading = { profiles, ...(profile === undefined ? {} : { profile }) };
  const report = createReporter({
    out: world.out,
    err: world.err,
    isStrict: options.has('strict'),
    isJson: options.has('json'),
    format: options.value('format'),
    version: version(),
  });
  return { words, options, profiles, profile, reading, now, report, world };
}

/** What only a folder of profiles needs is loaded for one only. */
async function profilesFor(options: Options): Promise<Profiles> {
  const folders = options.values('profiles');
  const replace = options.has('replace-profiles');
  return folders.length === 0 ? builtIn : (await import('./profiles.ts')).loadProfiles(folders, { replace });
}

/** The expected profile's name, when it is one that is loaded (R22). */
function checkExpected(name: string | undefined, profiles: Profiles): string | undefined {
  if (name === undefined || name === profiles.core.name || profiles.get(name) !== undefined) return name;
  const near = nearest(name, profiles.names);
  const advice = near === undefined ? `known are ${profiles.names.join(' ')}` : `did you mean ${near}?`;
  throw new UsageError('usage/profile', `--profile ${shown(name)} is not loaded; ${advice}`);
}
