import { existsSync, readFileSync } from 'node:fs';
import { loadProfile, type ProfileData } from '../../vocabulary/index.ts';

const folder = new URL('../../../spec/crosswalks/', import.meta.url);

/** A crosswalk that comes with the package, and the profiles that it needs beside the built-in ones. */
export interface Shipped {
  readonly text: string;
  readonly profiles: readonly ProfileData[];
}

/** The crosswalk that the vectors of the package translate by. */
export const vectorCrosswalk = 'pay-ap';

/** The crosswalk of a name; undefined for a name that the package does not have. A name is never a path. */
export function shippedCrosswalk(name: string): Shipped | undefined {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) return undefined;
  const file = new URL(`${name}.json`, folder);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const { between } = JSON.parse(text) as { readonly between: readonly string[] };
  const own = between.map((one) => new URL(`profiles/${one}.json`, folder)).filter((url) => existsSync(url));
  return { text, profiles: own.map(shippedProfile) };
}

function shippedProfile(url: URL): ProfileData {
  const { profile, diagnostics } = loadProfile(readFileSync(url, 'utf8'));
  if (profile === null)
    throw new TypeError(`a profile of the package is refused: ${diagnostics[0]?.message}`);
  return profile;
}
