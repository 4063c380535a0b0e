import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';

/** A line on its way to a message: what its words decoded to, before the slots are looked at together. */
export interface Parts {
  readonly type: MessageType;
  readonly vocabulary: Vocabulary;
  readonly item: string | null;
  readonly slots: Readonly<Record<string, SlotValue>>;
  readonly tail: string | null;
  /** The decoded value of a slot, be it of the envelope; undefined where there is none. */
  value(slot: string): SlotValue | undefined;
  /** Where a slot's word (or the tail) stands on the line; the whole line where it is absent. */
  place(what: string): Place;
  /** Whether the slot stands on the line with a value that was refused: it is not told a second time as missing. */
  wasRefused(slot: string): boolean;
}

/** A rule over several slots of one message. */
export type CheckParts = (parts: Parts, found: Diagnostic[]) => void;

/** A rule and the slots without which it has nothing to say. */
export interface PartsRule {
  readonly needs: readonly string[];
  readonly check: CheckParts;
}

/** The envelope of a line as far as it was read. */
export interface Envelope {
  readonly re: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly item: string | null;
}

/** The value of a slot of the envelope; undefined where there is none, or where the slot is another. */
export function envelopeValue({ re, from, to, item }: Envelope, slot: string): string | undefined {
  if (slot === 'item') return item ?? undefined;
  if (slot === 're') return re ?? undefined;
  if (slot === 'from') return from ?? undefined;
  return slot === 'to' ? (to ?? undefined) : undefined;
}
