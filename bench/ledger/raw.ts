import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';

/** A file to which bytes are appended, flushed to the disk each time: what no durable log can do better. */
export class RawLog {
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  append(bytes: Uint8Array): void {
    writeSync(this.#descriptor, bytes);
    fdatasyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
