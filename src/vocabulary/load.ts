import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { readJson } from '../text/json.ts';
import { checkForm } from './json-form.ts';
import { plainCopy } from './plain-copy.ts';
import type { ProfileData } from './profile-data.ts';
import { checkFacts } from './profile-facts.ts';
import { faultTeller, type Source, type Tell } from './profile-faults.ts';
import { profileForm } from './profile-form.ts';

/** Most bytes and levels of a profile's file (R21). */
const mostBytes = 256 * 1024;
const mostLevels = 8;

/** A profile that may be used, or null and the reasons why not. */
export interface LoadedProfile {
  readonly profile: ProfileData | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a profile strictly (spec 5 R21): its JSON text, or the object that such a text gives. Every finding names the
 * file, the JSON path and the fault; one is enough for `profile` to be null. What it returns is a copy.
 */
export function loadProfile(json: unknown, { file }: { readonly file?: string } = {}): LoadedProfile {
  const diagnostics: Diagnostic[] = [];
  const read = typeof json === 'string' ? readText : readObject;
  const value = read(json as string, file ?? null, diagnostics);
  return { profile: hasErrors(diagnostics) ? null : (value as ProfileData), diagnostics };
}

function readText(text: string, file: string | null, found: Diagnostic[]): unknown {
  const bytes = byteLength(text);
  if (bytes > mostBytes) {
    faultTeller(file, null, found)('profile/too-large', '$', { bytes, most: mostBytes });
    return null;
  }
  const { value, places, faults } = readJson(text, { maxDepth: mostLevels });
  const source: Source = { text, places: new Map(places) };
  for (const { fault, message, path, span } of faults) {
    // The fault's own place: a name that stands twice is shown where it stands the second time.
    const tell = faultTeller(file, { text, places: new Map([[path, { key: span, value: span }]]) }, found);
    if (fault === 'duplicate') tell('profile/duplicate-member', path, {});
    else if (fault === 'too-deep') tell('profile/too-deep', path, { most: mostLevels });
    else tell('profile/json', path, { fault: message });
  }
  if (value !== undefined) judge(value, faultTeller(file, source, found), found);
  return value;
}

function readObject(object: unknown, file: string | null, found: Diagnostic[]): unknown {
  const tell = faultTeller(file, null, found);
  const value = plainCopy(object, mostLevels, tell);
  if (!hasErrors(found)) judge(value, tell, found);
  return value;
}

/** The facts are looked at when the form lets them be read. */
function judge(value: unknown, tell: Tell, found: readonly Diagnostic[]): void {
  checkForm(profileForm, value, '$', tell);
  const unreadable = ['profile/wrong-type', 'profile/missing-key'];
  if (!found.some(({ code }) => unreadable.includes(code))) checkFacts(value as ProfileData, tell);
}

function byteLength(text: string): number {
  return text.length * 3 <= mostBytes || text.length > mostBytes
    ? text.length
    : new TextEncoder().encode(text).length;
}
