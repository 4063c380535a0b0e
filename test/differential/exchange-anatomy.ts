import type { Anatomy, Word } from './anatomy.ts';

/** An exchange as both sides were given it. */
export interface Case {
  readonly check: 'handoff' | 'readback' | 'done';
  readonly ho: Anatomy;
  readonly rb?: Anatomy;
  readonly dn?: Anatomy;
  readonly record?: Readonly<Record<string, string>>;
  readonly kept?: string;
}

export const slotValue = (line: Anatomy | undefined, key: string): string | undefined =>
  line?.slots.get(key)?.value;
export const levelsOf = ({ ho }: Case): readonly string[] => ho.slots.get('rb')?.elements ?? [];
export const asksFor = (exchange: Case, level: string): boolean => levelsOf(exchange).includes(level);
export const executionSlotsOf = ({ ho }: Case): readonly string[] =>
  ho.vocabulary.exec.get(slotValue(ho, 'ask') ?? '') ?? [];

/** A number as it decodes: no noughts at the left, no `d` of days behind it. */
export const decoded = (value: string | undefined): string | undefined =>
  value?.replace(/^0*([0-9]+)d?$/, '$1');

export function hasUnknownKey(line: Anatomy | undefined): boolean {
  return line?.words.some((word) => isUnknown(word, line)) ?? false;
}

function isUnknown({ key }: Word, { vocabulary }: Anatomy): boolean {
  return key !== '' && !key.startsWith('x_') && !vocabulary.slots.has(key);
}

/** Slots that both lines carry with other values. */
export function contradicted(one: Anatomy | undefined, other: Anatomy | undefined): string[] {
  return [...(one?.slots.keys() ?? [])].filter(
    (key) =>
      key !== '' && other?.slots.has(key) && decoded(slotValue(one, key)) !== decoded(slotValue(other, key)),
  );
}

/** Criteria of either side, as [key, value]. */
export function criteriaOf({ ho, rb, kept }: Case): [string, string][] {
  const lists = [kept ?? slotValue(ho, 'acc') ?? '', slotValue(rb, 'acc') ?? ''];
  const not = (rb?.slots.get('not')?.elements ?? []).map((value) => `no:${value}`);
  return [...lists.flatMap((list) => list.split('+')), ...not].map((element) => {
    const [, key = '', value = ''] = /^([^:]*):(.*)$/su.exec(element) ?? [];
    return [key, value];
  });
}
