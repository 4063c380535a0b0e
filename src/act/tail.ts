import { countCodePoints } from '../text/characters.ts';

/** The text where it fits a tail of 300 code points, else the brief one. */
export function fitting(text: string, brief: string): string {
  return countCodePoints(text) <= 300 ? text : [...brief].slice(0, 300).join('').trimEnd();
}

/** Words from outside as a tail can hold them: one short line of printable ASCII. */
export function tailOf(text: string): string {
  const words = text.replace(/[^\x21-\x7e]+/g, ' ').trim();
  return words.slice(0, 200).trimEnd() || 'no reason was given';
}
