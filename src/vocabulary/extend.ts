import { memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import { mergedEvidence, tellRedefinedEvidence } from './extend-evidence.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import type { Profiles } from './profiles.ts';

/** What a profile extends when it stands on the protocol alone. */
const ground: readonly string[] = ['RW1', 'core'];

/**
 * A profile with everything of the one that it extends (spec 5): it adds agents, slots, asks, codes and rules, and
 * redefines nothing. What it returns stands on the core, so that a line's vocabulary is one profile whatever it was made
 * of; its own entries come first, where findings look for them. Null when the other profile is not there, or something of it is redefined.
 */
export function extended(data: ProfileData, over: Profiles, tell: Tell): ProfileData | null {
  if (ground.includes(data.extends)) return data;
  const base = over.get(data.extends)?.profile;
  if (base == null) {
    const near = nearest(data.extends, [...over.names, ...ground]);
    tell('profile/unknown-name', '$.extends', {
      kind: 'RW1, core or a profile that is loaded',
      name: data.extends,
      near,
    });
    return null;
  }
  return tellRedefined(data, base, tell) ? null : merged(data, base);
}

/** Maps whose names are taken by the profile below: a name there keeps its meaning. */
const kinds = {
  asks: 'ask',
  exec: 'act',
  positive: 'rule of positive for',
  amounts: 'currency of',
  roles: 'role of',
  item_kinds: 'kind of item',
  translation: 'note',
} as const;
const maps = Object.keys(kinds) as (keyof typeof kinds)[];

function tellRedefined(data: ProfileData, base: ProfileData, tell: Tell): boolean {
  let any = false;
  const redefines = (kind: string, name: string, path: string, part: 'key' | 'value' = 'key'): void => {
    any = true;
    tell('profile/redefines', path, { kind, name, whose: base.profile }, part);
  };
  for (const key of maps) {
    for (const name of Object.keys(data[key] ?? {})) {
      if (has(base[key], name)) redefines(kinds[key], name, memberPath(`$.${key}`, name));
    }
  }
  for (const [name, codes] of Object.entries(data.enums ?? {})) {
    for (const code of Object.keys(codes)) {
      if (has(base.enums?.[name], code))
        redefines('code', code, memberPath(memberPath('$.enums', name), code));
    }
  }
  const slots = new Set((base.slots ?? []).map(({ key }) => key));
  for (const [index, { key }] of (data.slots ?? []).entries()) {
    if (slots.has(key)) redefines('slot', key, `$.slots[${index}].key`, 'value');
  }
  for (const key of Object.keys(data.constraints?.keys ?? {})) {
    if (has(base.constraints?.keys, key)) redefines('criterion', key, memberPath('$.constraints.keys', key));
  }
  for (const key of ['open_scripts', 'own_line'] as const) {
    for (const [index, slot] of (data[key] ?? []).entries()) {
      if (slots.has(slot)) redefines('guard of the slot', slot, `$.${key}[${index}]`, 'value');
    }
  }
  const below = new Set(Object.keys(base.enums?.['ans'] ?? {}));
  for (const [index, answer] of (data.answers?.go ?? []).entries()) {
    if (below.has(answer)) redefines('answer', answer, `$.answers.go[${index}]`, 'value');
  }
  tellRedefinedAliases(data, base, redefines);
  tellRedefinedEvidence(data, base, redefines);
  if (data.approval !== undefined && base.approval !== undefined) redefines('rule', 'approval', '$.approval');
  return any;
}

/** What stands for something below stands for it above too, and what is stood for stands for nothing else. */
function tellRedefinedAliases(
  { constraints: { aliases = {} } = {} }: ProfileData,
  base: ProfileData,
  redefines: (kind: string, name: string, path: string, part?: 'key' | 'value') => void,
): void {
  for (const [key, forms] of Object.entries(aliases)) {
    const below = base.constraints?.aliases?.[key] ?? {};
    const taken = new Set([...Object.keys(below), ...Object.values(below).flat()]);
    for (const [meaning, written] of Object.entries(forms)) {
      const path = memberPath(memberPath('$.constraints.aliases', key), meaning);
      if (taken.has(meaning)) redefines('alias', meaning, path);
      for (const [index, form] of written.entries())
        if (taken.has(form)) redefines('alias', form, memberPath(path, index), 'value');
    }
  }
}

function merged(data: ProfileData, base: ProfileData): ProfileData {
  const all = {
    ...base,
    ...data,
    extends: 'core',
    enums: mapsOf(data.enums, base.enums),
    asks: { ...base.asks, ...data.asks },
    exec: { ...base.exec, ...data.exec },
    positive: { ...base.positive, ...data.positive },
    amounts: { ...base.amounts, ...data.amounts },
    roles: { ...base.roles, ...data.roles },
    item_kinds: { ...base.item_kinds, ...data.item_kinds },
    translation: { ...base.translation, ...data.translation },
    slots: [...(data.slots ?? []), ...(base.slots ?? [])],
    sums: [...(data.sums ?? []), ...(base.sums ?? [])],
    shapes: [...(data.shapes ?? []), ...(base.shapes ?? [])],
    together: [...(data.together ?? []), ...(base.together ?? [])],
    agents: union(data.agents, base.agents),
    asks_used: union(data.asks_used, base.asks_used),
    item_examples: union(data.item_examples, base.item_examples),
    item_kinds_on: union(data.item_kinds_on, base.item_kinds_on),
    tail_on: union(data.tail_on, base.tail_on),
    own_line: union(data.own_line, base.own_line),
    irreversible: union(data.irreversible, base.irreversible),
    open_scripts: union(data.open_scripts, base.open_scripts),
    single_use: union(data.single_use, base.single_use),
    ...answersOf(data, base),
    evidence: mergedEvidence(data.evidence, base.evidence),
    constraints: {
      keys: { ...base.constraints?.keys, ...data.constraints?.keys },
      aliases: mapsOf(data.constraints?.aliases, base.constraints?.aliases),
    },
  };
  const said = new Set([...Object.keys(base), ...Object.keys(data)]);
  return Object.fromEntries(Object.entries(all).filter(([key]) => said.has(key))) as unknown as ProfileData; // all of its keys
}

/** Answers that stop stay those that do: where the base names only those that go, an added one stops unless it goes. */
function answersOf(
  { answers: own }: ProfileData,
  { answers, enums }: ProfileData,
): Pick<ProfileData, 'answers'> {
  if (own === undefined && answers === undefined) return {};
  const go = union(own?.go, answers?.go);
  const below =
    answers?.stop ??
    (answers?.go && Object.keys(enums?.['ans'] ?? {}).filter((one) => !answers.go?.includes(one)));
  if (own?.stop === undefined && answers?.stop === undefined) return { answers: { go } };
  return { answers: { go, stop: union(own?.stop, below) } };
}

type Maps<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

function mapsOf<T>(data: Maps<T> = {}, base: Maps<T> = {}): Maps<T> {
  const names = new Set([...Object.keys(base), ...Object.keys(data)]);
  return Object.fromEntries([...names].map((name) => [name, { ...base[name], ...data[name] }]));
}

function union<T>(data: readonly T[] = [], base: readonly T[] = []): readonly T[] {
  return [...new Set([...data, ...base])];
}

function has(names: object | undefined, name: string): boolean {
  return names !== undefined && Object.hasOwn(names, name);
}
