import { faultOf } from '../text/characters.ts';

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

/** Whether a text has the form of an agent's name: letters, digits, `.`, `_` and `-` of ASCII (spec 2). */
export function isAgentName(text: string): boolean {
  return text.length > 0 && endOfName(text) === text.length;
}

/** Whether a text is `<agent>-<digits>` (R10). */
export function isMessageId(text: string): boolean {
  const dash = text.lastIndexOf('-');
  return (
    dash > 0 &&
    endOfName(text) === text.length &&
    endOfDigits(text, dash + 1) === text.length &&
    dash + 1 < text.length
  );
}

/** Whether a text is an amount in its one shape: two decimals, no leading zeros, no negative zero (R14). */
export function isMoney(text: string): boolean {
  const from = text.charCodeAt(0) === minus ? 1 : 0;
  const dot = text.length - 3;
  const whole = endOfDigits(text, from);
  if (whole !== dot || whole === from || text.charCodeAt(dot) !== point) return false;
  if (endOfDigits(text, dot + 1) !== text.length) return false;
  if (text.charCodeAt(from) === zero && whole > from + 1) return false;
  return from === 0 || text !== '-0.00';
}

/** Whether a text is a number as written, or two of them with a slash (spec 3). */
export function isNumber(text: string): boolean {
  const from = text.charCodeAt(0) === minus ? 1 : 0;
  const first = endOfDecimal(text, from);
  if (first === from) return false;
  if (first === text.length) return true;
  if (text.charCodeAt(first) !== slash) return false;
  return first + 1 < text.length && endOfDecimal(text, first + 1) === text.length;
}

/** Whether a text is a digest: 12 hex digits, lower case (R9). */
export function isDigest(text: string): boolean {
  if (text.length !== 12) return false;
  for (let at = 0; at < 12; at++) {
    const unit = text.charCodeAt(at);
    if (!isDigit(unit) && (unit < 0x61 || unit > 0x66)) return false;
  }
  return true;
}

/** The number that a run of ASCII digits writes, however long, or undefined when it is none or above 2^53 - 1 (R6). */
export function wholeNumber(text: string): number | undefined {
  if (text.length === 0 || endOfDigits(text, 0) !== text.length) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

function isValueBeyondAscii(text: string, from: number): boolean {
  for (let at = from; at < text.length; ) {
    const codePoint = text.codePointAt(at) as number;
    if (codePoint === 0x20 || faultOf(codePoint) !== undefined) return false;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return true;
}

function endOfName(text: string): number {
  let at = 0;
  while (at < text.length && isNameUnit(text.charCodeAt(at))) at++;
  return at;
}

function isNameUnit(unit: number): boolean {
  if (unit >= 0x61) return unit <= 0x7a;
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f;
  return isDigit(unit) || unit === minus || unit === point;
}

/** Behind the digits that begin at an offset, and behind a point and more digits where they follow. */
function endOfDecimal(text: string, from: number): number {
  const whole = endOfDigits(text, from);
  if (whole === from || text.charCodeAt(whole) !== point) return whole;
  const end = endOfDigits(text, whole + 1);
  return end === whole + 1 ? whole : end;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= zero && unit <= 0x39;
}
