import type { SlotRow } from '../vocabulary/vocabulary.ts';
import type { Scope } from './scope.ts';
import { glossed, section, words } from './words.ts';

/** The slots that the profile adds, by the types that take them; what they mean, unless the legend is lean. */
export function profileSlots({ vocabulary: { name, profile }, slots: shown, isLean }: Scope): string[] {
  const groups = new Map<string, SlotRow[]>();
  const shaped = new Set(profile?.shapes?.map(({ slot }) => slot)); // a shape says more than words
  for (const { key, on, required } of profile?.slots ?? []) {
    const slot = shown.find((row) => row.key === key);
    if (slot === undefined) continue;
    const group = `${on.join(' ')}${required ? ' must' : ''}`;
    groups.set(group, [...(groups.get(group) ?? []), slot]);
  }
  const row = (slots: readonly SlotRow[]): string =>
    isLean
      ? slots.map(({ key }) => key).join(' ')
      : slots.map(({ key, desc }) => (shaped.has(key) ? key : glossed(key, desc))).join('; ');
  return section(
    `SLOTS of ${name}`,
    [...groups].map(([types, slots]) => `${types}: ${row(slots)}`),
  );
}

/** How the values of each slot type are written; codes have rows of their own, and every other slot holds a word. */
const forms = {
  msgid: 'message id',
  agent: 'agent',
  ref: 'reference',
  date: 'YYYYMMDD',
  time: 'YYYYMMDDTHHMMZ',
  int: 'number',
  money: 'amount 0.00',
  num: 'number as written or two, 7.2 148/92',
  days: 'days',
  bool: 'Y or N',
  digest: '12 hex',
} as const;

/** What the value of each slot looks like. */
export function values({ slots }: Scope): string[] {
  const rows = Object.entries(forms).map(([base, form]) => {
    const keys = slots
      .filter((slot) => slot.base === base)
      .map((slot) => (base === 'int' ? bounded(slot) : slot.key));
    return keys.length === 0 ? [] : [`${form}: ${keys.join(' ')}`];
  });
  const lists = slots.filter(({ isList }) => isList).map(({ key }) => key);
  return section('VALUES', [`lists joined by +: ${lists.join(' ')}`, ...rows.flat(), 'others: a word']);
}

function bounded({ key, type }: SlotRow): string {
  return `${key} ${type.slice(type.lastIndexOf(':') + 1)}`;
}

/** The codes of every enum, by the slots that take them; `ans` is what AQ offers and AN answers. */
export function codes({
  vocabulary: { enums, profile },
  slots,
  asks,
  isCut,
  isLean,
  hasMeanings,
}: Scope): string[] {
  const rows: string[] = [];
  for (const [name, meanings] of enums) {
    const keys =
      name === 'ans' ? ['opts', 'val'] : slots.filter((slot) => slot.enum === name).map(({ key }) => key);
    if (keys.length === 0) continue;
    const own = name === 'ask' ? profile?.asks : profile?.enums?.[name];
    const isExplained = hasMeanings || (name === 'ask' && !isLean);
    const shown = [...meanings].filter(([code]) => name !== 'ask' || asks.includes(code));
    const row = shown.map(([code, meaning]) =>
      isExplained && own && Object.hasOwn(own, code) ? `${code} (${words(meaning)})` : code,
    );
    rows.push(`${keys.join(' ')}: ${row.join(' ')}`);
  }
  return section(isCut ? 'CODES, no others but further asks' : 'CODES, no others', rows);
}
