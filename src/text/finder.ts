/** Finds which of some words stands between two offsets of a line's units, without cutting it out of the line. */
export type Finder = (units: Uint8Array, start: number, end: number) => number;

const buckets = 256;

/** A finder of ASCII words, by length, first and last character, then all; it gives a word's index, or -1. */
export function finder(words: readonly string[]): Finder {
  const codes = words.map((word) => Uint8Array.from(word, (character) => character.charCodeAt(0)));
  const table: number[][] = Array.from({ length: buckets }, () => []);
  for (const [index, code] of codes.entries()) table[bucketOf(code, 0, code.length)]?.push(index);
  return (units, start, end) => {
    const bucket = table[bucketOf(units, start, end)] as readonly number[];
    for (let at = 0; at < bucket.length; at++) {
      const index = bucket[at] as number;
      if (stands(codes[index] as Uint8Array, units, start, end)) return index;
    }
    return -1;
  };
}

function bucketOf(units: Uint8Array, start: number, end: number): number {
  return ((units[start] as number) * 9 + (units[end - 1] as number) * 5 + (end - start) * 31) & (buckets - 1);
}

function stands(code: Uint8Array, units: Uint8Array, start: number, end: number): boolean {
  if (code.length !== end - start) return false;
  for (let at = 0; at < code.length; at++) {
    if (units[start + at] !== code[at]) return false;
  }
  return true;
}
