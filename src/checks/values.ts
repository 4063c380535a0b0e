import type { AnyMessage } from '../codec/message.ts';
import { differOnlyInNormalisation, written } from '../codec/value.ts';
import { shown } from '../text/shown.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';

/** A slot's value on a message, wherever the message keeps it; undefined when it is absent. */
export function valueOn(message: AnyMessage, slot: string): SlotValue | undefined {
  if (slot === 're' || slot === 'from' || slot === 'to' || slot === 'item') return message[slot] ?? undefined;
  return message.slots[slot];
}

/** A decoded value as a finding shows it: as on a line, with what cannot be seen made visible. */
export function told(value: SlotValue | null): string {
  return value === null ? 'nothing' : shown(written(value));
}

/** Both values of a mismatch, `sent X, heard Y`; says so when the two differ only in Unicode normalisation (spec 2). */
export function contrast(first: string, one: SlotValue, second: string, other: SlotValue): string {
  const both = `${first} ${told(one)}, ${second} ${told(other)}`;
  return differOnlyInNormalisation(one, other) ? `${both}; they differ only in Unicode normalisation` : both;
}
