import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';

/** A line on its way to a message: what its words decoded to, before the slots are looked at together. */
export interface Parts {
  readonly type: MessageType;
  readonly vocabulary: Vocabulary;
  readonly item: string | null;
  readonly slots: Readonly<Record<string, SlotValue>>;
  readonly tail: string | null;
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
