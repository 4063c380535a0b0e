import type { AskedSlot } from '../../ledger/approval/act.ts';
import type { Asked } from '../../ledger/approval/asked.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Beside, Subject } from './subject.ts';

/** What a person types before an act is approved, so that nobody approves by a slip (T12). */
export interface Challenge {
  readonly prompt: string;
  readonly expected: string;
  /** A number may be typed with its thousands apart. */
  readonly isNumber: boolean;
}

/** What is approved, and what stands beside it. */
export interface Challenged extends Pick<Asked, 'slots' | 'vocabulary' | 'item'> {
  readonly beside: Beside;
  /** Slots that the question names itself, though it is about a handoff that has them. */
  readonly named: readonly string[];
}

type Valued = AskedSlot & { readonly value: string };

/**
 * What is typed: each value that differs from what stands beside it; where none does, the amount, else the first number,
 * else the last four digits of the first value that has four, else the item. And each value that the question itself names.
 */
export function challengesOf(challenged: Challenged): readonly Challenge[] {
  const { slots, named, beside, item } = challenged;
  const valued = slots.filter((one): one is Valued => one.value !== null);
  const differing = valued.filter((one) => othersOf(one, beside).length > 0);
  const usual = differing.length > 0 ? differing : usualOf(valued, challenged);
  const wanted = valued.filter((one) => usual.includes(one) || named.includes(one.slot));
  if (wanted.length === 0)
    return [{ prompt: 'Type the item as shown above', expected: item ?? '', isNumber: false }];
  return wanted.map((one) => challengeFor(one, challenged));
}

/** What is typed before a question is answered with a go. */
export function challengesFor({ asked, beside }: Pick<Subject, 'asked' | 'beside'>): readonly Challenge[] {
  return challengesOf({ ...asked, beside, named: namedBy(asked) });
}

/** The slots of the act that a question about a handoff names itself: what its agent wants looked at. */
export function namedBy({ aq, ho, slots }: Pick<Asked, 'aq' | 'ho' | 'slots'>): readonly string[] {
  if (ho === null) return [];
  return slots.flatMap(({ slot }) => (Object.hasOwn(aq.slots, slot) ? slot : []));
}

/** Whether what was typed is what was shown: every value, in order; a number exactly, with or without its thousands apart. */
export function areMet(challenges: readonly Challenge[], typed: readonly string[]): boolean {
  return challenges.length === typed.length && challenges.every((one, at) => isMet(one, typed[at] ?? ''));
}

/** What anything else says of a value that would run, where it says another one: the record, the statement, the question. */
export function othersOf({ slot, value, differs }: AskedSlot, beside: Beside): readonly string[] {
  const recorded =
    beside?.outcome === 'read' && Object.hasOwn(beside.values, slot) ? beside.values[slot] : value;
  return [...differs.map((one) => one.value), ...(recorded === value ? [] : [recorded ?? ''])];
}

/** Types of slots whose value is a number. */
const numbers: readonly string[] = ['money', 'num', 'int', 'days'];

function usualOf(valued: readonly Valued[], { vocabulary }: Challenged): readonly Valued[] {
  const usual =
    valued.find(({ slot }) => isOf(vocabulary, slot, ['money'])) ??
    valued.find(({ slot }) => isOf(vocabulary, slot, numbers)) ??
    valued.find(({ value }) => lastFour(value) !== null);
  return usual === undefined ? [] : [usual];
}

function isOf(vocabulary: Vocabulary, slot: string, bases: readonly string[]): boolean {
  const row = vocabulary.slots.get(slot);
  return row !== undefined && !row.isList && bases.includes(row.base);
}

function challengeFor(one: Valued, { vocabulary, beside }: Challenged): Challenge {
  const { slot, about, value } = one;
  const isNumber = isOf(vocabulary, slot, numbers) || /^-?\d{1,12}(?:\.\d{1,6})?$/.test(value);
  const others = othersOf(one, beside);
  const digits = isNumber ? null : lastFour(value);
  const name = about === null || about === '' ? slot : `${about} (${slot})`;
  const why = others.length === 0 ? '' : ', which differs';
  // four digits that something else has too would be typed by whoever looked at that
  return digits === null || others.some((other) => lastFour(other) === digits)
    ? { prompt: `Type the ${name} as shown above${why}`, expected: value, isNumber }
    : { prompt: `Type the last four digits of ${name}${why}`, expected: digits, isNumber };
}

/** Its last four digits; null for one that has fewer. */
function lastFour(value: string): string | null {
  const digits = value.replaceAll(/\D/g, '');
  return digits.length < 4 ? null : digits.slice(-4);
}

function isMet({ expected, isNumber }: Challenge, typed: string): boolean {
  const given = typed.trim();
  return (
    given === expected ||
    (isNumber && /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(given) && given.replaceAll(',', '') === expected)
  );
}
