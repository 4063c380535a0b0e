import { looksLike } from '../../text/look-alikes.ts';
import { asEscape, escaped } from '../../text/shown.ts';

/** A value of an act as a person decides on it: whole, and each letter that looks like another as its code point (T5). */
export function plainValue(value: string): string {
  const letters = [...value].map((letter) =>
    looksLike(letter) === undefined ? letter : asEscape(letter.codePointAt(0) as number),
  );
  return escaped(letters.join(''));
}

/** A moment with its second, in UTC: `2026-10-02 14:03:11Z`. */
export function momentText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

const units: readonly (readonly [milliseconds: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/** A span of time as people say it, rounded down: `3 min`, `2 d`. */
export function ageText(milliseconds: number): string {
  for (const [unit, name] of units) {
    if (milliseconds >= unit) return `${Math.floor(milliseconds / unit)} ${name}`;
  }
  return `${Math.max(0, Math.floor(milliseconds / 1_000))} s`;
}

/** Names and values in two columns. */
export function columns(rows: readonly (readonly [name: string, value: string])[], indent = '  '): string {
  const longest = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${indent}${name.padEnd(longest)}  ${value}`.trimEnd()).join('\n');
}
