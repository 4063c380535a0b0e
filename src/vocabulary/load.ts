import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { placesIn } from '../diagnostic/place-in.ts';
import { type JsonFault, longestJson, readJson } from '../text/json.ts';
import { builtIn } from './built-in.ts';
import { extended } from './extend.ts';
import { checkForm } from './json-form.ts';
import { plainCopy } from './plain-copy.ts';
import type { ProfileData } from './profile-data.ts';
import { checkFacts } from './profile-facts.ts';
import { faultTeller, type Source, type Tell } from './profile-faults.ts';
import { profileForm } from './profile-form.ts';
import type { Profiles } from './profiles.ts';

/** Most bytes and levels of a profile's file (R21). */
const mostBytes = longestJson;
const mostLevels = 8;

/** A profile that may be used, or null and the reasons why not. */
export interface LoadedProfile {
  readonly profile: ProfileData | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `file` names the file in findings; `beside` are the profiles whose names are taken; `over` those that it may extend,
 * `beside` or the built-in ones unless given.
 */
export interface LoadOptions {
  readonly file?: string;
  readonly beside?: Profiles | undefined;
  readonly over?: Profiles | undefined;
}

interface Reading {
  readonly file: string | null;
  readonly beside: Profiles | undefined;
  readonly over: Profiles;
  readonly found: Diagnostic[];
}

/**
 * Reads a profile strictly (spec 5 R21): its JSON text, or the object that such a text gives. Every finding names the
 * file, the JSON path and the fault; one is enough for `profile` to be null. What it returns is a copy, with all
 * that the profile extends in it.
 */
export function loadProfile(
  json: unknown,
  { file, beside, over = beside ?? builtIn }: LoadOptions = {},
): LoadedProfile {
  const diagnostics: Diagnostic[] = [];
  const reading: Reading = { file: file ?? null, beside, over, found: diagnostics };
  const value =
    typeof json === 'string' ? readText(json.replace(/^\uFEFF/, ''), reading) : readObject(json, reading);
  return { profile: hasErrors(diagnostics) ? null : (value as ProfileData), diagnostics };
}

function readText(text: string, reading: Reading): unknown {
  const { file, found } = reading;
  if (isTooLarge(text)) {
    faultTeller(file, null, found)('profile/too-large', '$', { most: mostBytes });
    return null;
  }
  const { value, places, faults } = readJson(text, { maxDepth: mostLevels });
  const placeOf = placesIn(text);
  for (const fault of faults) tellJsonFault(fault, placeOf, reading);
  return value === undefined ? value : judge(value, faultTeller(file, { placeOf, places }, found), reading);
}

/** A name that stands twice is shown where it stands the second time. */
function tellJsonFault(
  { fault, message, path, span }: JsonFault,
  placeOf: Source['placeOf'],
  { file, found }: Reading,
): void {
  const tell = faultTeller(file, { placeOf, places: new Map([[path, { key: null, value: span }]]) }, found);
  if (fault === 'duplicate') tell('profile/duplicate-member', path, {});
  else if (fault === 'too-deep') tell('profile/too-deep', path, { most: mostLevels });
  else tell('profile/json', path, { fault: message });
}

function readObject(object: unknown, reading: Reading): unknown {
  const tell = faultTeller(reading.file, null, reading.found);
  const value = plainCopy(object, mostLevels, tell);
  return hasErrors(reading.found) ? value : judge(value, tell, reading);
}

/** The facts are looked at when the form lets them be read; what it extends is part of them. */
function judge(value: unknown, tell: Tell, { beside, over, found }: Reading): unknown {
  checkForm(profileForm, value, '$', tell);
  const unreadable = ['profile/wrong-type', 'profile/missing-key'];
  if (found.some(({ code }) => unreadable.includes(code))) return value;
  const data = value as ProfileData; // of the form of one, whatever it names
  const whole = extended(data, over, tell);
  if (whole !== null) checkFacts(whole, tell);
  if (beside?.get(data.profile)) tell('profile/name-taken', '$.profile', { name: data.profile });
  return whole;
}

function isTooLarge(text: string): boolean {
  if (text.length > mostBytes) return true;
  return text.length * 3 > mostBytes && new TextEncoder().encode(text).length > mostBytes;
}
