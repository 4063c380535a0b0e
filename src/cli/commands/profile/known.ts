import { existsSync } from 'node:fs';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { nearest } from '../../../text/nearest.ts';
import { shown } from '../../../text/shown.ts';
import { type LoadedProfile, loadProfile, profilesOf, type Vocabulary } from '../../../vocabulary/index.ts';
import { profileText } from '../../profiles.ts';
import type { Call } from '../../verb.ts';

/** The profiles of a call, the core first. */
export function vocabulariesOf({ profiles }: Call): readonly Vocabulary[] {
  return [profiles.core, ...profiles.names.map((name) => profiles.get(name) as Vocabulary)];
}

/** The profile of a name; a name that none has is a usage error. */
export function knownProfile(call: Call, name: string): Vocabulary {
  const found = vocabulariesOf(call).find((one) => one.name === name);
  if (found !== undefined) return found;
  const near = nearest(name, call.profiles.names);
  const advice = near === undefined ? 'hearback profile list shows them' : `did you mean ${near}?`;
  throw new UsageError('usage/profile', `no profile ${shown(name)}; ${advice}`);
}

/** A profile file, over the profiles of the call; what is wrong with it stands in the findings. */
export function fileProfile({ profiles }: Call, file: string): LoadedProfile {
  return loadProfile(profileText(file), { file, over: profiles });
}

/** The profile of a name or of a file; null for a file that is refused, and that is told. */
export function profileOf(call: Call, word: string): Vocabulary | null {
  if (!existsSync(word) || call.profiles.get(word) !== undefined) return knownProfile(call, word);
  const { profile, diagnostics } = fileProfile(call, word);
  const added = profile && profilesOf(call.profiles, [profile], { replace: true }).profiles;
  if (profile !== null && added !== null) return added.get(profile.profile) ?? null;
  call.report.result({
    diagnostics,
    file: word,
    json: { file: word },
    says: (amount) => `refused (${amount})`,
  });
  return null;
}

/** What a profile counts its versions by; the core is of its protocol. */
export function versionOf({ profile }: Vocabulary): string {
  return profile?.version ?? 'RW1';
}
