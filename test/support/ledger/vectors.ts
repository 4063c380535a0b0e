import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../src/diagnostic/usage-error.ts';
import { verifyExport } from '../../../src/ledger/index.ts';

/** spec/ledger: an export that holds, and vectors that edit it (spec/LEDGER.md 7). */
export const folder: string = join(import.meta.dirname, '../../../spec/ledger');

export interface LedgerVector {
  readonly id: string;
  readonly section: string;
  readonly lines?: Readonly<Record<string, readonly string[]>>;
  readonly bytes?: number;
  readonly heads?: { readonly document: string; readonly public_key: string };
  readonly expect: Readonly<Record<string, unknown>>;
}

export const ledgerVectors: readonly LedgerVector[] = readFileSync(join(folder, 'vectors.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => JSON.parse(row));

/** The export that holds. */
export const wholeExport: string = readFileSync(join(folder, 'whole.jsonl'), 'utf8');

/** The export as a vector edits it. */
export function edited({ lines = {}, bytes }: LedgerVector): Buffer {
  const rows = wholeExport.split('\n').slice(0, -1);
  const text = rows.flatMap((row, at) => lines[at + 1] ?? [row]).map((row) => `${row}\n`);
  return Buffer.from(text.join('')).subarray(0, bytes);
}

/** What is found in an export, as vectors say it. */
export async function outcomeOf(
  bytes: Buffer,
  options: Parameters<typeof verifyExport>[1] = {},
): Promise<LedgerVector['expect']> {
  try {
    const found = await verifyExport([bytes], options);
    if (!found.holds) {
      const { line, bad } = found;
      const { conversation, sequence, fault } = bad ?? {};
      return { holds: false, line, ...(bad === null ? {} : { conversation, sequence, fault }) };
    }
    const { entries, redacted, backwards, withoutKept } = found;
    return {
      ...{ holds: true, entries, redacted: redacted.count, backwards: backwards.count },
      without_kept: withoutKept.count,
    };
  } catch (error) {
    if (error instanceof UsageError && error.code === 'usage/heads') return { heads: false };
    throw error;
  }
}
