import { looksLike } from '../../text/look-alikes.ts';
import { asEscape, escaped } from '../../text/shown.ts';

export { ageText, momentText } from '../../text/moment.ts';

/** A value of an act as a person decides on it: whole, and each letter that looks like another as its code point (T5). */
export function plainValue(value: string): string {
  const letters = [...value].map((letter) =>
    looksLike(letter) === undefined ? letter : asEscape(letter.codePointAt(0) as number),
  );
  return escaped(letters.join(''));
}

/** Names and values in two columns. */
export function columns(rows: readonly (readonly [name: string, value: string])[], indent = '  '): string {
  const longest = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${indent}${name.padEnd(longest)}  ${value}`.trimEnd()).join('\n');
}
