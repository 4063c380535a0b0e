import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import { placesIn } from '../../diagnostic/place-in.ts';
import { reporter } from '../../diagnostic/rule.ts';
import { type JsonPlace, memberPath, readJson } from '../../text/json.ts';
import { nearest } from '../../text/nearest.ts';
import { checkForm } from '../../vocabulary/json-form.ts';
import { rules as profileRules } from '../../vocabulary/profile-rules.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import type { SlotRow, Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type CrosswalkData, crosswalkForm } from './data.ts';
import { rules } from './rules.ts';

/** A crosswalk, ready to translate by in either direction. */
export interface Crosswalk {
  readonly data: CrosswalkData;
  readonly sides: readonly [Vocabulary, Vocabulary];
}

/** A crosswalk that may be used, or null and the reasons why not. */
export interface LoadedCrosswalk {
  readonly crosswalk: Crosswalk | null;
  readonly diagnostics: readonly Diagnostic[];
}

type Tell = <C extends keyof typeof rules>(
  code: C,
  path: string,
  data: Readonly<Record<string, unknown>>,
  part?: 'key' | 'value',
) => void;

const deepest = 5;

/**
 * Reads a crosswalk strictly (6.8): every name in it is one of its profile's, each has one counterpart, and a value of a
 * slot is a value of its counterpart. One fault is enough for `crosswalk` to be null.
 */
export function loadCrosswalk(
  json: string,
  { profiles, file = null }: { readonly profiles: Profiles; readonly file?: string | null },
): LoadedCrosswalk {
  const diagnostics: Diagnostic[] = [];
  const { value, places, faults } = readJson(json, { maxDepth: deepest });
  const tell = teller(json, places, file, diagnostics);
  for (const { path, message } of faults) tell('crosswalk/form', path, { fault: message });
  if (value !== undefined && faults.length === 0) checkWhole(value, profiles, tell, diagnostics);
  if (hasErrors(diagnostics)) return { crosswalk: null, diagnostics };
  const data = value as CrosswalkData;
  const sides = data.between.map((name) => profiles.get(name)) as [Vocabulary, Vocabulary]; // checkSides has found both
  return { crosswalk: { data, sides }, diagnostics };
}

function teller(
  text: string,
  places: ReadonlyMap<string, JsonPlace>,
  file: string | null,
  found: Diagnostic[],
): Tell {
  const placeOf = placesIn(text);
  // `Tell` leaves the row's data to its callers in this file
  const report = reporter(rules, found) as (
    code: keyof typeof rules,
    data: object,
    at?: Diagnostic['at'],
  ) => void;
  return (code, path, data, part = 'value') => {
    const place = places.get(path);
    const span = (part === 'key' ? place?.key : null) ?? place?.value;
    report(code, { ...data, file, path }, span && placeOf(span));
  };
}

function checkWhole(value: unknown, profiles: Profiles, tell: Tell, found: Diagnostic[]): void {
  checkForm(crosswalkForm, value, '$', (code, path, data, part) => {
    // the form of a profile and of a crosswalk are told in the same words
    const says = profileRules[code].message as (data: object) => string;
    tell('crosswalk/form', path, { fault: says({ ...data, file: null, path }).replace(/^.*?: /s, '') }, part);
  });
  if (hasErrors(found)) return;
  const data = value as CrosswalkData; // of the form of one
  const sides = sidesOf(data, profiles, tell);
  if (sides === null) return;
  checkSlots(data, sides, tell);
  checkCodes(data, sides, tell);
  checkPairs(data.agents, 'agent', '$.agents', [sides[0].agents, sides[1].agents], sides, tell);
  checkPairs(data.items, 'kind of item', '$.items', [kindsOf(sides[0]), kindsOf(sides[1])], sides, tell);
}

function sidesOf(
  { between }: CrosswalkData,
  profiles: Profiles,
  tell: Tell,
): readonly [Vocabulary, Vocabulary] | null {
  const [one, other, more] = between.map((name, index) => {
    const vocabulary = profiles.get(name);
    const near = nearest(name, profiles.names);
    if (vocabulary === undefined)
      tell('crosswalk/unknown', memberPath('$.between', index), {
        kind: 'profile',
        name,
        profile: 'those loaded',
        near,
      });
    return vocabulary;
  });
  if (between.length !== 2) tell('crosswalk/form', '$.between', { fault: 'expected two profiles' });
  return one === undefined || other === undefined || more !== undefined || between.length !== 2
    ? null
    : [one, other];
}

