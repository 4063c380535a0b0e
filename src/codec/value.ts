import type { SlotValue } from '../vocabulary/vocabulary.ts';

/** Whether two decoded values are the same fact: `02` is 2, and the order of a list counts (spec 6.2). */
export function sameValue(a: SlotValue | null | undefined, b: SlotValue | null | undefined): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((element, at) => element === b[at]);
}

/** Whether two values that differ are the same after Unicode normalisation: then a person cannot see the difference. */
export function differOnlyInNormalisation(a: SlotValue, b: SlotValue): boolean {
  return !sameValue(a, b) && written(a).normalize('NFKC') === written(b).normalize('NFKC');
}

/** A decoded value as it stands on a line: lists joined with `+`, booleans `Y` or `N`. */
export function written(value: SlotValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  return typeof value === 'number' ? String(value) : value.map(written).join('+');
}
