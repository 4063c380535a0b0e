import { readUnits, roomFor } from './units.ts';

/**
 * Where the words of a line lie. The arrays belong to `scan` and are overwritten by its next call: read them at once.
 * `equals` is the offset of a word's first `=`, or -1; `tail` the offset where the tail begins, or -1; `end` the
 * offset behind the line's last character that is no blank.
 */
export interface Words {
  count: number;
  readonly starts: Int32Array;
  readonly equals: Int32Array;
  readonly ends: Int32Array;
  /** The line's units, as `readUnits` writes them. */
  readonly units: Uint8Array;
  tail: number;
  end: number;
  /** Printable ASCII throughout: no character needs a second look. */
  plain: boolean;
  /** Single blanks between words and none around them. */
  tidy: boolean;
}

/** The longest line, in code points (spec 2 R8). */
export const longestLine = 8192;

const blank = 0x20;
const slash = 0x2f;
const mostWords = longestLine / 2 + 1;

const words: Words = {
  count: 0,
  starts: new Int32Array(mostWords),
  equals: new Int32Array(mostWords),
  ends: new Int32Array(mostWords),
  units: roomFor(longestLine * 2),
  tail: -1,
  end: 0,
  plain: true,
  tidy: true,
};

/** What a unit means inside a word. */
const ordinary = 0;
const endsWord = 1;
const splitsWord = 2;
const meanings: Uint8Array = Uint8Array.from({ length: 256 }, (_, unit) => {
  if (unit === blank) return endsWord;
  if (unit === 0x3d) return splitsWord;
  return unit > blank && unit < 0x7f ? ordinary : 3;
});

let scanned: string | null = null;

/**
 * Splits a line of at most `longestLine` code points into words and tail (spec 2), in one pass. The line that was split
 * last is not split again: each finding asks for its place.
 */
export function scan(line: string): Words {
  if (line === scanned) return words;
  scanned = line;
  const { starts, equals, ends, units } = words;
  let plain = readUnits(line, units);
  let end = line.length;
  while (end > 0 && units[end - 1] === blank) end--;
  let at = 0;
  while (at < end && units[at] === blank) at++;
  let tidy = at === 0 && end === line.length;
  let count = 0;
  let tail = -1;
  while (at < end) {
    const start = at;
    let split = -1;
    for (; at < end; at++) {
      const meaning = meanings[units[at] as number];
      if (meaning === ordinary) continue;
      if (meaning === endsWord) break;
      if (meaning !== splitsWord) plain = false;
      else if (split < 0) split = at;
    }
    if (at - start === 2 && units[start] === slash && units[start + 1] === slash) {
      tail = at < end ? at + 1 : end;
      break;
    }
    starts[count] = start;
    equals[count] = split;
    ends[count] = at;
    count++;
    at++;
    while (at < end && units[at] === blank) {
      tidy = false;
      at++;
    }
  }
  words.count = count;
  words.tail = tail;
  words.end = end;
  words.plain = plain && (tail < 0 || isPlain(units, tail, end));
  words.tidy = tidy;
  return words;
}

function isPlain(units: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const meaning = meanings[units[at] as number] as number;
    if (meaning > splitsWord) return false;
  }
  return true;
}
