import { type GivenFault, readGiven } from '../codec/given.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { rules } from './rules.ts';

/**
 * Values that a caller gives for the slots of a message, decoded; what cannot be read is told and left out, with the
 * profiles of `profiles` that know a key.
 */
export function readSlots(
  given: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
  found: Diagnostic[],
  profiles?: Profiles,
): ReadonlyMap<string, SlotValue> {
  const { values, faults } = readGiven(given, vocabulary);
  for (const fault of faults) tellFault(fault, vocabulary, found, profiles?.knowing(fault.key));
  return values;
}

/** Tells a value that is none, or whose key is no slot of the vocabulary but perhaps one of another profile. */
export function tellFault(
  fault: GivenFault,
  { name }: Vocabulary,
  found: Diagnostic[],
  knownTo: readonly string[] = [],
): void {
  const { key: slot, got, form, near } = fault;
  const report = reporter(rules, found);
  if (fault.fault === 'no-slot') report('compose/no-slot', { slot, vocabulary: name, near, knownTo });
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
