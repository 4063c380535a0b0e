import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';

/** Writes a file that is not there yet, to the disk. Throws UsageError where it is. */
export function writeNew(path: string, text: string | Buffer, mode: number): void {
  try {
    writeAll(path, text, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError('usage/key', `${shown(path)} is there already: name another file`);
  }
}

/** Puts a text in the place of a file, or leaves the file as it was: at no moment is there half of it. A link gives way to it. */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}.new`;
  try {
    rmSync(draft, { force: true }); // of a process that died
    writeAll(draft, text, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

function writeAll(path: string, text: string | Buffer, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The name of a new file is in its folder, which has its own place on the disk. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return; // a folder cannot be opened there
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
