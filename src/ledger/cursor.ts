import { UsageError } from '../diagnostic/usage-error.ts';

/** Throws UsageError for a sequence up to which nobody can have read: what comes under it later would never be shown. */
export function assertRead(sequence: number, last: number): void {
  if (Number.isInteger(sequence) && sequence >= 0 && sequence <= last) return;
  throw new UsageError('usage/sequence', `the conversation has no entry ${sequence}; its last is ${last}`);
}
