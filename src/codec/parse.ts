import { type Diagnostic, hasErrors, type Place } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { codePointName, countCodePoints } from '../text/characters.ts';
import { nearest } from '../text/nearest.ts';
import { longestLine, scan, type Words } from '../text/words.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import { isMessageId } from '../vocabulary/slot-types.ts';
import type { MessageType, SlotRow, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { checkCharacters, checkTailLength, firstBeyondAscii, lookAlikeBetween } from './characters.ts';
import { type GrammarSlot, type GrammarType, grammarOf } from './grammar.ts';
import { hear, hearNothing } from './hear.ts';
import { rules as lineRules } from './line-rules.ts';
import { JudgedMessage } from './message.ts';
import { rules as messageRules } from './message-rules.ts';
import type { Parsed, ReadOptions } from './parsed.ts';
import type { Parts } from './parts.ts';
import { placeOfWord } from './place.ts';
import { rules as slotRules } from './slot-rules.ts';
import { Slots } from './slots.ts';
import { tellRefusedValue } from './value-faults.ts';

/**
 * Reads one line (spec 2 to 5), with or without its line end. Never throws: `message` is null when there is an error,
 * and one bad slot does not hide the next.
 *
 * @example
 * parse('RW1 AN b-1 re=a-1 from=b to=a val=Y').message?.slots['val']; // => 'Y'
 */
export function parse(line: string, options: ReadOptions = {}): Parsed {
  const found: Diagnostic[] = [];
  if (typeof line !== 'string') {
    reporter(lineRules, found)('line/not-text', { got: line === null ? 'null' : typeof line });
    return { line: '', message: null, heard: hearNothing(), diagnostics: found };
  }
  const text = withoutLineEnd(line);
  if (isTooLong(text, found)) return { line: text, message: null, heard: hearNothing(), diagnostics: found };
  const message = read(text, options, found);
  return { line: text, message, heard: message ?? hear(text), diagnostics: found };
}

function withoutLineEnd(line: string): string {
  if (line.charCodeAt(line.length - 1) !== 0x0a) return line;
  return line.slice(0, line.charCodeAt(line.length - 2) === 0x0d ? -2 : -1);
}

/** R8: decided before anything else is read. */
function isTooLong(line: string, found: Diagnostic[]): boolean {
  if (line.length <= longestLine) return false;
  const length = countCodePoints(line);
  if (length <= longestLine) return false;
  reporter(lineRules, found)('line/too-long', { length }, placeBetween(line, 0, line.length));
  return true;
}

function read(line: string, options: ReadOptions, found: Diagnostic[]): JudgedMessage | null {
  const words = scan(line);
  if (!words.tidy) tellBlanks(line, words, found);
  if (!words.plain) checkCharacters(line, words, found);
  checkTailLength(line, words, found);
  if (wordAt(line, words, 0) !== 'RW1') {
    reporter(lineRules, found)('line/version', { word: wordAt(line, words, 0) }, placeOf(line, words, 0));
    return null;
  }
  const vocabulary = vocabularyFor(line, words, options, found);
  if (vocabulary === null) return null;
  return new Reading(line, words, vocabulary, options.profiles ?? builtIn, found).finish();
}

/** R22: a line is judged by its own `p=`, and the caller's profile is an expectation. */
function vocabularyFor(
  line: string,
  words: Words,
  { profiles = builtIn, profile: expected }: ReadOptions,
  found: Diagnostic[],
): Vocabulary | null {
  const at = profileWord(line, words);
  if (at < 0) return profiles.core;
  const word = line.slice((words.equals[at] as number) + 1, words.ends[at]);
  if (word === '') return profiles.core; // refused as an empty slot
  const report = reporter(lineRules, found);
  const vocabulary = profiles.get(word);
  if (vocabulary === undefined) {
    report('line/unknown-profile', { word, near: nearest(word, profiles.names) }, placeOf(line, words, at));
    return null;
  }
  if (expected !== undefined && expected !== word) {
    report('line/other-profile', { word, expected }, placeOf(line, words, at));
  }
  return vocabulary;
}

function profileWord(line: string, words: Words): number {
  for (let at = 3; at < words.count; at++) {
    const start = words.starts[at] as number;
    if (words.equals[at] === start + 1 && line.charCodeAt(start) === 0x70) return at;
  }
  return -1;
}

/** One line being read under its vocabulary: what its words have decoded to so far. */
class Reading implements Parts {
  readonly line: string;
  readonly words: Words;
  readonly vocabulary: Vocabulary;
  readonly profiles: Profiles;
  readonly found: Diagnostic[];
  readonly slots: Slots = new Slots();
  type: MessageType = 'ST';
  re: string | null = null;
  from: string | null = null;
  to: string | null = null;
  item: string | null = null;
  tail: string | null = null;
  unknownKeys: Set<string> | null = null;
  refused: Set<string> | null = null;
  #places: Map<string, Place> | null = null;

  constructor(line: string, words: Words, vocabulary: Vocabulary, profiles: Profiles, found: Diagnostic[]) {
    this.line = line;
    this.words = words;
    this.vocabulary = vocabulary;
    this.profiles = profiles;
    this.found = found;
  }

  finish(): JudgedMessage | null {
    const { line, words, vocabulary, found } = this;
    const grammar = grammarOf(vocabulary);
    const type = grammar.types.get(wordAt(line, words, 1));
    const id = wordAt(line, words, 2);
    const { count, tail, end } = words;
    for (let index = 3; index < count; index++) this.readWord(index, type, grammar.slots);
    if (tail >= 0) this.tail = line.slice(tail, end);
    if (type === undefined) this.tellType();
    if (!isIdOf(id, this.from)) this.tellId(id, count);
    if (type !== undefined) this.checkTogether(type);
    if (found.length > 0 && hasErrors(found)) return null;
    const { re, from, to, item, slots } = this;
    if (type === undefined || from === null || to === null) return null;
    return new JudgedMessage(
      { type: type.type, id, re, from, to, item, slots, tail: this.tail },
      { vocabulary, line, unknownKeys: this.unknownKeys ?? none },
    );
  }

  readWord(index: number, type: GrammarType | undefined, slots: ReadonlyMap<string, GrammarSlot>): void {
    const { line, words } = this;
    const equals = words.equals[index] as number;
    if (equals < 0)
      return this.tell()('slot/no-equals', { word: wordAt(line, words, index) }, this.placeOf(index));
    const key = line.slice(words.starts[index], equals);
    const value = line.slice(equals + 1, words.ends[index]);
    const slot = slots.get(key);
    if (slot === undefined) return this.readOtherWord(key, value, index);
    if (this.has(slot)) return this.tell()('slot/duplicate', { slot: key }, this.placeOf(index));
    if (value === '') return this.refuse(key, 'slot/empty', { slot: key }, index);
    if (type !== undefined && (slot.on & type.bit) === 0)
      this.tell()('slot/misplaced', { slot: key, type: type.type }, this.placeOf(index));
    if (!words.plain) this.checkScript(slot, index);
    const decoded = slot.decode(value);
    if (decoded === undefined) return this.refuseValue(key, value, index);
    this.keep(slot, decoded);
  }

  keep({ envelope, key }: GrammarSlot, value: SlotValue): void {
    if (envelope === 0) this.slots[key] = value;
    else if (envelope === 1) this.re = value as string;
    else if (envelope === 2) this.from = value as string;
    else if (envelope === 3) this.to = value as string;
    else this.item = value as string;
  }

  has({ envelope, key }: GrammarSlot): boolean {
    if (this.refused?.has(key)) return true;
    if (envelope === 0) return this.slots[key] !== undefined;
    return (
      (envelope === 1 ? this.re : envelope === 2 ? this.from : envelope === 3 ? this.to : this.item) !== null
    );
  }

  /** A key that the vocabulary does not know: an extension, which is kept, or one that is ignored (spec 2). */
  readOtherWord(key: string, value: string, index: number): void {
    if (!keyForm.test(key)) return this.tell()('slot/bad-key', { slot: key }, this.placeOf(index));
    if (this.slots[key] !== undefined || this.unknownKeys?.has(key) || this.refused?.has(key)) {
      return this.tell()('slot/duplicate', { slot: key }, this.placeOf(index));
    }
    if (value === '') return this.refuse(key, 'slot/empty', { slot: key }, index);
    if (key.startsWith('x_')) {
      if (!this.words.plain) this.checkScript(null, index);
      this.slots[key] = value;
      return;
    }
    (this.unknownKeys ??= new Set()).add(key);
    const { vocabulary, profiles } = this;
    const knownTo = profiles.knowing(key).filter((name) => name !== vocabulary.name);
    const near = nearest(key, [...vocabulary.slots.keys()]);
    this.tell()(
      'slot/unknown',
      { slot: key, vocabulary: vocabulary.name, knownTo, near },
      this.placeOf(index),
    );
  }

  /** R7: values that an act runs with are ASCII; elsewhere a letter that only looks Latin is told. */
  checkScript(slot: GrammarSlot | null, index: number): void {
    const { line, words } = this;
    const from = (words.equals[index] as number) + 1;
    const to = words.ends[index] as number;
    const key = line.slice(words.starts[index], from - 1);
    const at = firstBeyondAscii(line, from, to);
    if (at < 0) return;
    const place = (start: number): Place =>
      placeBetween(line, start, start + characterAt(line, start).length);
    const report = reporter(slotRules, this.found);
    if (slot?.ascii) {
      (this.refused ??= new Set()).add(key);
      report('slot/not-ascii', { slot: key, codePoint: nameAt(line, at) }, place(at));
    } else {
      const seen = lookAlikeBetween(line, from, to);
      if (seen === undefined) return;
      report(
        'slot/look-alike',
        { slot: key, codePoint: nameAt(line, seen.at), latin: seen.latin },
        place(seen.at),
      );
    }
  }

  checkTogether(type: GrammarType): void {
    const { found, slots, line } = this;
    for (const slot of type.required) {
      if (slots[slot] === undefined && !this.hasEnvelope(slot) && !this.wasRefused(slot)) {
        reporter(messageRules, found)(
          'message/requires',
          { type: type.type, slot },
          placeOfWord(line, 'type'),
        );
      }
    }
    if (this.from !== null && this.from === this.to) {
      reporter(messageRules, found)('message/to-itself', { agent: this.from }, placeOfWord(line, 'to'));
    }
    this.type = type.type;
    for (const check of type.checks) check(this, found);
  }

  place(what: string): Place {
    this.#places ??= new Map();
    let place = this.#places.get(what);
    if (place === undefined) {
      place = placeOfWord(this.line, what);
      this.#places.set(what, place);
    }
    return place;
  }

  wasRefused(slot: string): boolean {
    return this.refused?.has(slot) ?? false;
  }

  hasEnvelope(slot: string): boolean {
    return (
      (slot === 're' && this.re !== null) ||
      (slot === 'from' && this.from !== null) ||
      (slot === 'to' && this.to !== null) ||
      (slot === 'item' && this.item !== null)
    );
  }

  refuseValue(key: string, value: string, index: number): void {
    (this.refused ??= new Set()).add(key);
    const row = this.vocabulary.slots.get(key) as SlotRow; // readWord found the key in the grammar made of these rows
    const at = placeOf(this.line, this.words, index);
    tellRefusedValue({ row, value, vocabulary: this.vocabulary, at }, this.found);
  }

  refuse(key: string, code: 'slot/empty', data: { slot: string }, index: number): void {
    (this.refused ??= new Set()).add(key);
    this.tell()(code, data, this.placeOf(index));
  }

  tellType(): void {
    const { line, words } = this;
    const word = wordAt(line, words, 1);
    const near = nearest(word, [...this.vocabulary.types.keys()]);
    reporter(lineRules, this.found)('line/type', { word, near }, placeOf(line, words, 1));
  }

  tellId(id: string, count: number): void {
    if (isMessageId(id) && this.from === null) return; // from= is missing or refused, which is told
    const at = count > 2 ? placeOf(this.line, this.words, 2) : placeBetween(this.line, 0, this.line.length);
    reporter(lineRules, this.found)('line/id', { word: id }, at);
  }

  tell(): Report<typeof slotRules> {
    return reporter(slotRules, this.found);
  }

  placeOf(index: number): Place {
    return placeOf(this.line, this.words, index);
  }
}

const none: ReadonlySet<string> = new Set();
const keyForm = /^(?:x_[a-z0-9_]+|(?!x_)[a-z][a-z0-9_]*)$/;

/** The id is the sending agent, a hyphen and digits (spec 2). */
function isIdOf(id: string, from: string | null): boolean {
  return from !== null && id.startsWith(from) && id[from.length] === '-' && onlyDigits(id, from.length + 1);
}

function onlyDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return text.length > from;
}

