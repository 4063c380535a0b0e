import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import type { EvidenceRule } from '../vocabulary/profile-data.ts';
import type { Sought } from './evidence.ts';
import type { Pointer } from './source.ts';

/** What is looked for, and the namespaces whose sources say it. */
export interface SoughtIn extends Sought {
  readonly kinds: ReadonlySet<string>;
}

/** What is looked for: each slot in the sources of the namespaces that say it, and the item's reference so too, or in all. */
export function soughtOf(
  message: AnyMessage,
  { sought = {}, stated_on: statedOn = {}, written: texts = {}, item = [] }: EvidenceRule,
  pointers: readonly Pointer[],
): readonly SoughtIn[] {
  const { slots } = vocabularyOf(message);
  const kinds = new Map<string, Set<string>>();
  for (const { namespace } of pointers) {
    for (const slot of ownOf(sought, namespace) ?? []) {
      kinds.set(slot, (kinds.get(slot) ?? new Set()).add(namespace));
    }
  }
  const values = [...kinds].flatMap(([slot, within]) => {
    const value = message.slots[slot];
    if (value === undefined || ownOf(statedOn, slot)?.includes(message.type) === false) return [];
    const base = slots.get(slot)?.base ?? 'token';
    return (Array.isArray(value) ? value : [value]).map(written).map((one) => ({
      slot,
      base,
      value: one,
      also: ownOf(ownOf(texts, slot) ?? {}, one) ?? [],
      kinds: within,
    }));
  });
  const kind = kindOf(message);
  if (kind === null || !item.includes(kind)) return values;
  const reference = {
    slot: 'item',
    base: 'ref',
    also: [],
    value: (message.item as string).slice(kind.length + 1),
  };
  const all = pointers.map(({ namespace }) => namespace);
  const saying = all.filter((namespace) => ownOf(sought, namespace)?.includes('item'));
  const isNamed = Object.values(sought).some((slots) => slots.includes('item'));
  return [{ ...reference, kinds: new Set(isNamed ? saying : all) }, ...values];
}

/** A member of its own: names come from lines and profiles, `constructor` among them (T9). */
function ownOf<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

export function kindOf({ item }: AnyMessage): string | null {
  const colon = item?.indexOf(':') ?? -1;
  return colon <= 0 ? null : (item as string).slice(0, colon);
}
