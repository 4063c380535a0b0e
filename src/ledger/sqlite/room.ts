import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { LedgerError } from '../error.ts';
import type { Fact } from '../fact.ts';
import type { Promised } from '../report.ts';
import type { Decision, Slice } from '../store.ts';

const bytes = 1024 * 1024;
/** How long it is taken for granted that the file is there, in milliseconds: another process may have needed it. */
const believed = 1_000;

type Decide<T> = (slice: Slice) => Decision<T>;

/**
 * Room on the disk for the results of acts (act.md 7): a file beside the ledger that is deleted when the disk is full.
 * Until it is there again, nothing is written but what has happened in the world already.
 */
export class Room {
  readonly #path: string | null;
  /** Why the file cannot be made, when it is not for lack of room: then none is kept, and nothing waits for it. */
  #never: string | null = null;
  #seen = -Infinity;

  /** Keeps room beside a file; none for a ledger in memory, or one that can only be read. */
  constructor(path: string | null) {
    this.#path = path === null ? null : `${path}-reserve`;
  }

  /** Does a step; a result that finds the disk full has the room that was kept for it. */
  async keep<T>(decide: Decide<T>, step: (decide: Decide<T>) => Promise<T>): Promise<T> {
    const path = this.#path;
    if (path === null) return step(decide);
    let isResult = false;
    const watched: Decide<T> = (slice) => {
      const decision = decide(slice);
      isResult = decision.drafts.some(({ body }) => body.facts.some(({ fact }) => results.has(fact)));
      if (!isResult && decision.drafts.length > 0 && !this.#isThere(path)) throw full();
      return decision;
    };
    try {
      return await step(watched);
    } catch (error) {
      const isFull = error instanceof LedgerError && error.code === 'ledger/full';
      if (!isFull || !isResult || !this.#giveUp(path)) throw error;
      return step(watched);
    }
  }

  /** What `doctor` is told. */
  promise(): Promised {
    const promise = 'the result of an act can be recorded although the disk is full';
    const path = this.#path;
    if (path === null)
      return { promise, holds: false, because: 'no room is kept: there is no file to write' };
    const holds = existsSync(path);
    if (holds) return { promise, holds, because: `${bytes / 1024} KiB are kept for it in ${path}` };
    return {
      promise,
      holds,
      because: this.#never ?? `${path} is not there: it is made with the next step that finds room`,
    };
  }

  /** Whether the room is there, or there again; true where none can be kept. */
  #isThere(path: string): boolean {
    const now = performance.now();
    if (this.#never !== null || now - this.#seen < believed) return true;
    if (!existsSync(path) && !this.#make(path)) return this.#never !== null;
    this.#seen = now;
    return true;
  }

  #make(path: string): boolean {
    try {
      const file = openSync(path, 'wx', 0o600);
      try {
        // what a file system cannot make smaller, and on the disk: else it may turn out later that there was no room
        if (writeSync(file, randomBytes(bytes)) < bytes) throw Object.assign(new Error('cut short'), noRoom);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code === 'EEXIST') return true; // another process was faster
      if (!fullCodes.has(code)) this.#never = `no room is kept: ${(error as Error).message}`;
      rmSync(path, { force: true });
      return false;
    }
  }

  /** Frees the room; false where there was none, or it cannot be had. */
  #giveUp(path: string): boolean {
    this.#seen = -Infinity;
    try {
      rmSync(path);
      return true;
    } catch {
      return false;
    }
  }
}

/** What happened in the world, or nobody knows whether it did. */
const results: ReadonlySet<Fact['fact']> = new Set<Fact['fact']>([
  'executed',
  'not-executed',
  'unknown',
  'incident',
]);

const noRoom = { code: 'ENOSPC' } as const;
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function full(): LedgerError {
  const message =
    'the disk is full; nothing was written: until there is room, only the results of acts are recorded';
  return new LedgerError('ledger/full', message, { retryable: true });
}