type Sides = readonly [Vocabulary, Vocabulary];
/** Names that may be used; null for any. */
type Names = ReadonlySet<string> | null;

/** Names of both sides, each known and each used once. */
function checkPairs(
  pairs: Readonly<Record<string, string>> = {},
  kind: string,
  path: string,
  [ours, theirs]: readonly [Names, Names],
  [one, other]: Sides,
  tell: Tell,
): void {
  const seen = new Map<string, string>();
  for (const [from, to] of Object.entries(pairs)) {
    const own = memberPath(path, from);
    if (ours?.has(from) === false)
      tell(
        'crosswalk/unknown',
        own,
        { kind, name: from, profile: one.name, near: nearest(from, ours) },
        'key',
      );
    if (theirs?.has(to) === false)
      tell('crosswalk/unknown', own, { kind, name: to, profile: other.name, near: nearest(to, theirs) });
    const first = seen.get(to);
    if (first !== undefined) tell('crosswalk/twice', own, { name: to, first });
    seen.set(to, from);
  }
}

function checkSlots({ slots }: CrosswalkData, sides: Sides, tell: Tell): void {
  const [one, other] = sides;
  checkPairs(slots, 'slot', '$.slots', [ownSlotsOf(one), ownSlotsOf(other)], sides, tell);
  for (const [from, to] of Object.entries(slots)) {
    const [mine, theirs] = [one.slots.get(from), other.slots.get(to)];
    if (mine === undefined || theirs === undefined || isAlike(mine, theirs)) continue;
    const types = { slot: from, type: mine.type, other: to, otherType: theirs.type };
    tell('crosswalk/unfit', memberPath('$.slots', from), types);
  }
}

/** Whether a value of one slot, its codes translated, is one of the other. */
function isAlike(mine: SlotRow, theirs: SlotRow): boolean {
  if (mine.isList !== theirs.isList) return false;
  if (mine.base === 'enum' || theirs.base === 'enum') return mine.base === theirs.base;
  const words = ['token', 'ref'];
  if (words.includes(mine.base) && words.includes(theirs.base)) return mine.ascii === theirs.ascii;
  return mine.type === theirs.type;
}

/** The codes of the ask, of answers, and of every enum that a mapped slot has. */
function checkCodes({ slots, codes = {} }: CrosswalkData, sides: Sides, tell: Tell): void {
  const [one, other] = sides;
  const counterpart = new Map<string, string>([
    ['ask', 'ask'],
    ['ans', 'ans'],
    ['why', 'why'],
  ]);
  for (const [from, to] of Object.entries(slots)) {
    const [mine, theirs] = [one.slots.get(from)?.enum, other.slots.get(to)?.enum];
    if (mine != null && theirs != null) counterpart.set(mine, theirs);
  }
  for (const [name, pairs] of Object.entries(codes)) {
    const path = memberPath('$.codes', name);
    const theirs = counterpart.get(name);
    if (theirs === undefined) {
      const near = nearest(name, counterpart.keys());
      tell(
        'crosswalk/unknown',
        path,
        { kind: 'enum of a mapped slot', name, profile: one.name, near },
        'key',
      );
      continue;
    }
    const codesOf = (side: Vocabulary, of: string): ReadonlySet<string> =>
      new Set(side.enums.get(of)?.keys());
    checkPairs(pairs, 'code', path, [codesOf(one, name), codesOf(other, theirs)], sides, tell);
    if (name === 'ans') checkMeanings(pairs, path, sides, tell);
  }
}

/** An answer that means go has one that means go: a refusal never arrives as an approval. */
function checkMeanings(
  pairs: Readonly<Record<string, string>>,
  path: string,
  [one, other]: Sides,
  tell: Tell,
): void {
  for (const [from, to] of Object.entries(pairs)) {
    if (one.go.has(from) === other.go.has(to)) continue;
    const [goes, stops] = one.go.has(from) ? [from, to] : [to, from];
    tell('crosswalk/opposite', memberPath(path, from), { goes, stops });
  }
}

function ownSlotsOf({ slots }: Vocabulary): ReadonlySet<string> {
  return new Set([...slots.values()].filter(({ origin }) => origin !== 'core').map(({ key }) => key));
}

/** The kinds of item that a profile names; without any, every name is one. */
function kindsOf({ profile }: Vocabulary): ReadonlySet<string> | null {
  return profile?.item_kinds === undefined ? null : new Set(Object.keys(profile.item_kinds));
}
