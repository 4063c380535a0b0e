import { type GivenFault, readGiven } from '../codec/given.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { rules } from './rules.ts';

/** Values that a caller gives for the slots of a message, decoded; what cannot be read is told and left out. */
export function readSlots(
  given: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
  found: Diagnostic[],
): ReadonlyMap<string, SlotValue> {
  const { values, faults } = readGiven(given, vocabulary);
  for (const fault of faults) tellFault(fault, vocabulary, found);
  return values;
}

/** Tells a value that is none, or whose key is no slot. */
export function tellFault(fault: GivenFault, { name }: Vocabulary, found: Diagnostic[]): void {
  const { key: slot, got, form, near } = fault;
  const report = reporter(rules, found);
  if (fault.fault === 'no-slot') report('compose/no-slot', { slot, vocabulary: name, near });
  else report('compose/value', { slot, got, form });
}

/** Tells a value given for a slot that was sent with another one. */
export function tellContradiction(
  slot: string,
  { sent, given }: { sent: SlotValue | null; given: SlotValue },
  found: Diagnostic[],
): void {
  if (!sameValue(sent, given)) reporter(rules, found)('compose/contradiction', { slot, sent, given });
}
