import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { loadProfile } from './load.ts';
import type { ProfileData } from './profile-data.ts';
import { faultTeller } from './profile-faults.ts';
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
  const vocabularies = new Map<string, Vocabulary>();
  for (const name of base.names) vocabularies.set(name, base.get(name) as Vocabulary);
  for (const one of data) {
    const { profile, diagnostics: faults } = loadProfile(one);
    diagnostics.push(...faults);
    if (profile === null) continue;
    const name = profile.profile;
    if (vocabularies.has(name) && !replace) {
      faultTeller(null, null, diagnostics)('profile/name-taken', '$.profile', { name });
    } else vocabularies.set(name, resolve(profile));
  }
  if (hasErrors(diagnostics)) return { profiles: null, diagnostics };
  return { profiles: profileSet(base.core, vocabularies.values()), diagnostics };
}
