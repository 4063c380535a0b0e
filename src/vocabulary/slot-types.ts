import { finder } from '../text/finder.ts';
import { onText, type UnitTest } from '../text/units.ts';
import { isDayAt, isTimeAt } from './calendar.ts';
import type { ScalarValue, SlotValue } from './vocabulary.ts';
import {
  isAgentNameAt,
  isDigestAt,
  isMessageIdAt,
  isMoneyAt,
  isNumberAt,
  isValue,
  wholeNumber,
  wholeNumberAt,
} from './written-forms.ts';

export { isDay, isTime, isTimeOfDay } from './calendar.ts';
export { isAgentName, isMessageId, isMoney, isValue, wholeNumber } from './written-forms.ts';

/** Decodes the value between two offsets of a line of printable ASCII, whose units are at hand. */
type DecodeAt<V> = (line: string, units: Uint8Array, start: number, end: number) => V | undefined;

/** How values of one type are read, written and described. */
interface Form<V> {
  readonly decode: (text: string) => V | undefined;
  readonly decodeAt: DecodeAt<V>;
  readonly encode: (value: unknown) => string | undefined;
  readonly expected: string;
}

/** A slot type, ready for use: its row (`base`), whether it is a list of it, and the enum that it names. */
export interface SlotType extends Form<SlotValue> {
  readonly base: string;
  readonly isList: boolean;
  readonly enum: string | null;
}

