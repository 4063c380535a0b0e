/** What a code point may do in a line (spec 2 R5). */
export type CharacterFault = 'control' | 'surrogate' | 'blank' | 'bidi' | 'mark' | 'invisible';

const whiteSpace = /^\p{White_Space}$/u;
const unseen = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u3164\u115F\u1160]$/u;
const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u;
const emojiAfter = /^\p{Extended_Pictographic}/u;
const emojiStyled = /[\p{Emoji}--[0-9#*]]$/v;
const keycapBase = /[0-9#*]$/;
const keycap = '\u20e3';

/** What is wrong with a code point wherever text is read strictly; undefined when nothing is. ASCII blanks are none. */
export function faultOf(codePoint: number): CharacterFault | undefined {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f)) return 'control';
  if (codePoint < 0x7f) return undefined;
  if (codePoint === 0x2028 || codePoint === 0x2029) return 'control';
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 'surrogate';
  if ((codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069))
    return 'bidi';
  if (codePoint === 0x061c || codePoint === 0x200e || codePoint === 0x200f) return 'mark';
  const character = String.fromCodePoint(codePoint);
  if (whiteSpace.test(character)) return 'blank';
  return unseen.test(character) ? 'invisible' : undefined;
}

/** Whether the joiner U+200D or the selector U+FE0F at `at` belongs to an emoji, where it is no fault. */
export function isInEmoji(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  if (text.charCodeAt(at) === 0xfe0f) {
    return emojiStyled.test(before) || (keycapBase.test(before) && text[at + 1] === keycap);
  }
  return (
    text.charCodeAt(at) === 0x200d && emojiBefore.test(before) && emojiAfter.test(text.slice(at + 1, at + 3))
  );
}

/** Whether a text holds a character that can be seen: blanks and invisible characters say nothing. */
export function saysSomething(text: string): boolean {
  for (const character of text) {
    if (character !== ' ' && faultOf(character.codePointAt(0) as number) === undefined) return true;
  }
  return false;
}

/** A code point as people look it up: `U+202E`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Code points in a text; an unpaired surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at + 1 < text.length; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      count--;
      at++;
    }
  }
  return count;
}

/** The offset at which the character around an offset begins: a text that is cut there is cut in no surrogate pair. */
export function startOfCharacter(text: string, at: number): number {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
