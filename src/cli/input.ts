import { readFileSync, statSync } from 'node:fs';
import { parse } from '../codec/parse.ts';
import type { Parsed } from '../codec/parsed.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { placesIn } from '../diagnostic/place-in.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { linesOf } from '../text/lines.ts';
import { shown } from '../text/shown.ts';
import { damaged } from './damaged.ts';
import type { Call } from './verb.ts';

/** A line as an argument gave it; `number` where it stood in a file or stream. */
export interface GivenLine {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly number?: number;
}

/** The lines of an argument: itself, or what `-` (standard input) or `@file` holds; none is a usage error. */
export async function linesOfArgument(call: Call, word: string, name: string): Promise<readonly GivenLine[]> {
  const source = await sourceOf(call, word, name);
  if (source === undefined) return [{ text: word, isUtf8: true }];
  const lines = linesOf(source);
  if (lines.length === 0) throw new UsageError('usage/no-line', `${name}: ${shown(word)} holds no line`);
  return lines;
}

/** The one line of an argument, read; several are a usage error, since nobody could say which was meant. */
export async function readLineArgument(call: Call, word: string, name: string): Promise<Parsed> {
  const [line, second] = await linesOfArgument(call, word, name);
  if (second !== undefined) {
    throw new UsageError('usage/lines', `${name}: ${shown(word)} holds more than one line`);
  }
  const { text, isUtf8 } = line as GivenLine;
  return readLine(call, { text, isUtf8 }); // the argument is the line: its number in a file would name nothing more
}

/** Reads a line as the call's profiles have it; findings carry its number where it has one. */
export function readLine({ reading }: Call, { text, isUtf8, number }: GivenLine): Parsed {
  const parsed = isUtf8 ? parse(text, reading) : damaged(text, reading);
  if (number === undefined || parsed.diagnostics.length === 0) return parsed;
  return { ...parsed, diagnostics: parsed.diagnostics.map((one) => numbered(one, number)) };
}

/** The text of a document argument: itself, or what `-` or `@file` holds, as UTF-8. */
export async function textOfArgument(call: Call, word: string, name: string): Promise<string> {
  const source = await sourceOf(call, word, name);
  return source === undefined ? word : textOf(source, `${name}: ${shown(word)}`);
}

/** UTF-8 as text, without its byte order mark; anything else is a usage error. */
export function textOf(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('usage/not-utf8', `${what} is not UTF-8`);
  }
}

/** The bytes of a file; one that cannot be read is a usage error. */
export function bytesOfFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A usage error that says why a file cannot be read. */
export function unreadable(path: string, error: unknown): UsageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const isSpare = path.startsWith('@') && isFile(path.slice(1));
  const advice = isSpare ? `write ${shown(path.slice(1))}, without the @` : whyUnreadable[code];
  const told = advice === undefined ? '' : `; ${advice}`;
  return new UsageError('usage/unreadable', `cannot read ${shown(path)} (${code})${told}`);
}

const whyUnreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'that is a folder',
  EACCES: 'this user may not read it',
};

/** Findings about a document, each on its row, as an editor counts them. */
export function onRows(diagnostics: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  if (!text.includes('\n')) return diagnostics;
  const placeOf = placesIn(text);
  return diagnostics.map((one) => (one.at?.line === text ? { ...one, at: placeOf(one.at.span) } : one));
}

/** A finding on the row of a file that its line stands in. */
export function numbered(diagnostic: Diagnostic, number: number): Diagnostic {
  return diagnostic.at === undefined ? diagnostic : { ...diagnostic, at: { ...diagnostic.at, number } };
}

/** What `-` or `@file` holds. A word that is no line and no JSON but the name of a file has lost its @. */
async function sourceOf(call: Call, word: string, name: string): Promise<Uint8Array | undefined> {
  if (word === '-') return bytesOfPath(call, word);
  if (word.startsWith('@')) return bytesOfPath(call, word.slice(1));
  if (/^[^\s{["]+$/.test(word) && isFile(word)) {
    throw new UsageError(
      'usage/argument',
      `${name}: ${shown(word)} is a file; write @${shown(word)} for what it holds`,
    );
  }
  return undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** All bytes of a file, or of standard input for `-`; what cannot be read is a usage error. */
export async function bytesOfPath({ world }: Call, path: string): Promise<Uint8Array> {
  if (path !== '-') return bytesOfFile(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of world.stdin()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
