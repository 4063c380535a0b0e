import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A key as it is kept: which one it is, and what it hashes to. The key itself is shown once and kept nowhere. */
export interface KeptKey {
  readonly id: string;
  /** SHA-256 of the whole key, 64 hex digits: its secret is 256 random bits, which no slow hash makes safer. */
  readonly sha256: string;
}

/** A new key, `hbk_<id>_<secret>`: the id is public, the secret 256 random bits. */
export function newKey(): { readonly key: string; readonly kept: KeptKey } {
  const id = randomBytes(8).toString('hex');
  const key = `hbk_${id}_${randomBytes(32).toString('base64url')}`;
  return { key, kept: { id, sha256: sha256Of(key) } };
}

/** What a text shows of itself as a key; null for one that cannot be a key. */
export function presented(text: string): KeptKey | null {
  const [, id] = /^hbk_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/.exec(text) ?? [];
  return id === undefined ? null : { id, sha256: sha256Of(text) };
}

/** Whether two keys of one id are the same; the time that it takes tells nothing of the hash. */
export function isSameKey(one: KeptKey, other: KeptKey): boolean {
  return timingSafeEqual(Buffer.from(one.sha256, 'hex'), Buffer.from(other.sha256, 'hex'));
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
