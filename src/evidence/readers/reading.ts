import { readJson } from '../../text/json.ts';
import type { Source } from '../source.ts';

/** What a reader made of a file: sources, and in words what it could not make out; nothing of it is guessed. */
export interface Reading {
  readonly sources: readonly Source[];
  readonly faults: readonly Fault[];
}

/** Something of a file that cannot be read. */
export interface Fault {
  /** The file, as its reader was told its name. */
  readonly file: string;
  /** Where in it: `message 3`, `row 12`; null for the whole. */
  readonly where: string | null;
  readonly fault: string;
}

/** The largest file that is read at all, and the largest part of a mail, in bytes. */
export const largestFile: number = 256 * 1024 * 1024;
export const largestPart: number = 4 * 1024 * 1024;
/** The longest JSON file, in characters: an inbox or orders with all their members in memory. */
export const longestJson: number = 32 * 1024 * 1024;
/** The largest single mail, in bytes. */
export const largestMail: number = 64 * 1024 * 1024;

/** The reading of a file, or of a place in it, that says why it holds nothing. */
export function refused(file: string, fault: string, where: string | null = null): Reading {
  return { sources: [], faults: [{ file, where, fault }] };
}

/** Bytes as text; null when they are no UTF-8. A BOM at the start is no part of it. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of a file of at most so many bytes, or the reading that says why there is none. */
export function readText(file: string, bytes: Uint8Array, most: number): string | Reading {
  if (bytes.length > most) return refused(file, `more than ${most} bytes`);
  return textOf(bytes) ?? refused(file, 'it is no UTF-8');
}

/** The JSON value of a file, or the reading that says why there is none that has one meaning. */
export function readValue(file: string, bytes: Uint8Array): { readonly value: unknown } | Reading {
  const text = readText(file, bytes, largestFile);
  if (typeof text !== 'string') return text;
  const { value, faults } = readJson(text, { longest: longestJson });
  const [fault] = faults;
  if (fault?.fault === 'too-large')
    return refused(file, `more than ${longestJson} characters: export it as mbox or in several files`);
  return fault === undefined ? { value } : refused(file, `it is no JSON of one meaning: ${fault.fault}`);
}
