import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 128 random bits as 22 characters; kept by its hash alone. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** SHA-256 of a secret, 64 hex digits: its 128 random bits need no slow hash. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Whether two hashes are the same; the time that it takes tells nothing of them. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}
