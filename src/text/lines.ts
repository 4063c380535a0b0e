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
  push(chunk: Uint8Array): readonly TextLine[];
  end(): readonly TextLine[];
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
 * so that memory stays bounded. A chunk may be reused once `push` has returned.
 */
export function splitLines(): LineSplitter {
  let number = 0;
  let held: Uint8Array = none;
  let found: TextLine[] = [];

  function push(chunk: Uint8Array): readonly TextLine[] {
    found = [];
    const from = held.length > 0 ? finishHeld(chunk) : 0;
    const last = chunk.lastIndexOf(lineFeed);
    if (last >= from) takeBlock(chunk.subarray(from, last));
    hold(chunk.subarray(Math.max(from, last + 1)));
    return found;
  }

  function end(): readonly TextLine[] {
    found = [];
    if (held.length > 0) takeBytes(held, '');
    held = none;
    return found;
  }

  /** Ends the line that earlier chunks began; returns where the next one begins. */
  function finishHeld(chunk: Uint8Array): number {
    const stop = chunk.indexOf(lineFeed);
    if (stop < 0) return 0;
    hold(chunk.subarray(0, stop));
    takeBytes(held, '\r');
    held = none;
    return stop + 1;
  }

  function hold(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, mostBytes - held.length));
    if (kept.length === 0) return;
    const joined = new Uint8Array(held.length + kept.length);
    joined.set(held);
    joined.set(kept, held.length);
    held = joined;
  }

  /** Whole lines: decoded at once where they are UTF-8 throughout, else each on its own. */
  function takeBlock(bytes: Uint8Array): void {
    const text = decoded(bytes);
    if (text === undefined) {
      for (const line of pieces(bytes)) takeBytes(line, '\r');
      return;
    }
    for (let start = 0; start <= text.length; ) {
      const stop = text.indexOf('\n', start);
      const after = stop < 0 ? text.length : stop;
      take(text.slice(start, after), true, '\r');
      start = after + 1;
    }
  }

  function takeBytes(bytes: Uint8Array, ending: string): void {
    const whole = bytes.length < mostBytes ? bytes : wholeCharacters(bytes.subarray(0, mostBytes));
    const text = decoded(whole);
    take(text ?? lenient.decode(whole), text !== undefined, ending);
  }

  function take(line: string, isUtf8: boolean, ending: string): void {
    number++;
    let text = ending !== '' && line.endsWith(ending) ? line.slice(0, -1) : line;
    if (number === 1 && text.startsWith('\uFEFF')) text = text.slice(1);
    if (text.length > longestLine) text = shortened(text);
    if (!isSkipped(text)) found.push({ number, text, isUtf8 });
  }

  return { push, end };
}

/** The lines of bytes that are there at once, read as `splitLines` reads a stream. */
export function linesOf(bytes: Uint8Array): readonly TextLine[] {
  const splitter = splitLines();
  return [...splitter.push(bytes), ...splitter.end()];
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function* pieces(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let start = 0; start <= bytes.length; ) {
    const stop = bytes.indexOf(lineFeed, start);
    const after = stop < 0 ? bytes.length : stop;
    yield bytes.subarray(start, after);
    start = after + 1;
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
