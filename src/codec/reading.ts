import { type Diagnostic, hasErrors, type Place } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { codePointName } from '../text/characters.ts';
import { nearest } from '../text/nearest.ts';
import type { Words } from '../text/words.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import { isMessageId } from '../vocabulary/slot-types.ts';
import type { MessageType, SlotRow, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { firstBeyondAscii, lookAlikeBetween } from './characters.ts';
import { type Grammar, type GrammarSlot, type GrammarType, grammarOf } from './grammar.ts';
import { rules as lineRules } from './line-rules.ts';
import { JudgedMessage } from './message.ts';
import { rules as messageRules } from './message-rules.ts';
import { isExtensionKey, isIdAt, isKey } from './names.ts';
import { envelopeValue, type Parts } from './parts.ts';
import { placeOfWord } from './place.ts';
import { rules as slotRules } from './slot-rules.ts';
import { Slots } from './slots.ts';
import { tellRefusedValue } from './value-faults.ts';
import { placeBetween, placeOfIndex, wordAt } from './word-places.ts';

/** What a line is read with. */
export interface ReadingInput {
  readonly line: string;
  readonly words: Words;
  readonly vocabulary: Vocabulary;
  readonly profiles: Profiles;
  readonly found: Diagnostic[];
}

const none: ReadonlySet<string> = new Set();

/** One line being read under its vocabulary, word by word, so that all that is wrong with it is told. */
export class Reading implements Parts {
  type: MessageType = 'ST';
  readonly vocabulary: Vocabulary;
  readonly slots: Slots = new Slots();
  item: string | null = null;
  tail: string | null = null;
  readonly #line: string;
  readonly #words: Words;
  readonly #profiles: Profiles;
  readonly #found: Diagnostic[];
  readonly #grammar: Grammar;
  readonly #number: number;
  #re: string | null = null;
  #from: string | null = null;
  #to: string | null = null;
  #unknownKeys: Set<string> | null = null;
  #refused: Set<string> | null = null;
  #places: Map<string, Place> | null = null;

  constructor({ line, words, vocabulary, profiles, found }: ReadingInput) {
    this.vocabulary = vocabulary;
    this.#line = line;
    this.#words = words;
    this.#profiles = profiles;
    this.#found = found;
    this.#grammar = grammarOf(vocabulary);
    this.#number = this.#grammar.next();
  }

  /** The message, or null when anything on the line was refused. */
  message(): JudgedMessage | null {
    const line = this.#line;
    const words = this.#words;
    const type = this.#grammar.types.get(wordAt(line, words, 1));
    for (let index = 3; index < words.count; index++) this.#readWord(index, type);
    if (words.tail >= 0) this.tail = line.slice(words.tail, words.end);
    const id = wordAt(line, words, 2);
    if (!this.#hasOwnId()) this.#tellId(id);
    if (type === undefined) this.#tellType();
    else this.#checkTogether(type);
    if (this.#found.length > 0 && hasErrors(this.#found)) return null;
    const from = this.#from;
    const to = this.#to;
    if (type === undefined || from === null || to === null) return null;
    return new JudgedMessage(
      { type: type.type, id, re: this.#re, from, to, item: this.item, slots: this.slots, tail: this.tail },
      { vocabulary: this.vocabulary, line, unknownKeys: this.#unknownKeys ?? none },
    );
  }

  value(slot: string): SlotValue | undefined {
    const envelope = { re: this.#re, from: this.#from, to: this.#to, item: this.item };
    return this.slots[slot] ?? envelopeValue(envelope, slot);
  }

  place(what: string): Place {
    this.#places ??= new Map();
    let place = this.#places.get(what);
    if (place === undefined) {
      place = placeOfWord(this.#line, what);
      this.#places.set(what, place);
    }
    return place;
  }

  wasRefused(slot: string): boolean {
    return this.#refused?.has(slot) ?? false;
  }

  #readWord(index: number, type: GrammarType | undefined): void {
    const { starts, equals, units } = this.#words;
    const split = equals[index] as number;
    const at = this.#placeOf(index);
    if (split < 0) {
      return this.#tell()('slot/no-equals', { word: wordAt(this.#line, this.#words, index) }, at);
    }
    const { slots, findSlot, seen } = this.#grammar;
    const slot = slots[findSlot(units, starts[index] as number, split)];
    if (slot === undefined) return this.#readOtherWord(index);
    const { key } = slot;
    if (seen[slot.index] === this.#number) return this.#tell()('slot/duplicate', { slot: key }, at);
    seen[slot.index] = this.#number;
    const [, value] = this.#split(index);
    if (value === '') return this.#refuseEmpty(key, index);
    if (type !== undefined && (slot.on & type.bit) === 0) {
      this.#tell()('slot/misplaced', { slot: key, type: type.type }, at);
    }
    this.#checkScript(slot.ascii, index);
    const decoded = slot.decode(value);
    if (decoded === undefined) this.#refuseValue(key, value, index);
    else this.#keep(slot, decoded);
  }

  #keep({ envelope, key }: GrammarSlot, value: SlotValue): void {
    if (envelope === 0) this.slots[key] = value;
    else if (envelope === 1) this.#re = value as string;
    else if (envelope === 2) this.#from = value as string;
    else if (envelope === 3) this.#to = value as string;
    else this.item = value as string;
  }

  /** A key that the vocabulary does not know: an extension, which is kept, or one that is ignored (spec 2). */
  #readOtherWord(index: number): void {
    const [key, value] = this.#split(index);
    if (!isKey(key)) return this.#tell()('slot/bad-key', { slot: key }, this.#placeOf(index));
    if (this.slots[key] !== undefined || this.#unknownKeys?.has(key) || this.wasRefused(key)) {
      return this.#tell()('slot/duplicate', { slot: key }, this.#placeOf(index));
    }
    if (value === '') return this.#refuseEmpty(key, index);
    if (isExtensionKey(key)) {
      if (!this.#words.plain) this.#checkScript(false, index);
      this.slots[key] = value;
      return;
    }
    this.#unknownKeys ??= new Set();
    this.#unknownKeys.add(key);
    const { name, slots } = this.vocabulary;
    const knownTo = this.#profiles.knowing(key).filter((other) => other !== name);
    const data = { slot: key, vocabulary: name, knownTo, near: nearest(key, [...slots.keys()]) };
    this.#tell()('slot/unknown', data, this.#placeOf(index));
  }

  /** R7: values that an act runs with are ASCII; elsewhere a letter that only looks Latin is told. */
  #checkScript(isAscii: boolean, index: number): void {
    const line = this.#line;
    const [slot] = this.#split(index);
    const from = (this.#words.equals[index] as number) + 1;
    const to = this.#words.ends[index] as number;
    const at = firstBeyondAscii(line, from, to);
    if (at < 0) return;
    if (isAscii) {
      this.#refuse(slot);
      return this.#tell()(
        'slot/not-ascii',
        { slot, codePoint: nameAt(line, at) },
        placeOfCharacter(line, at),
      );
    }
    const seen = lookAlikeBetween(line, from, to);
    if (seen === undefined) return;
    const data = { slot, codePoint: nameAt(line, seen.at), latin: seen.latin };
    this.#tell()('slot/look-alike', data, placeOfCharacter(line, seen.at));
  }

  #checkTogether({ type, required, checks }: GrammarType): void {
    this.type = type;
    for (const { key, index } of required) {
      if (this.#grammar.seen[index] === this.#number) continue;
      reporter(messageRules, this.#found)('message/requires', { type, slot: key }, this.place('type'));
    }
    if (this.#from !== null && this.#from === this.#to) {
      reporter(messageRules, this.#found)('message/to-itself', { agent: this.#from }, this.place('to'));
    }
    for (const { check, needs } of checks) if (this.#hasSeen(needs)) check(this, this.#found);
  }

  #hasSeen(slots: readonly number[]): boolean {
    for (const index of slots) if (this.#grammar.seen[index] !== this.#number) return false;
    return true;
  }

  #refuseValue(key: string, value: string, index: number): void {
    this.#refuse(key);
    const row = this.vocabulary.slots.get(key) as SlotRow; // the grammar is made of these rows
    const at = this.#placeOf(index);
    tellRefusedValue({ row, value, vocabulary: this.vocabulary, at }, this.#found);
  }

  #refuseEmpty(slot: string, index: number): void {
    this.#refuse(slot);
    this.#tell()('slot/empty', { slot }, this.#placeOf(index));
  }

  #refuse(slot: string): void {
    this.#refused ??= new Set();
    this.#refused.add(slot);
  }

  #tellType(): void {
    const word = wordAt(this.#line, this.#words, 1);
    const near = nearest(word, [...this.vocabulary.types.keys()]);
    reporter(lineRules, this.#found)('line/type', { word, near }, this.#placeOf(1));
  }

  /** Where from= was read there are more than three words, and the third is the id. */
  #hasOwnId(): boolean {
    const { starts, ends, units } = this.#words;
    return this.#from !== null && isIdAt(units, starts[2] as number, ends[2] as number, this.#from);
  }

  #tellId(id: string): void {
    if (isMessageId(id) && this.#from === null) return; // from= is missing or refused, which is told
    reporter(lineRules, this.#found)('line/id', { word: id }, this.#placeOf(2));
  }

  #tell(): Report<typeof slotRules> {
    return reporter(slotRules, this.#found);
  }

  #placeOf(index: number): Place {
    return placeOfIndex(this.#line, this.#words, index);
  }

  #split(index: number): [key: string, value: string] {
    const equals = this.#words.equals[index] as number;
    const key = this.#line.slice(this.#words.starts[index], equals);
    return [key, this.#line.slice(equals + 1, this.#words.ends[index])];
  }
}

function nameAt(line: string, at: number): string {
  return codePointName(line.codePointAt(at) as number);
}

function placeOfCharacter(line: string, at: number): Place {
  return placeBetween(line, at, at + ((line.codePointAt(at) as number) > 0xffff ? 2 : 1));
}
