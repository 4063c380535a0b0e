import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import {
  type CharacterFault,
  codePointName,
  countCodePoints,
  faultOf,
  isInEmoji,
} from '../text/characters.ts';
import { type LookAlike, lookAlike } from '../text/look-alikes.ts';
import { shown } from '../text/shown.ts';
import type { Words } from '../text/words.ts';
import { rules as lineRules } from './line-rules.ts';
import { rules as slotRules } from './slot-rules.ts';

const longestTail = 300;

/** R5: the characters of a line that holds more than printable ASCII. Controls are told first, each code point once a place. */
export function checkCharacters(line: string, words: Words, found: Diagnostic[]): void {
  for (let index = 0; index < words.count; index++) {
    const start = words.starts[index] as number;
    const equals = words.equals[index] as number;
    checkWord(line, { start, equals, end: words.ends[index] as number, isSlot: index > 2 }, found);
  }
  if (words.tail >= 0) checkTail(line, words.tail, words.end, found);
}

/** The tail is at most 300 code points. */
export function checkTailLength(line: string, words: Words, found: Diagnostic[]): void {
  if (words.tail < 0 || words.end - words.tail <= longestTail) return;
  const length = countCodePoints(line.slice(words.tail, words.end));
  if (length <= longestTail) return;
  const at = { line, span: { start: words.tail, end: words.end } };
  reporter(slotRules, found)('tail/too-long', { length }, at);
}

interface WordPlace {
  readonly start: number;
  readonly equals: number;
  readonly end: number;
  readonly isSlot: boolean;
}

function checkWord(line: string, { start, equals, end, isSlot }: WordPlace, found: Diagnostic[]): void {
  const inSlot = reporter(slotRules, found);
  const slot = isSlot && equals >= 0 ? line.slice(start, equals) : null;
  eachFault(line, start, end, (fault, codePoint, at) => {
    if (fault === 'control' || fault === 'surrogate') {
      tellForbidden(fault, { codePoint, where: slot === null ? 'the line' : shown(slot) }, at, found);
    } else if (slot !== null && at.span.start > equals) {
      inSlot(fault === 'blank' ? 'slot/blank' : 'slot/invisible', { slot, codePoint }, at);
    } // else the word or its key is refused as a whole, with its characters shown
    return true;
  });
}

function checkTail(line: string, from: number, to: number, found: Diagnostic[]): void {
  const inTail = reporter(slotRules, found);
  eachFault(line, from, to, (fault, codePoint, at) => {
    if (fault === 'control' || fault === 'surrogate') {
      tellForbidden(fault, { codePoint, where: 'the tail' }, at, found);
    } else if (fault === 'blank' || isInEmoji(line, at.span.start)) {
      return false;
    } else {
      inTail(fault === 'bidi' ? 'tail/bidi' : 'tail/invisible', { codePoint }, at);
    }
    return true;
  });
}

function tellForbidden(
  fault: 'control' | 'surrogate',
  data: { codePoint: string; where: string },
  at: Place,
  found: Diagnostic[],
): void {
  reporter(lineRules, found)(fault === 'control' ? 'line/control-character' : 'line/surrogate', data, at);
}

/** Calls `tell` for the faulty code points between two offsets; a code point for which it returns true is told once. */
function eachFault(
  line: string,
  from: number,
  to: number,
  tell: (fault: CharacterFault, codePoint: string, at: Place) => boolean,
): void {
  const told = new Set<number>();
  for (let at = from; at < to; ) {
    const codePoint = line.codePointAt(at) as number;
    const size = codePoint > 0xffff ? 2 : 1;
    const fault = told.has(codePoint) ? undefined : faultOf(codePoint);
    const place = { line, span: { start: at, end: at + size } };
    if (fault !== undefined && tell(fault, codePointName(codePoint), place)) told.add(codePoint);
    at += size;
  }
}

/** The offset of the first character of a value that is not printable ASCII, or -1. */
export function firstBeyondAscii(line: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = line.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e) return at;
  }
  return -1;
}

/** A look-alike letter of the value between two offsets, with its offset in the line. */
export function lookAlikeBetween(line: string, from: number, to: number): LookAlike | undefined {
  const seen = lookAlike(line.slice(from, to));
  return seen === undefined ? undefined : { ...seen, at: from + seen.at };
}
