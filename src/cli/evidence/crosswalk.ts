import { basename } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { type Crosswalk, loadCrosswalk } from '../../evidence/crosswalk/load.ts';
import { shown } from '../../text/shown.ts';
import { type Profiles, profilesOf } from '../../vocabulary/index.ts';
import { bytesOfFile, textOf } from '../input.ts';
import type { Call } from '../verb.ts';
import { shippedCrosswalk } from './shipped.ts';

/** What a crosswalk argument is, for help. */
export const crosswalkArgument = {
  name: 'CROSSWALK',
  about: 'the crosswalk: a file, or the name of one that comes with the package (pay-ap)',
} as const;

/** The crosswalk of an argument, and the call as it reads lines of both profiles; null when it is refused, and that is told. */
export function readCrosswalk(
  call: Call,
  word: string,
): { readonly crosswalk: Crosswalk; readonly call: Call } | null {
  const shipped = shippedCrosswalk(word);
  const text = shipped?.text ?? textOf(bytesOfFile(word), shown(word));
  const missing = (shipped?.profiles ?? []).filter(({ profile }) => call.profiles.get(profile) === undefined);
  const profiles = withProfiles(call.profiles, missing);
  const { crosswalk, diagnostics } = loadCrosswalk(text, { profiles, file: basename(word) });
  if (crosswalk !== null)
    return { crosswalk, call: { ...call, profiles, reading: { ...call.reading, profiles } } };
  call.report.result({
    diagnostics,
    file: basename(word),
    json: { crosswalk: null },
    says: (amount) => `refused (${amount})`,
  });
  return null;
}

function withProfiles(all: Profiles, added: Parameters<typeof profilesOf>[1]): Profiles {
  if (added.length === 0) return all;
  const { profiles } = profilesOf(all, added);
  if (profiles === null)
    throw new UsageError('usage/profile', 'a profile of the crosswalk is in the way of one of --profiles');
  return profiles;
}
