import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';
import { unreadable } from './input.ts';

/** The text of a file that only its owner may open; one that others may is a usage error. */
export function readPrivate(file: string): string {
  try {
    const { mode } = statSync(file);
    // Windows has no such bits
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const others = (mode & 0o777).toString(8);
      throw new UsageError(
        'usage/key',
        `others may open ${shown(file)} (mode ${others}): chmod 600 it, and rotate the key if they may have read it`,
      );
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(file, error);
  }
}

/** Writes a file that was not there, for its owner alone: nothing is written over. */
export function writeNew(file: string, text: string): void {
  writePrivate(file, text, 'wx');
}

/** Writes into a file that this process has just made. */
export function writeInto(file: string, text: string): void {
  writePrivate(file, text, 'r+');
}

function writePrivate(file: string, text: string, flag: 'wx' | 'r+'): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag });
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** A usage error that says why a file cannot be written. */
export function unwritable(file: string, error: unknown): UsageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const why = whyUnwritable[code] ?? code;
  return new UsageError('usage/file', `cannot write ${shown(file)} (${why})`);
}

const whyUnwritable: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already: move it away first',
  ENOENT: 'its folder is not there: make it first',
  EACCES: 'this user may not write it',
};