function wordAt(line: string, words: Words, index: number): string {
  return index < words.count ? line.slice(words.starts[index], words.ends[index]) : '';
}

/** Where a word stands; a word that is missing is shown as the whole line. */
function placeOf(line: string, words: Words, index: number): Place {
  return index < words.count
    ? placeBetween(line, words.starts[index] as number, words.ends[index] as number)
    : placeBetween(line, 0, line.length);
}

function placeBetween(line: string, start: number, end: number): Place {
  return { line, span: { start, end } };
}

function characterAt(line: string, at: number): string {
  return String.fromCodePoint(line.codePointAt(at) as number);
}

function nameAt(line: string, at: number): string {
  return codePointName(line.codePointAt(at) as number);
}

/** Blanks beyond the single one between words: told once for each end and once for the rest. */
function tellBlanks(line: string, words: Words, found: Diagnostic[]): void {
  const report = reporter(lineRules, found);
  const start = words.count > 0 ? (words.starts[0] as number) : 0;
  if (start > 0) report('line/extra-blank', { where: 'before the line' }, placeBetween(line, 0, start));
  for (let index = 0; index < words.count; index++) {
    const end = words.ends[index] as number;
    const next =
      index + 1 < words.count
        ? (words.starts[index + 1] as number)
        : words.tail < 0
          ? -1
          : line.indexOf('//', end);
    if (next <= end + 1) continue;
    report('line/extra-blank', { where: 'between words' }, placeBetween(line, end + 1, next));
    break;
  }
  if (words.end < line.length) {
    report('line/extra-blank', { where: 'behind the line' }, placeBetween(line, words.end, line.length));
  }
}
