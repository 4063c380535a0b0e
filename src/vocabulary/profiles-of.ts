import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { loadProfile } from './load.ts';
import type { ProfileData } from './profile-data.ts';
import { profileSet } from './profile-set.ts';
import type { Profiles } from './profiles.ts';
import { resolve } from './resolve.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The set with the profiles added, or null and the reasons why not. */
export interface AddedProfiles {
  readonly profiles: Profiles | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A set of profiles and more of them (spec 5 R21). Each is judged as `loadProfile` judges it; one whose name is taken
 * is refused unless `replace` says that it takes the other's place. Any error, and there is no set.
 */
export function profilesOf(
  base: Profiles,
  data: readonly ProfileData[],
  { replace = false }: { readonly replace?: boolean } = {},
): AddedProfiles {
  const diagnostics: Diagnostic[] = [];
  let profiles = base;
  for (const one of data) {
    const { profile, diagnostics: faults } = loadProfile(one, {
      over: profiles,
      ...(replace ? {} : { beside: profiles }),
    });
    diagnostics.push(...faults);
    if (profile !== null) profiles = withOne(profiles, resolve(profile));
  }
  return { profiles: hasErrors(diagnostics) ? null : profiles, diagnostics };
}

function withOne(base: Profiles, vocabulary: Vocabulary): Profiles {
  return profileSet(base.core, [...base.names.map((name) => base.get(name) as Vocabulary), vocabulary]);
}
