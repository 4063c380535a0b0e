import { faultOf } from '../text/characters.ts';
import { onText, type UnitTest } from '../text/units.ts';

const minus = 0x2d;
const point = 0x2e;
const slash = 0x2f;
const zero = 0x30;

/** Whether a text may be a value: not empty, every character printable and none of them white space (spec 2 R5). */
export function isValue(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20 || unit === 0x7f) return false;
    if (unit > 0x7f) return isValueBeyondAscii(text, at);
  }
  return text.length > 0;
}

/** The form of an agent's name: letters, digits, `.`, `_` and `-` of ASCII (spec 2). */
export const isAgentNameAt: UnitTest = (units, start, end) =>
  start < end && endOfName(units, start, end) === end;

/** `<agent>-<digits>` (R10). */
export const isMessageIdAt: UnitTest = (units, start, end) => {
  let dash = end - 1;
  while (dash > start && isDigit(units[dash])) dash--;
  return units[dash] === minus && dash + 1 < end && isAgentNameAt(units, start, dash);
};

/** An amount in its one shape: two decimals, no leading zeros, no negative zero (R14). */
export const isMoneyAt: UnitTest = (units, start, end) => {
  const from = units[start] === minus ? start + 1 : start;
  const dot = end - 3;
  if (dot <= from || units[dot] !== point || endOfDigits(units, from, end) !== dot) return false;
  if (endOfDigits(units, dot + 1, end) !== end) return false;
  if (units[from] !== zero) return true;
  const isZero = units[dot + 1] === zero && units[dot + 2] === zero;
  return dot === from + 1 && (from === start || !isZero);
};

/** A number as written, or two of them with a slash (spec 3). */
export const isNumberAt: UnitTest = (units, start, end) => {
  const from = units[start] === minus ? start + 1 : start;
  const first = endOfDecimal(units, from, end);
  if (first === from || first === end) return first === end && first > from;
  return units[first] === slash && first + 1 < end && endOfDecimal(units, first + 1, end) === end;
};

/** A digest: 12 hex digits, lower case (R9). */
export const isDigestAt: UnitTest = (units, start, end) => {
  for (let at = start; at < end; at++) {
    const unit = units[at] as number;
    if (!isDigit(unit) && (unit < 0x61 || unit > 0x66)) return false;
  }
  return end - start === 12;
};

/** `isAgentNameAt` of a text. */
export const isAgentName: (text: string) => boolean = onText(isAgentNameAt);

/** `isMessageIdAt` of a text. */
export const isMessageId: (text: string) => boolean = onText(isMessageIdAt);

/** `isMoneyAt` of a text. */
export const isMoney: (text: string) => boolean = onText(isMoneyAt);

/** The number that a run of ASCII digits writes, however long, or undefined when it is none or above 2^53 - 1 (R6). */
export function wholeNumber(text: string): number | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** `wholeNumber` of the units between two offsets. */
export function wholeNumberAt(units: Uint8Array, start: number, end: number): number | undefined {
  let value = 0;
  for (let at = start; at < end; at++) {
    const unit = units[at] as number;
    if (!isDigit(unit)) return undefined;
    value = value * 10 + (unit - zero);
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return end > start ? value : undefined;
}

function isValueBeyondAscii(text: string, from: number): boolean {
  for (let at = from; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    if (codePoint === 0x20 || faultOf(codePoint) !== undefined) return false;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

function endOfName(units: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isNameUnit(units[at] as number)) at++;
  return at;
}

function isNameUnit(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  return isDigit(unit) || unit === minus || unit === point;
}

/** Behind the digits that begin at an offset, and behind a point and more digits where they follow. */
function endOfDecimal(units: Uint8Array, start: number, end: number): number {
  const whole = endOfDigits(units, start, end);
  if (whole === start || whole === end || units[whole] !== point) return whole;
  const decimals = endOfDigits(units, whole + 1, end);
  return decimals === whole + 1 ? whole : decimals;
}

function endOfDigits(units: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(units[at])) at++;
  return at;
}

function isDigit(unit: number | undefined): boolean {
  return unit !== undefined && unit >= zero && unit <= 0x39;
}
