import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import type { Words } from '../text/words.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { grammarOf } from './grammar.ts';
import { JudgedMessage } from './message.ts';
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
  const read = new UsualParts(type.type, line, vocabulary);
  const { slots } = read;
  for (let index = 3; index < count; index++) {
    const { key, envelope, decodeAt } = order.slots[index - 3] as OrderedSlot;
    const value = decodeAt(line, units, (equals[index] as number) + 1, ends[index] as number);
    if (value === undefined) return null;
    if (envelope === 0) slots[key] = value;
    else if (envelope === 1) read.re = value as string;
    else if (envelope === 2) read.from = value as string;
    else if (envelope === 3) read.to = value as string;
    else read.item = value as string;
  }
  const { from, to } = read;
  if (from === to || !isIdAt(units, starts[2] as number, ends[2] as number, from)) return null;
  read.id = line.slice(starts[2], ends[2]);
  if (words.tail >= 0) read.tail = line.slice(words.tail, words.end);
  if (hasSomethingToTell(read, order.checks)) return null;
  return new JudgedMessage(read, { vocabulary, line, unknownKeys: none });
}

const none: ReadonlySet<string> = new Set();

function hasSomethingToTell(parts: Parts, checks: readonly CheckParts[]): boolean {
  if (checks.length === 0) return false;
  const found: Diagnostic[] = [];
  for (const check of checks) check(parts, found);
  return found.length > 0;
}

/** The parts of a line as they are read; none of its slots was refused. */
class UsualParts implements Parts {
  readonly type: MessageType;
  readonly line: string;
  readonly vocabulary: Vocabulary;
  readonly slots: Slots = new Slots();
  id = '';
  re: string | null = null;
  from = '';
  to = '';
  item: string | null = null;
  tail: string | null = null;

  constructor(type: MessageType, line: string, vocabulary: Vocabulary) {
    this.type = type;
    this.line = line;
    this.vocabulary = vocabulary;
  }

  value(slot: string): SlotValue | undefined {
    return this.slots[slot] ?? envelopeValue(this, slot);
  }

  place(what: string): Place {
    return placeOfWord(this.line, what);
  }

  wasRefused(): boolean {
    return false;
  }
}