/** What the types `agent` and `enum:` look up: the vocabulary's agents (empty: any name) and its enums. */
export interface Names {
  readonly agents: ReadonlySet<string>;
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

type Row = (names: Names, argument: string | null) => Form<ScalarValue> | undefined;

/** Slot types that stand alone: a row each (spec 3). */
const plainTypes: Readonly<Record<string, Form<ScalarValue>>> = {
  token: printable('printable text without white space'),
  ref: printable('printable text without white space'),
  msgid: textual(isMessageIdAt, 'a message id, <agent>-<digits>'),
  date: textual(isDayAt, 'a real day, YYYYMMDD'),
  time: textual(isTimeAt, 'times are YYYYMMDDTHHMMZ, a real day and time in UTC'),
  money: textual(isMoneyAt, 'digits with two decimals, without leading zeros or separators'),
  num: textual(isNumberAt, 'num is a number as written, or two with a slash'),
  digest: textual(isDigestAt, '12 hex digits in lower case'),
  days: cut(decodeDays, encodeDays, '1 to 9 digits, and d if you like'),
  bool: cut(decodeBoolean, encodeBoolean, 'Y or N'),
};

/** Slot types that look at the vocabulary or take an argument behind a colon. */
const rows: Readonly<Record<string, Row>> = { agent: agentForm, enum: enumForm, int: integerForm };

/** Names of the slot types, as a profile may write them. */
export const slotTypeNames: readonly string[] = [
  ...Object.keys(plainTypes),
  'agent',
  'enum:<name>',
  'int:<low>-<high>',
  'list:<type>',
];

/** The slot type that a profile's text names (`money`, `int:0-100`, `list:enum:flag`); undefined when it names none. */
export function slotType(text: string, names: Names): SlotType | undefined {
  const isList = text.startsWith('list:');
  const name = isList ? text.slice(5) : text;
  const colon = name.indexOf(':');
  const base = colon < 0 ? name : name.slice(0, colon);
  const argument = colon < 0 ? null : name.slice(colon + 1);
  const form = formOf(base, argument, names);
  if (form === undefined) return undefined;
  return { ...(isList ? listOf(form) : form), base, isList, enum: base === 'enum' ? argument : null };
}

/** The bounds of `int:<low>-<high>`, or undefined when they are none: ASCII digits, low at most high, below 2^53. */
export function integerBounds(argument: string): { low: number; high: number } | undefined {
  const [lowText = '', highText = '', ...rest] = argument.split('-');
  const low = wholeNumber(lowText);
  const high = wholeNumber(highText);
  if (rest.length > 0 || low === undefined || high === undefined || low > high) return undefined;
  return { low, high };
}

function formOf(base: string, argument: string | null, names: Names): Form<ScalarValue> | undefined {
  if (Object.hasOwn(plainTypes, base)) return argument === null ? plainTypes[base] : undefined;
  return Object.hasOwn(rows, base) ? rows[base]?.(names, argument) : undefined;
}

/** A type whose values are texts of a form, decided on the units where they lie. */
function textual(test: UnitTest, expected: string): Form<string> {
  const isWritten = onText(test);
  return {
    decode: (text) => (isWritten(text) ? text : undefined),
    decodeAt: (line, units, start, end) => (test(units, start, end) ? line.slice(start, end) : undefined),
    encode: (value) => (typeof value === 'string' && isWritten(value) ? value : undefined),
    expected,
  };
}

/** The word between two offsets of a line of printable ASCII, whatever it says; undefined where there is none. */
export function anyWordAt(line: string, _units: Uint8Array, start: number, end: number): string | undefined {
  return start < end ? line.slice(start, end) : undefined;
}

/** Any word of a line. */
function printable(expected: string): Form<string> {
  return {
    decode: (text) => (isValue(text) ? text : undefined),
    decodeAt: anyWordAt,
    encode: (value) => (typeof value === 'string' && isValue(value) ? value : undefined),
    expected,
  };
}

/** One of some words, found where it lies without being cut out. */
function chosen(words: readonly string[]): Form<string> {
  const find = finder(words);
  const known = new Set(words);
  return {
    decode: (text) => (known.has(text) ? text : undefined),
    decodeAt: (_line, units, start, end) => words[find(units, start, end)],
    encode: (value) => (typeof value === 'string' && known.has(value) ? value : undefined),
    expected: `one of ${words.join(' ')}`,
  };
}

/** A type that is decoded from the text of its value. */
function cut<V>(
  decode: (text: string) => V | undefined,
  encode: Form<V>['encode'],
  expected: string,
): Form<V> {
  return { decode, decodeAt: (line, _units, start, end) => decode(line.slice(start, end)), encode, expected };
}

function agentForm({ agents }: Names, argument: string | null): Form<string> | undefined {
  if (argument !== null) return undefined;
  if (agents.size > 0) return chosen([...agents, 'human']);
  return textual(isAnyAgentAt, "an agent's name: letters, digits, . _ and -");
}

/** R3: `human` is reserved in every case, and is itself only in lower case. */
const isAnyAgentAt: UnitTest = (units, start, end) =>
  isAgentNameAt(units, start, end) && (end - start !== human.length || isLowerCaseOrOther(units, start));

const human = 'human';

/** Whether a name of five letters is `human` itself or another name. */
function isLowerCaseOrOther(units: Uint8Array, start: number): boolean {
  let isFolded = false;
  for (let at = 0; at < human.length; at++) {
    const unit = units[start + at] as number;
    const letter = human.charCodeAt(at);
    if (unit === letter) continue;
    if (unit !== letter - 0x20) return true;
    isFolded = true;
  }
  return !isFolded;
}

function enumForm({ enums }: Names, name: string | null): Form<string> | undefined {
  const codes = name === null ? undefined : enums.get(name);
  return codes === undefined ? undefined : chosen([...codes.keys()]);
}

function integerForm(_names: Names, argument: string | null): Form<number> | undefined {
  const bounds = argument === null ? undefined : integerBounds(argument);
  if (bounds === undefined) return undefined;
  const { low, high } = bounds;
  const within = (value: number | undefined): number | undefined =>
    value !== undefined && value >= low && value <= high ? value : undefined;
  const encode = (value: unknown): string | undefined =>
    Number.isInteger(value) && (value as number) >= low && (value as number) <= high
      ? String(value)
      : undefined;
  return {
    decode: (text) => within(wholeNumber(text)),
    decodeAt: (_line, units, start, end) => within(wholeNumberAt(units, start, end)),
    encode,
    expected: `a whole number from ${low} to ${high}`,
  };
}

function decodeDays(text: string): number | undefined {
  const digits = text.endsWith('d') ? text.slice(0, -1) : text;
  return digits.length <= 9 ? wholeNumber(digits) : undefined;
}

function encodeDays(value: unknown): string | undefined {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 999_999_999
    ? String(value)
    : undefined;
}

function decodeBoolean(text: string): boolean | undefined {
  return text === 'Y' ? true : text === 'N' ? false : undefined;
}

function encodeBoolean(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'Y' : 'N') : undefined;
}

const plusSign = 0x2b;

/** R15: at least one element and none empty, in written order. */
function listOf(form: Form<ScalarValue>): Form<readonly ScalarValue[]> {
  const decode = (text: string): readonly ScalarValue[] | undefined => {
    const values: ScalarValue[] = [];
    let from = 0;
    for (;;) {
      const plus = text.indexOf('+', from);
      const value = form.decode(plus < 0 ? text.slice(from) : text.slice(from, plus));
      if (value === undefined) return undefined;
      values.push(value);
      if (plus < 0) return values;
      from = plus + 1;
    }
  };
  const decodeAt: DecodeAt<readonly ScalarValue[]> = (line, units, start, end) => {
    const values: ScalarValue[] = [];
    let from = start;
    for (let at = start; at <= end; at++) {
      if (at < end && units[at] !== plusSign) continue;
      const value = form.decodeAt(line, units, from, at);
      if (value === undefined) return undefined;
      values.push(value);
      from = at + 1;
    }
    return values;
  };
  const encode = (value: unknown): string | undefined => {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const texts: string[] = [];
    for (const element of value) {
      const text = form.encode(element);
      if (text === undefined || text.includes('+')) return undefined;
      texts.push(text);
    }
    return texts.join('+');
  };
  return { decode, decodeAt, encode, expected: `${form.expected}; several are joined with +, none empty` };
}
