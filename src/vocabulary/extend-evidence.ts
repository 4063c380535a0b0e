import { memberPath } from '../text/json.ts';
import type { EvidenceRule, ProfileData } from './profile-data.ts';

type Redefines = (kind: string, name: string, path: string, part?: 'key' | 'value') => void;

const path = '$.evidence';

/**
 * What a profile says of evidence that the one below says already: it adds what is looked for, and changes neither what a
 * pointer or a matter is, nor what counts as a slot's or a code's words.
 */
export function tellRedefinedEvidence(data: ProfileData, base: ProfileData, redefines: Redefines): void {
  const { evidence: own } = data;
  const { evidence: below } = base;
  if (own === undefined || below === undefined) return;
  const slots = new Set((base.slots ?? []).map(({ key }) => key));
  if (own.pointer !== below.pointer) redefines('pointer', own.pointer, `${path}.pointer`, 'value');
  if (own.quote === false && below.quote === true) redefines('rule', 'quote', `${path}.quote`);
  if (own.matter !== undefined) redefines('rule', 'matter', `${path}.matter`);
  for (const slot of Object.keys(own.stated_on ?? {})) {
    if (slots.has(slot)) redefines('guard of the slot', slot, memberPath(`${path}.stated_on`, slot));
  }
  for (const slot of Object.keys(own.labels ?? {})) {
    if (slots.has(slot)) redefines('labels of the slot', slot, memberPath(`${path}.labels`, slot));
  }
  for (const [index, slot] of (own.free ?? []).entries()) {
    if (slots.has(slot)) redefines('guard of the slot', slot, `${path}.free[${index}]`, 'value');
  }
  tellRedefinedWords(own, base, redefines);
  const narrows = !named(below).includes('item');
  for (const [namespace, sought] of Object.entries(own.sought ?? {})) {
    const at = sought.indexOf('item');
    if (at >= 0 && narrows)
      redefines('rule', 'item', `${memberPath(`${path}.sought`, namespace)}[${at}]`, 'value');
  }
}

/** A code of the profile below has its words; a further code of its enum may have some. */
function tellRedefinedWords(own: EvidenceRule, base: ProfileData, redefines: Redefines): void {
  for (const [slot, codes] of Object.entries(own.written ?? {})) {
    const type = (base.slots ?? []).find(({ key }) => key === slot)?.type;
    if (type === undefined) continue;
    const taken = base.enums?.[/enum:([a-z]+)$/.exec(type)?.[1] ?? ''] ?? {};
    for (const code of Object.keys(codes)) {
      if (Object.hasOwn(taken, code))
        redefines('code', code, memberPath(memberPath(`${path}.written`, slot), code));
    }
  }
}

function named({ sought = {} }: EvidenceRule): readonly string[] {
  return Object.values(sought).flat();
}

type Lists = Readonly<Record<string, readonly string[] | undefined>>;

/** The evidence of both: lists joined, nothing taken away. */
export function mergedEvidence(
  own: EvidenceRule | undefined,
  below: EvidenceRule | undefined,
): EvidenceRule | undefined {
  if (own === undefined || below === undefined) return own ?? below;
  const written = { ...below.written };
  for (const [slot, codes] of Object.entries(own.written ?? {}))
    written[slot] = { ...written[slot], ...codes };
  const quote = own.quote === true || below.quote === true;
  return {
    ...below,
    ...(own.sought && { sought: joined(own.sought, below.sought) }),
    ...(own.stated_on && { stated_on: { ...below.stated_on, ...own.stated_on } }),
    ...(own.free && { free: [...(below.free ?? []), ...own.free] }),
    ...(own.written && { written }),
    ...(own.labels && { labels: { ...below.labels, ...own.labels } }),
    ...(own.item && { item: [...new Set([...(below.item ?? []), ...own.item])] }),
    ...(own.needed && { needed: joined(own.needed, below.needed) }),
    ...(quote && { quote }),
  };
}

function joined(own: Lists, below: Lists = {}): Readonly<Record<string, readonly string[]>> {
  const names = new Set([...Object.keys(below), ...Object.keys(own)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set([...(below[name] ?? []), ...(own[name] ?? [])])]]),
  );
}
