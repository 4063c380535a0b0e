import type { MessageType, SlotRow, SlotValue, TypeRow, Vocabulary } from '../vocabulary/vocabulary.ts';
import { messageRulesFor } from './message-rules.ts';
import type { CheckParts } from './parts.ts';
import { profileRulesFor } from './profile-rules.ts';

/** A slot as the parser needs it. */
export interface GrammarSlot {
  readonly key: string;
  /** The slot's place in `Grammar.seen`. */
  readonly index: number;
  /** Where the value goes: 0 into slots, else re, from, to or item. */
  readonly envelope: 0 | 1 | 2 | 3 | 4;
  readonly ascii: boolean;
  /** Any printable word is a value. */
  readonly takesAnyWord: boolean;
  readonly decode: (text: string) => SlotValue | undefined;
  /** The types that take the slot, as bits of `GrammarType.bit`. */
  readonly on: number;
}

/** A message type as the parser needs it, with the checks that its messages go through. */
export interface GrammarType {
  readonly type: MessageType;
  readonly bit: number;
  readonly required: readonly GrammarSlot[];
  readonly checks: readonly CheckParts[];
}

/** The tables that the parser runs on, generated from a vocabulary. */
export interface Grammar {
  readonly types: ReadonlyMap<string, GrammarType>;
  /** The slot whose key stands between two offsets of a line. */
  readonly slotAt: (line: string, start: number, end: number) => GrammarSlot | undefined;
  /** By slot index: the number of the last reading that saw the slot. */
  readonly seen: Float64Array;
}

const envelope: ReadonlyMap<string, 1 | 2 | 3 | 4> = new Map([
  ['re', 1],
  ['from', 2],
  ['to', 3],
  ['item', 4],
]);

const grammars = new WeakMap<Vocabulary, Grammar>();

/** The grammar of a vocabulary; made once. */
export function grammarOf(vocabulary: Vocabulary): Grammar {
  let grammar = grammars.get(vocabulary);
  if (grammar === undefined) {
    grammar = makeGrammar(vocabulary);
    grammars.set(vocabulary, grammar);
  }
  return grammar;
}

function makeGrammar(vocabulary: Vocabulary): Grammar {
  const rows = [...vocabulary.types.values()];
  const slots = [...vocabulary.slots.values()].map((row, index) => grammarSlot(row, index, rows));
  const byKey = new Map(slots.map((slot) => [slot.key, slot]));
  const types = rows.map(({ type, required }, at): [string, GrammarType] => {
    const checks = [...messageRulesFor(type, vocabulary), ...profileRulesFor(type, vocabulary)];
    const requiredSlots = required.map((key) => byKey.get(key)).filter((slot) => slot !== undefined);
    return [type, { type, bit: 1 << at, required: requiredSlots, checks }];
  });
  return { types: new Map(types), slotAt: slotFinder(slots), seen: new Float64Array(slots.length) };
}

function grammarSlot(
  { key, type, ascii, decode }: SlotRow,
  index: number,
  rows: readonly TypeRow[],
): GrammarSlot {
  const on = rows.reduce((bits, row, at) => (takes(row, key) ? bits | (1 << at) : bits), 0);
  const takesAnyWord = type === 'token' || type === 'ref';
  return { key, index, envelope: envelope.get(key) ?? 0, ascii, takesAnyWord, decode, on };
}

/** Every type takes `p`. */
function takes(row: TypeRow, key: string): boolean {
  return key === 'p' || row.takes.has(key);
}

const buckets = 256;

/** Finds a slot by its key without cutting the key out of the line: by length, first and last character, then all. */
function slotFinder(slots: readonly GrammarSlot[]): Grammar['slotAt'] {
  const table: GrammarSlot[][] = Array.from({ length: buckets }, () => []);
  for (const slot of slots) table[bucketOf(slot.key, 0, slot.key.length)]?.push(slot);
  return (line, start, end) => {
    const bucket = table[bucketOf(line, start, end)] as readonly GrammarSlot[];
    for (let at = 0; at < bucket.length; at++) {
      const slot = bucket[at] as GrammarSlot;
      if (slot.key.length === end - start && stands(slot.key, line, start)) return slot;
    }
    return undefined;
  };
}

function bucketOf(text: string, start: number, end: number): number {
  return (text.charCodeAt(start) * 9 + text.charCodeAt(end - 1) * 5 + (end - start) * 31) & (buckets - 1);
}

/** `line.startsWith(key, start)`, four times as fast for keys of a few characters. */
function stands(key: string, line: string, start: number): boolean {
  for (let at = 0; at < key.length; at++) {
    if (line.charCodeAt(start + at) !== key.charCodeAt(at)) return false;
  }
  return true;
}
