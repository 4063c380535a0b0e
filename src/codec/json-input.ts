import { type Diagnostic, hasErrors, type Place } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { type JsonReading, longestJson, memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { MessageType, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { rules } from './json-rules.ts';
import type { AnyMessage } from './message.ts';
import type { ReadOptions } from './parsed.ts';

/** A message's parts as a JSON form gives them, before `parse` has judged the line that they make. */
export type Parts = Omit<AnyMessage, 'v'>;

const members: readonly string[] = ['v', 'type', 'id', 're', 'from', 'to', 'item', 'slots', 'tail'];
const optional: ReadonlySet<string> = new Set(['re', 'item', 'tail']);
const envelope: ReadonlySet<string> = new Set(['re', 'from', 'to', 'item']);

/** A JSON form of a message: checks what is JSON's own, member by member (spec 4 R20). */
export class JsonInput {
  readonly #reading: JsonReading | null;
  readonly #value: unknown;
  readonly #text: string | null;
  readonly #found: Diagnostic[];
  readonly #report: Report<typeof rules>;

  constructor(reading: JsonReading | null, json: unknown, found: Diagnostic[]) {
    this.#reading = reading;
    this.#value = reading === null ? json : reading.value;
    this.#text = reading === null ? null : (json as string);
    this.#found = found;
    this.#report = reporter(rules, found);
  }

  tellFaults({ faults }: JsonReading): void {
    for (const { fault, message, path, span } of faults) {
      const at = { line: this.#text as string, span };
      if (fault === 'duplicate') this.#report('json/duplicate', { path }, at);
      else if (fault === 'too-large') this.#report('json/too-large', { most: longestJson });
      else this.#report('json/syntax', { fault: message, path }, at);
    }
  }

  parts(options: ReadOptions): Parts | null {
    const object = this.#value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      this.#report('json/not-object', { got: kindOf(object) }, this.#place('$'));
      return null;
    }
    const given = new Map(Object.entries(object));
    for (const key of given.keys()) this.#checkMember(key);
    const word = (key: string): string | null => this.#word(key, given.get(key));
    const [v, type, id, re, from, to, item] = ['v', 'type', 'id', 're', 'from', 'to', 'item'].map(word);
    const tail = this.#tail(given.get('tail'));
    const slots = this.#slots(given.get('slots'), options);
    if (v !== null && v !== 'RW1') {
      const data = { path: '$.v', expected: '"RW1"', got: 'another version' };
      this.#report('json/wrong-type', data, this.#place('$.v'));
    }
    if (hasErrors(this.#found)) return null;
    // every member that may not be null has been told above
    return {
      type: type as MessageType,
      id: id as string,
      re: re as string | null,
      from: from as string,
      to: to as string,
      item: item as string | null,
      slots,
      tail,
    };
  }

  tellDifference(): void {
    const reason = 'leave out what the line form cannot hold';
    this.#report('json/no-line', { path: '$', value: 'the message', reason }, this.#place('$'));
  }

  #checkMember(key: string): void {
    if (members.includes(key)) return;
    const path = memberPath('$', key);
    this.#report('json/unknown-member', { path, near: nearest(key, members) }, this.#place(path));
  }

  /** A member of the envelope: one word, or null where it may be absent. */
  #word(key: string, value: unknown): string | null {
    const path = `$.${key}`;
    if (value === undefined || value === null) {
      if (optional.has(key)) return null;
      if (value === undefined) this.#report('json/missing-member', { path }, this.#place('$'));
      else this.#report('json/wrong-type', { path, expected: 'a string', got: 'null' }, this.#place(path));
      return null;
    }
    return this.#isText(path, value) && this.#fitsWord(path, value) ? value : null;
  }

  #tail(value: unknown): string | null {
    if (value === undefined || value === null || !this.#isText('$.tail', value)) return null;
    const reason = value.endsWith(' ') ? 'end the tail with a character that is no blank' : undefined;
    const lineBreak = /[\r\n]/.test(value) ? 'write one line; a tail holds no line break' : undefined;
    const fault = lineBreak ?? reason;
    if (fault !== undefined)
      this.#report('json/no-line', { path: '$.tail', value, reason: fault }, this.#place('$.tail'));
    return value;
  }

  #slots(value: unknown, { profiles = builtIn }: ReadOptions): Readonly<Record<string, SlotValue>> {
    const none = {};
    if (value === undefined) {
      this.#report('json/missing-member', { path: '$.slots' }, this.#place('$'));
      return none;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const data = { path: '$.slots', expected: 'an object', got: kindOf(value) };
      this.#report('json/wrong-type', data, this.#place('$.slots'));
      return none;
    }
    const p = Object.hasOwn(value, 'p') ? (value as { p: unknown }).p : undefined;
    const vocabulary = typeof p === 'string' ? profiles.get(p) : profiles.core;
    for (const [key, slot] of Object.entries(value)) {
      if (vocabulary !== undefined || profiles.core.slots.has(key)) {
        this.#checkSlot(key, slot, vocabulary ?? profiles.core);
      }
    }
    // without a vocabulary `parse` refuses the line for its p=, whatever its slots hold
    return vocabulary === undefined ? { p: p as string } : (value as Readonly<Record<string, SlotValue>>);
  }

  #checkSlot(key: string, value: unknown, vocabulary: Vocabulary): void {
    const path = memberPath('$.slots', key);
    const at = this.#place(path);
    if (envelope.has(key)) return this.#report('json/envelope-in-slots', { slot: key }, at);
    const row = vocabulary.slots.get(key);
    if (row === undefined && !/^x_[a-z0-9_]+$/.test(key)) {
      const near = nearest(key, [...vocabulary.slots.keys()]);
      return this.#report('json/unknown-slot', { slot: key, vocabulary: vocabulary.name, near }, at);
    }
    if (
      value === null ||
      value === undefined ||
      value === '' ||
      (Array.isArray(value) && value.length === 0)
    ) {
      return this.#report('json/empty', { path }, at);
    }
    const type = row?.type ?? 'token';
    if (!type.startsWith('list:')) return this.#checkScalar(path, value, type);
    if (!Array.isArray(value)) {
      return this.#report('json/wrong-type', { path, expected: 'an array', got: kindOf(value) }, at);
    }
    for (const [index, element] of value.entries()) {
      this.#checkScalar(memberPath(path, index), element, type.slice('list:'.length), 'element');
    }
  }

  #checkScalar(path: string, value: unknown, type: string, of: 'slot' | 'element' = 'slot'): void {
    const expected = jsonTypeOf(type);
    if (typeof value !== expected) {
      const data = { path, expected: `a ${expected}`, got: kindOf(value) };
      return this.#report('json/wrong-type', data, this.#place(path));
    }
    if (typeof value !== 'string') return;
    if (value === '') return this.#report('json/empty', { path }, this.#place(path));
    if (!this.#fitsWord(path, value) || of === 'slot' || !value.includes('+')) return;
    const reason = 'name each element on its own: + joins the elements of a list';
    this.#report('json/no-line', { path, value, reason }, this.#place(path));
  }

  #isText(path: string, value: unknown): value is string {
    if (typeof value === 'string' && value !== '') return true;
    if (value === '' && path === '$.tail') return true;
    if (value === '') this.#report('json/empty', { path }, this.#place(path));
    else
      this.#report('json/wrong-type', { path, expected: 'a string', got: kindOf(value) }, this.#place(path));
    return false;
  }

  /** A blank or a line break would end the word and begin another: that is how a value becomes a second slot. */
  #fitsWord(path: string, value: string): boolean {
    if (!/[ \r\n]/.test(value)) return true;
    const reason = 'leave blanks and line breaks out of values; long text goes into the tail or a file';
    this.#report('json/no-line', { path, value, reason }, this.#place(path));
    return false;
  }

  #place(path: string): Place | undefined {
    const span = this.#reading?.places.get(path)?.value;
    return span === undefined ? undefined : { line: this.#text as string, span };
  }
}

function jsonTypeOf(type: string): 'string' | 'number' | 'boolean' {
  if (type === 'bool') return 'boolean';
  return type === 'days' || type.startsWith('int:') ? 'number' : 'string';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return value === undefined ? 'nothing' : `a ${typeof value}`;
}
