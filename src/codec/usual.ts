import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import type { Words } from '../text/words.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { grammarOf } from './grammar.ts';
import { type AnyMessage, JudgedMessage } from './message.ts';
import { isIdAt } from './names.ts';
import { type CheckParts, envelopeValue, type Parts } from './parts.ts';
import { placeOfWord } from './place.ts';
import { type OrderedSlot, orderOf } from './slot-order.ts';
import { Slots } from './slots.ts';

/**
 * Reads a line of printable ASCII and single blanks about which there is nothing to tell, which is what most lines are;
 * null when there may be something, and then `Reading` reads it. Whatever this takes, `Reading` takes without a word:
 * test/property/usual.test.ts.
 */
export function readUsual(line: string, words: Words, vocabulary: Vocabulary): JudgedMessage | null {
  const { count, starts, equals, ends, units } = words;
  const grammar = grammarOf(vocabulary);
  const type = count < 3 ? undefined : grammar.types.get(line.slice(starts[1], ends[1]));
  const order = type === undefined ? null : orderOf(line, words, grammar, type);
  if (type === undefined || order === null) return null;
  const slots = new Slots();
  let re: string | null = null;
  let from = '';
  let to = '';
  let item: string | null = null;
  for (let index = 3; index < count; index++) {
    const { key, envelope, decodeAt } = order.slots[index - 3] as OrderedSlot;
    const value = decodeAt(line, units, (equals[index] as number) + 1, ends[index] as number);
    if (value === undefined) return null;
    if (envelope === 0) slots[key] = value;
    else if (envelope === 1) re = value as string;
    else if (envelope === 2) from = value as string;
    else if (envelope === 3) to = value as string;
    else item = value as string;
  }
  if (from === to || !isIdAt(units, starts[2] as number, ends[2] as number, from)) return null;
  const id = line.slice(starts[2], ends[2]);
  const tail = words.tail < 0 ? null : line.slice(words.tail, words.end);
  const parts = { type: type.type, id, re, from, to, item, slots, tail };
  if (hasSomethingToTell(parts, line, vocabulary, order.checks)) return null;
  return new JudgedMessage(parts, { vocabulary, line, unknownKeys: none });
}

const none: ReadonlySet<string> = new Set();

function hasSomethingToTell(
  message: Omit<AnyMessage, 'v'>,
  line: string,
  vocabulary: Vocabulary,
  checks: readonly CheckParts[],
): boolean {
  if (checks.length === 0) return false;
  const found: Diagnostic[] = [];
  const parts = new UsualParts(message, line, vocabulary);
  for (const check of checks) check(parts, found);
  return found.length > 0;
}

/** The parts of a line none of whose slots was refused. */
class UsualParts implements Parts {
  readonly message: Omit<AnyMessage, 'v'>;
  readonly line: string;
  readonly vocabulary: Vocabulary;
  readonly type: MessageType;
  readonly item: string | null;
  readonly slots: AnyMessage['slots'];
  readonly tail: string | null;

  constructor(message: Omit<AnyMessage, 'v'>, line: string, vocabulary: Vocabulary) {
    this.message = message;
    this.line = line;
    this.vocabulary = vocabulary;
    this.type = message.type;
    this.item = message.item;
    this.slots = message.slots;
    this.tail = message.tail;
  }

  value(slot: string): SlotValue | undefined {
    return this.slots[slot] ?? envelopeValue(this.message, slot);
  }

  place(what: string): Place {
    return placeOfWord(this.line, what);
  }

  wasRefused(): boolean {
    return false;
  }
}
