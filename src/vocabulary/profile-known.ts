import { nearest } from '../text/nearest.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { mergedEnums, mergedTypes } from './resolve.ts';
import type { TypeRow } from './vocabulary.ts';

const core: CoreData = coreData;

/** Everything that a profile may refer to: the core's names and its own. */
export interface Known {
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly types: ReadonlyMap<string, TypeRow>;
  /** Slot -> its type as written. */
  readonly slots: ReadonlyMap<string, string>;
  readonly asks: readonly string[];
  readonly execSlots: readonly string[];
}

/** What a profile may refer to, whatever else is wrong with it. */
export function knownTo(data: ProfileData): Known {
  const slots = new Map(Object.entries(core.slots).map(([key, { type }]) => [key, type]));
  for (const { key, type } of data.slots ?? []) if (!slots.has(key)) slots.set(key, type);
  const enums = mergedEnums(data);
  return {
    enums,
    slots,
    types: mergedTypes(data.slots ?? []),
    asks: [...(enums.get('ask')?.keys() ?? [])],
    execSlots: Object.values(data.exec ?? {}).flat(),
  };
}

/** Tells a name that is not among those it may be; true when it is. */
export function refersTo(
  kind: string,
  names: Iterable<string>,
  {
    name,
    path,
    part = 'value',
  }: { readonly name: string; readonly path: string; readonly part?: 'key' | 'value' },
  tell: Tell,
): boolean {
  const all = [...names];
  if (all.includes(name)) return true;
  tell('profile/unknown-name', path, { kind, name, near: nearest(name, all) }, part);
  return false;
}
