import { memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { mergedEnums, mergedTypes } from './resolve.ts';
import type { SlotType } from './slot-types.ts';
import { slotTypesUnder } from './slot-types-under.ts';
import type { TypeRow } from './vocabulary.ts';

const core: CoreData = coreData;

/** Everything that a profile may refer to: the core's names and its own. */
export interface Known {
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly types: ReadonlyMap<string, TypeRow>;
  /** Slot -> its type as written. */
  readonly slots: ReadonlyMap<string, string>;
  readonly slotKeys: ReadonlySet<string>;
  /** The slot type that a text names. */
  readonly typeOf: (text: string) => SlotType | undefined;
  readonly asks: ReadonlySet<string>;
  readonly execSlots: ReadonlySet<string>;
}

/** What a profile may refer to, whatever else is wrong with it. */
export function knownTo(data: ProfileData): Known {
  const slots = new Map(Object.entries(core.slots).map(([key, { type }]) => [key, type]));
  for (const { key, type } of data.slots ?? []) if (!slots.has(key)) slots.set(key, type);
  const enums = mergedEnums(data);
  return {
    enums,
    slots,
    slotKeys: new Set(slots.keys()),
    types: mergedTypes(data.slots ?? []),
    typeOf: slotTypesUnder({ agents: new Set(data.agents), enums }),
    asks: new Set(enums.get('ask')?.keys()),
    execSlots: new Set(Object.values(data.exec ?? {}).flat()),
  };
}

/** What findings call the names that several rules refer to. */
export const anAsk = 'an ask of the core or the profile';
export const aSlot = 'a slot of the core or the profile';

/** Tells a name that is not among those it may be; true when it is. */
export function refersTo(
  kind: string,
  names: ReadonlySet<string>,
  {
    name,
    path,
    part = 'value',
  }: { readonly name: string; readonly path: string; readonly part?: 'key' | 'value' },
  tell: Tell,
): boolean {
  if (names.has(name)) return true;
  tell('profile/unknown-name', path, { kind, name, near: nearest(name, names) }, part);
  return false;
}

/** `refersTo` for each name of a list. */
export function refersToEach(
  kind: string,
  names: ReadonlySet<string>,
  { listed = [], path }: { readonly listed: readonly string[] | undefined; readonly path: string },
  tell: Tell,
): void {
  for (const [index, name] of listed.entries()) {
    refersTo(kind, names, { name, path: memberPath(path, index) }, tell);
  }
}
