import { longestLine } from './words.ts';

/** A line of a file or stream: `number` counts from 1, skipped lines included. */
export interface TextLine {
  readonly number: number;
  /** Without its line end; bytes that are no UTF-8 stand as U+FFFD. */
  readonly text: string;
  readonly isUtf8: boolean;
}

/** Turns chunks of bytes into lines; `end` gives the last one when no line end closes it. */
export interface LineSplitter {
  push(chunk: Uint8Array): Iterable<TextLine>;
  end(): Iterable<TextLine>;
}

const lineFeed = 0x0a;
const none: Uint8Array = new Uint8Array(0);
/** One code point past the longest line: what is kept of a longer one is still too long. */
const mostCodePoints = longestLine + 1;
const mostBytes = 4 * (mostCodePoints + 1);
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Splits at LF and nowhere else, as spec 2 reads files: a CR before it belongs to the line end, one BOM at the start is
 * skipped, blank lines and lines that begin with `#` are left out. Of a line that is too long only the start is kept,
 * so that memory stays bounded. A chunk may be reused once its lines are taken.
 */
export function splitLines(): LineSplitter {
  let number = 0;
  let held: Uint8Array = none;

  function* push(chunk: Uint8Array): Iterable<TextLine> {
    let start = 0;
    if (held.length > 0) {
      const stop = chunk.indexOf(lineFeed);
      hold(chunk.subarray(0, stop < 0 ? chunk.length : stop));
      if (stop < 0) return;
      yield* oneLine(true);
      start = stop + 1;
    }
    const last = chunk.lastIndexOf(lineFeed);
    if (last >= start) yield* wholeLines(chunk.subarray(start, last));
    hold(chunk.subarray(Math.max(start, last + 1)));
  }

  function* end(): Iterable<TextLine> {
    if (held.length > 0) yield* oneLine(false);
  }

  /** Keeps the start of a line whose end lies in a later chunk. */
  function hold(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, mostBytes - held.length));
    if (kept.length === 0) return;
    const joined = new Uint8Array(held.length + kept.length);
    joined.set(held);
    joined.set(kept, held.length);
    held = joined;
  }

  /** The line that was held. */
  function* oneLine(isEnded: boolean): Iterable<TextLine> {
    const line = lineOf(held, isEnded);
    held = none;
    if (line !== null) yield line;
  }

  /** Lines decoded together where they are UTF-8 throughout, which is the usual case, else each by itself. */
  function* wholeLines(bytes: Uint8Array): Iterable<TextLine> {
    const text = decode(bytes);
    if (text === undefined) return yield* mixedLines(bytes);
    for (let start = 0; start <= text.length; ) {
      const found = text.indexOf('\n', start);
      const stop = found < 0 ? text.length : found;
      const line = read(text.slice(start, stop), true, true);
      if (line !== null) yield line;
      start = stop + 1;
    }
  }

  function* mixedLines(bytes: Uint8Array): Iterable<TextLine> {
    for (let start = 0; start <= bytes.length; ) {
      const found = bytes.indexOf(lineFeed, start);
      const stop = found < 0 ? bytes.length : found;
      const line = lineOf(bytes.subarray(start, stop), true);
      if (line !== null) yield line;
      start = stop + 1;
    }
  }

  /** A line of some bytes, or null for one that is skipped. */
  function lineOf(bytes: Uint8Array, isEnded: boolean): TextLine | null {
    const whole = bytes.length < mostBytes ? bytes : wholeCharacters(bytes.subarray(0, mostBytes));
    const text = decode(whole);
    return read(text ?? lenient.decode(whole), text !== undefined, isEnded);
  }

  function read(line: string, isUtf8: boolean, isEnded: boolean): TextLine | null {
    number++;
    let text = isEnded && line.endsWith('\r') ? line.slice(0, -1) : line;
    if (number === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (text.length > longestLine) text = shortened(text);
    return isSkipped(text) ? null : { number, text, isUtf8 };
  }

  return { push, end };
}

/** The lines of bytes that are there at once, read as `splitLines` reads a stream. */
export function linesOf(bytes: Uint8Array): readonly TextLine[] {
  const splitter = splitLines();
  return [...splitter.push(bytes), ...splitter.end()];
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes that were cut anywhere, without the beginning of a character that the cut may have left. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length - 1;
  while (end > bytes.length - 4 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** The first code points of a text, too many for a line when the text had too many. */
function shortened(text: string): string {
  return [...text.slice(0, 2 * mostCodePoints)].slice(0, mostCodePoints).join('');
}

/** A line too long to be one is never skipped as blank: its end was not kept. */
function isSkipped(text: string): boolean {
  if (text.startsWith('#')) return true;
  if (text.length > longestLine) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== 0x20) return false;
  return true;
}
