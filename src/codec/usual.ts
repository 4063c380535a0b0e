import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import type { Words } from '../text/words.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { type GrammarType, grammarOf } from './grammar.ts';
import { type AnyMessage, JudgedMessage } from './message.ts';
import { isExtensionKey, isIdOf } from './names.ts';
import { envelopeValue, type Parts } from './parts.ts';
import { placeOfWord } from './place.ts';
import { Slots } from './slots.ts';

/**
 * Reads a line of printable ASCII and single blanks about which there is nothing to tell, which is what most lines are;
 * null when there may be something, and then `Reading` reads it. Whatever this takes, `Reading` takes without a word:
 * test/property/usual.test.ts.
 */
export function readUsual(line: string, words: Words, vocabulary: Vocabulary): JudgedMessage | null {
  const { count, starts, equals, ends, units } = words;
  const { types, slots: rows, findSlot, seen, next } = grammarOf(vocabulary);
  const type = types.get(line.slice(starts[1], ends[1]));
  if (type === undefined || count < 3) return null;
  const { bit } = type;
  const number = next();
  const slots = new Slots();
  let re: string | null = null;
  let from: string | null = null;
  let to: string | null = null;
  let item: string | null = null;
  for (let index = 3; index < count; index++) {
    const split = equals[index] as number;
    const start = starts[index] as number;
    const end = ends[index] as number;
    if (split < 0 || end === split + 1) return null;
    const row = rows[findSlot(units, start, split)];
    if (row === undefined) {
      const key = line.slice(start, split);
      if (!isExtensionKey(key) || slots[key] !== undefined) return null;
      slots[key] = line.slice(split + 1, end);
      continue;
    }
    if ((row.on & bit) === 0 || seen[row.index] === number) return null;
    const value = row.decodeAt(line, units, split + 1, end);
    if (value === undefined) return null;
    seen[row.index] = number;
    const { envelope } = row;
    if (envelope === 0) slots[row.key] = value;
    else if (envelope === 1) re = value as string;
    else if (envelope === 2) from = value as string;
    else if (envelope === 3) to = value as string;
    else item = value as string;
  }
  for (const { index } of type.required) if (seen[index] !== number) return null;
  const id = line.slice(starts[2], ends[2]);
  if (from === null || to === null || from === to || !isIdOf(id, from)) return null;
  const tail = words.tail < 0 ? null : line.slice(words.tail, words.end);
  const parts = { type: type.type, id, re, from, to, item, slots, tail };
  if (hasSomethingToTell(new UsualParts(parts, line, vocabulary), type, seen, number)) return null;
  return new JudgedMessage(parts, { vocabulary, line, unknownKeys: none });
}

const none: ReadonlySet<string> = new Set();

function hasSomethingToTell(
  parts: Parts,
  { checks }: GrammarType,
  seen: Float64Array,
  number: number,
): boolean {
  const found: Diagnostic[] = [];
  for (const { check, needs } of checks) if (haveBeenSeen(needs, seen, number)) check(parts, found);
  return found.length > 0;
}

function haveBeenSeen(slots: readonly number[], seen: Float64Array, number: number): boolean {
  for (const index of slots) if (seen[index] !== number) return false;
  return true;
}

/** The parts of a line none of whose slots was refused. */
class UsualParts implements Parts {
  readonly #message: Omit<AnyMessage, 'v'>;
  readonly #line: string;
  readonly vocabulary: Vocabulary;
  readonly type: MessageType;
  readonly item: string | null;
  readonly slots: AnyMessage['slots'];
  readonly tail: string | null;

  constructor(message: Omit<AnyMessage, 'v'>, line: string, vocabulary: Vocabulary) {
    this.#message = message;
    this.#line = line;
    this.vocabulary = vocabulary;
    this.type = message.type;
    this.item = message.item;
    this.slots = message.slots;
    this.tail = message.tail;
  }

  value(slot: string): SlotValue | undefined {
    return this.slots[slot] ?? envelopeValue(this.#message, slot);
  }

  place(what: string): Place {
    return placeOfWord(this.#line, what);
  }

  wasRefused(): boolean {
    return false;
  }
}
