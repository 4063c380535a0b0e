import { createHash } from 'node:crypto';
import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Kept } from './ledger.ts';
import type { KeptRow, Slice } from './store.ts';

/** SHA-256 over what is kept beside an entry, salt included, under a name of its own: what the entry says of it. */
export function keptDigest(text: string): string {
  return createHash('sha256').update('hearback kept 1\n').update(text, 'utf8').digest('hex');
}

/**
 * What its sender kept beside a message of the slice. Throws LedgerError when it is not what the message's entry says: a
 * record that was swapped or is gone would let a readback pass that the sender's own refuses.
 */
export function keptBeside({ rows, kept }: Slice, id: string): Kept | null {
  const row = kept.get(id);
  const digest = rows.messages.get(id)?.kept;
  if (digest === undefined) return row?.kept ?? null; // schema 1 covered nothing
  if ((row === undefined ? null : keptDigest(JSON.stringify(row))) === digest) return row?.kept ?? null;
  const what = row === undefined ? 'is not there' : 'differs from what was kept';
  throw new LedgerError(
    'ledger/damaged',
    `LEDGER NOT TRUSTED at ${id}: what its sender kept beside it ${what}`,
  );
}

/** The row that a kept text says. Throws LedgerError for text that is damaged. */
export function readKept(
  text: string,
  { conversation, sequence }: Pick<Entry, 'conversation' | 'sequence'>,
): KeptRow {
  try {
    return JSON.parse(text) as KeptRow;
  } catch (cause) {
    const message = `LEDGER NOT TRUSTED at entry ${sequence} of ${conversation}: what is kept beside it is no JSON`;
    throw new LedgerError('ledger/damaged', message, { cause });
  }
}
