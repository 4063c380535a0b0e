import { sha256 } from '#sha256';
import { canonicalJson } from '../text/canonical-json.ts';
import type { ConstraintData, CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData, ProfileSlot } from './profile-data.ts';
import type { Names } from './slot-types.ts';
import { slotTypesUnder } from './slot-types-under.ts';
import type { ConstraintKey, MessageType, SlotRow, TypeRow, Vocabulary } from './vocabulary.ts';

const core: CoreData = coreData;

/** Core merged with a profile, or with none (spec 5). The profile must have passed `loadProfile`: a fault in it throws. */
export function resolve(profile: ProfileData | null): Vocabulary {
  let hash: string | undefined;
  const enums = mergedEnums(profile);
  const agents = new Set(profile?.agents ?? []);
  const exec = new Map(Object.entries(profile?.exec ?? {}));
  const execSlots = new Set([...exec.values()].flat());
  return {
    name: profile?.profile ?? core.profile,
    profile,
    get hash(): string {
      hash ??= hashOf(profile);
      return hash;
    },
    types: mergedTypes(profile?.slots ?? []),
    slots: mergedSlots(profile, execSlots, { agents, enums }),
    enums,
    agents,
    exec,
    execSlots,
    irreversible: new Set([...core.irreversible, ...(profile?.irreversible ?? []), ...exec.keys()]),
    ownLine: new Set(profile?.own_line ?? []),
    go: new Set(profile?.answers?.go ?? []),
    stop: new Set(stopping(profile)),
    constraintKeys: mergedConstraints(core.constraints, profile?.constraints ?? {}),
    asksUsed: profile?.asks_used ?? [...(enums.get('ask') as ReadonlyMap<string, string>).keys()],
  };
}

/** The first 12 hex digits of the SHA-256 of a profile's canonical JSON, or of the core's: pins it to a handoff (spec 5). */
export function hashOf(profile: ProfileData | null): string {
  return sha256(canonicalJson(profile ?? core)).slice(0, 12);
}

/** Core's enums, with the profile's asks and reasons added to them, and then the profile's own. */
export function mergedEnums(profile: ProfileData | null): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const enums = new Map<string, Map<string, string>>();
  const add = (name: string, codes: Readonly<Record<string, string>>): void => {
    const known = enums.get(name) ?? new Map<string, string>();
    for (const [code, desc] of Object.entries(codes)) known.set(code, desc);
    enums.set(name, known);
  };
  for (const [name, codes] of Object.entries(core.enums)) add(name, codes);
  add('ask', profile?.asks ?? {});
  for (const [name, codes] of Object.entries(profile?.enums ?? {})) add(name, codes);
  return enums;
}

/** The type table with a profile's slots in it. */
export function mergedTypes(slots: readonly ProfileSlot[]): ReadonlyMap<string, TypeRow> {
  const types = new Map<string, TypeRow>();
  for (const type of Object.keys(core.types) as MessageType[]) {
    const row = core.types[type];
    const own = slots.filter(({ on }) => on.includes(type));
    const required = [...row.required, ...own.filter((slot) => slot.required).map(({ key }) => key)];
    const optional = [...row.optional, ...own.filter((slot) => !slot.required).map(({ key }) => key)];
    types.set(type, { type, name: row.name, desc: row.desc, required, optional, takes: new Set() });
  }
  for (const [type, row] of types) types.set(type, { ...row, takes: takenBy(row, types) });
  return types;
}

/** What a type lists, `p`, and what the type that its row names with `also` lists. */
function takenBy(row: TypeRow, types: ReadonlyMap<string, TypeRow>): ReadonlySet<string> {
  const other = types.get(core.types[row.type].also ?? row.type) ?? row;
  return new Set(['p', ...row.required, ...row.optional, ...other.required, ...other.optional]);
}

function mergedSlots(
  profile: ProfileData | null,
  execSlots: ReadonlySet<string>,
  names: Names,
): ReadonlyMap<string, SlotRow> {
  const open = new Set(profile?.open_scripts ?? []);
  const typeOf = slotTypesUnder(names);
  const slots = new Map<string, SlotRow>();
  const add = (key: string, type: string, desc: string, origin: string): void => {
    const found = typeOf(type);
    if (found === undefined) throw new TypeError(`slot ${key} has the unknown type ${type}`);
    slots.set(key, { key, type, desc, origin, ascii: execSlots.has(key) && !open.has(key), ...found });
  };
  for (const [key, { type, desc }] of Object.entries(core.slots)) add(key, type, desc, core.profile);
  for (const { key, type, desc } of profile?.slots ?? []) add(key, type, desc ?? '', profile?.profile ?? '');
  return slots;
}

/** Answers that mean stop; where a profile names only those that mean go, all the others. */
function stopping(profile: ProfileData | null): readonly string[] {
  const { go, stop } = profile?.answers ?? {};
  if (stop !== undefined || go === undefined) return stop ?? [];
  return Object.keys(profile?.enums?.['ans'] ?? {}).filter((answer) => !go.includes(answer));
}

function mergedConstraints(...sets: readonly ConstraintData[]): ReadonlyMap<string, ConstraintKey> {
  const keys = new Map<string, ConstraintKey & { readonly aliases: Map<string, string> }>();
  for (const { keys: added = {}, aliases = {} } of sets) {
    for (const [key, { desc, many = false }] of Object.entries(added)) {
      keys.set(key, { key, desc, many, aliases: new Map() });
    }
    for (const [key, forms] of Object.entries(aliases)) {
      for (const [meaning, written] of Object.entries(forms)) {
        for (const form of written) keys.get(key)?.aliases.set(form, meaning);
      }
    }
  }
  return keys;
}
