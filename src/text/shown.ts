import { codePointName, faultOf, startOfCharacter } from './characters.ts';

const longest = 120;
const plain = /^[\x20-\x7e]*$/;

/**
 * A value as it may be shown to a person, in a log or on a terminal: whatever cannot be seen is written as its code
 * point, `\u{202E}`, and a long value is cut with its length said.
 */
export function shown(value: unknown): string {
  return shownUpTo(typeof value === 'string' ? value : String(value), longest);
}

/** The same of a text, which is cut behind so many UTF-16 units. */
export function shownUpTo(text: string, most: number): string {
  if (text.length <= most) return escaped(text);
  return `${escaped(text.slice(0, startOfCharacter(text, most)))}… (${text.length} characters)`;
}

/** The text with every control, invisible and directional character written as `\u{…}`; nothing is cut. */
export function escaped(text: string): string {
  if (plain.test(text)) return text;
  let out = '';
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    out += faultOf(codePoint) === undefined ? character : asEscape(codePoint);
  }
  return out;
}

/** A code point as an escape: `\u{202E}`. */
export function asEscape(codePoint: number): string {
  return `\\u{${codePointName(codePoint).slice(2)}}`;
}
