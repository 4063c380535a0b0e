import { createHash } from 'node:crypto';

/** A number from 0 to 1, the same for the same seed and words in whatever order processes ask for theirs. */
export function chance(seed: number, ...words: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...words]))
    .digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** The row whose share a draw falls into; the shares of a table add up to 1 or less, and `rest` is what is left. */
export function drawn<T extends string>(table: Readonly<Record<T, number>>, rest: T, draw: number): T {
  let sum = 0;
  for (const [name, share] of Object.entries<number>(table)) {
    sum += share;
    if (draw < sum) return name as T;
  }
  return rest;
}
