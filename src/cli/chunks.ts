import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unreadable } from './input.ts';
import type { Call } from './verb.ts';

/** A file or standard input, chunk by chunk; a chunk is valid until the next one is asked for. */
export interface Source {
  /** As findings call it. */
  readonly name: string;
  /** In bytes, where it is known. */
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const chunkSize = 1 << 15;

/** Opens `-` or a file for reading; one that cannot be read is a usage error. */
export function openSource({ world }: Call, path: string): Source {
  if (path === '-') return { name: 'stdin', size: undefined, chunks: world.stdin() };
  try {
    const file = openSync(path, 'r');
    const status = fstatSync(file);
    return { name: path, size: status.isFile() ? status.size : undefined, chunks: chunksOf(file, path) };
  } catch (error) {
    throw unreadable(path, error);
  }
}

function* chunksOf(file: number, path: string): Iterable<Uint8Array> {
  const buffer = new Uint8Array(chunkSize);
  try {
    for (;;) {
      const read = readSync(file, buffer, 0, chunkSize, null);
      if (read === 0) return;
      yield buffer.subarray(0, read);
    }
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    closeSync(file);
  }
}
