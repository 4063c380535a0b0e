import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a passkey may take to answer, in milliseconds. */
export const patience = 300_000;

/**
 * What passkeys sign: 128 random bits, until when, and for what, sealed by a key of this process. Nothing is remembered of
 * one that is never answered; one that was is good for nothing any more.
 */
export class Challenges {
  readonly #key: Buffer = randomBytes(32);
  readonly #used: Map<string, number> = new Map();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A new one; `purpose` is what its answer is good for. */
  make(purpose: string): string {
    const open = Buffer.concat([randomBytes(16), timeBytes(this.#clock() + patience)]);
    return Buffer.concat([open, this.#seal(open, purpose)]).toString('base64url');
  }

  /** Whether it was made here for this purpose, its time is not over, and it is taken for the first time. */
  take(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== 56) return false;
    const [open, seal] = [bytes.subarray(0, 24), bytes.subarray(24)];
    if (!timingSafeEqual(seal, this.#seal(open, purpose))) return false;
    const now = this.#clock();
    const until = Number(open.readBigUInt64BE(16));
    const id = open.toString('hex');
    if (now >= until || this.#used.has(id)) return false;
    for (const [other, end] of this.#used) if (end <= now) this.#used.delete(other);
    this.#used.set(id, until);
    return true;
  }

  #seal(open: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(open).update(purpose, 'utf8').digest();
  }
}

function timeBytes(milliseconds: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.ceil(milliseconds)));
  return bytes;
}
