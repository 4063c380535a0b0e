import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

// The write-ahead log as SQLite documents it (fileformat2, "The Write-Ahead Log"): a header of 32 bytes, then frames of
// 24 bytes and a page. Each checksum goes on from the one before, so that whatever follows a bad frame is lost to SQLite.
const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;
/** A longer log is left to SQLite: nobody has taken it over for a long time. */
const longest = 64 * 1024 * 1024;

/** What is in a log: the frames that hold, and the transactions that were committed behind the first one that does not. */
export interface Log {
  readonly frames: number;
  readonly lost: number;
}

/**
 * Reads the log beside a file; null where there is none. A crash tears at most the last transaction, which nobody was
 * told of yet: SQLite leaves it out, and rightly. Of two commits behind a bad frame the first was acknowledged: SQLite
 * would leave it out without a word, and what it said would be done again.
 */
export function readLog(path: string): Log | null {
  let log = readOnce(path);
  // another process may be writing it right now: only what stays bad is bad
  for (let tries = 0; tries < 3 && log !== null && isDamaged(log); tries++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    log = readOnce(path);
  }
  return log;
}

/** Whether commits are lost that were acknowledged. */
export function isDamaged({ lost }: Log): boolean {
  return lost > 1;
}

function readOnce(path: string): Log | null {
  const bytes = bytesOf(`${path}-wal`);
  if (bytes === null || bytes.length < headerBytes) return null;
  const littleEndian = (bytes.readUInt32BE(0) & 1) === 0;
  const sum = new Sum(bytes, littleEndian);
  sum.add(0, 24);
  const known = (bytes.readUInt32BE(0) & ~1) >>> 0 === magic && sum.is(24);
  const size = known ? bytes.readUInt32BE(8) : pageSizeOf(path);
  const salts = known ? bytes.subarray(16, 24) : bytes.subarray(headerBytes + 8, headerBytes + 16);
  let frames = 0;
  let lost = 0;
  let holds = known;
  for (let at = headerBytes; at + frameHeaderBytes + size <= bytes.length; at += frameHeaderBytes + size) {
    // a frame of an earlier round, or of none: behind it there may still be some of this one
    if (bytes.compare(salts, 0, 8, at + 8, at + 16) !== 0) {
      holds = false;
      continue;
    }
    if (holds) {
      sum.add(at, 8);
      sum.add(at + frameHeaderBytes, size);
      holds = sum.is(at + 16);
    }
    if (holds) frames += 1;
    else if (bytes.readUInt32BE(at + 4) !== 0) lost += 1;
  }
  return { frames, lost };
}

/** The size of a page, as the file itself has it. */
function pageSizeOf(path: string): number {
  const size = bytesOf(path, 18)?.readUInt16BE(16) ?? 0;
  return size < 512 ? 65_536 : size; // 1 stands for it
}

/** The first bytes of a file; null where it is not there, or is longer than anybody needs to read. */
function bytesOf(path: string, most?: number): Buffer | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(file);
    if (most === undefined && size > longest) return null;
    const bytes = Buffer.alloc(Math.min(size, most ?? size));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** The checksum of the log: two sums over words of four bytes, each in the other. */
class Sum {
  readonly #bytes: DataView;
  readonly #littleEndian: boolean;
  #one = 0;
  #two = 0;

  constructor({ buffer, byteOffset, byteLength }: Buffer, littleEndian: boolean) {
    this.#bytes = new DataView(buffer, byteOffset, byteLength);
    this.#littleEndian = littleEndian;
  }

  add(from: number, length: number): void {
    const words = this.#bytes;
    for (let at = from; at < from + length; at += 8) {
      this.#one = (this.#one + words.getUint32(at, this.#littleEndian) + this.#two) >>> 0;
      this.#two = (this.#two + words.getUint32(at + 4, this.#littleEndian) + this.#one) >>> 0;
    }
  }

  /** Whether it is the one that is written there. */
  is(at: number): boolean {
    return this.#bytes.getUint32(at) === this.#one && this.#bytes.getUint32(at + 4) === this.#two;
  }
}
