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
    for (let stop = chunk.indexOf(lineFeed); stop >= 0; stop = chunk.indexOf(lineFeed, start)) {
      if (held.length > 0) hold(chunk.subarray(start, stop));
      const line = read(held.length > 0 ? held : chunk.subarray(start, stop), true);
      held = none;
      start = stop + 1;
      if (line !== null) yield line;
    }
    hold(chunk.subarray(start));
  }

  function* end(): Iterable<TextLine> {
    const line = held.length > 0 ? read(held, false) : null;
    held = none;
    if (line !== null) yield line;
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

  /** The line of some bytes, or null for one that is skipped. */
  function read(bytes: Uint8Array, isEnded: boolean): TextLine | null {
    number++;
    const whole = bytes.length < mostBytes ? bytes : wholeCharacters(bytes.subarray(0, mostBytes));
    const decoded = decode(whole);
    let text = decoded ?? lenient.decode(whole);
    if (isEnded && text.endsWith('\r')) text = text.slice(0, -1);
    if (number === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (text.length > longestLine) text = shortened(text);
    return isSkipped(text) ? null : { number, text, isUtf8: decoded !== undefined };
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
