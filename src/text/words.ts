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
const equalsSign = 0x3d;
const mostWords = longestLine / 2 + 1;

const words: Words = {
  count: 0,
  starts: new Int32Array(mostWords),
  equals: new Int32Array(mostWords),
  ends: new Int32Array(mostWords),
  tail: -1,
  end: 0,
  plain: true,
  tidy: true,
};

/** Splits a line of at most `longestLine` code points into words and tail (spec 2), in one pass. */
export function scan(line: string): Words {
  let at = 0;
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === blank) end--;
  while (at < end && line.charCodeAt(at) === blank) at++;
  words.count = 0;
  words.tail = -1;
  words.end = end;
  words.plain = true;
  words.tidy = at === 0 && end === line.length;
  while (at < end) {
    const start = at;
    let equals = -1;
    for (; at < end; at++) {
      const unit = line.charCodeAt(at);
      if (unit > equalsSign && unit < 0x7f) continue; // letters: most of a line
      if (unit === blank) break;
      if (unit < blank || unit > 0x7e) words.plain = false;
      else if (unit === equalsSign && equals < 0) equals = at;
    }
    if (at - start === 2 && line.charCodeAt(start) === slash && line.charCodeAt(start + 1) === slash) {
      words.tail = at < end ? at + 1 : end;
      if (words.plain) words.plain = isPlain(line, words.tail, end);
      break;
    }
    words.starts[words.count] = start;
    words.equals[words.count] = equals;
    words.ends[words.count] = at;
    words.count++;
    at++;
    while (at < end && line.charCodeAt(at) === blank) {
      words.tidy = false;
      at++;
    }
  }
  return words;
}

function isPlain(line: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = line.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}
