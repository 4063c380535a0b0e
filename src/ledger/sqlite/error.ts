import { LedgerError } from '../error.ts';

/** What the disk takes no more of: it is full, a quota or a limit on files is reached (EDQUOT, EFBIG), or it failed to write. */
const takesNoMore = { code: 'ledger/full', says: 'the disk takes no more', retryable: true } as const;

/** SQLite's result codes that have a code of ours: extended ones whole, or the primary one that they begin with. */
const codes: Readonly<
  Record<number, { readonly code: string; readonly says: string; readonly retryable: boolean }>
> = {
  778: takesNoMore, // SQLITE_IOERR_WRITE
  4874: takesNoMore, // SQLITE_IOERR_SHMSIZE
  1: { code: 'ledger/damaged', says: 'the tables are not those of a ledger', retryable: false },
  5: { code: 'ledger/busy', says: 'another process holds the ledger', retryable: true },
  6: { code: 'ledger/busy', says: 'another connection holds a table', retryable: true },
  8: { code: 'ledger/read-only', says: 'the ledger can only be read', retryable: false },
  10: { code: 'ledger/disk', says: 'the disk failed', retryable: true },
  11: { code: 'ledger/damaged', says: 'the file is damaged', retryable: false },
  13: { code: 'ledger/full', says: 'the disk is full', retryable: true },
  14: { code: 'ledger/cannot-open', says: 'the file cannot be opened', retryable: false },
  19: { code: 'ledger/conflict', says: 'another writer was faster', retryable: true },
  26: { code: 'ledger/not-a-ledger', says: 'the file is no SQLite database', retryable: false },
};

const corrupt = 11;

/** better-sqlite3 names the code instead. */
const names: readonly [prefix: string, result: number][] = [
  ['SQLITE_IOERR_WRITE', 778],
  ['SQLITE_IOERR_SHMSIZE', 4874],
  ['SQLITE_ERROR', 1],
  ['SQLITE_BUSY', 5],
  ['SQLITE_LOCKED', 6],
  ['SQLITE_READONLY', 8],
  ['SQLITE_IOERR', 10],
  ['SQLITE_CORRUPT', 11],
  ['SQLITE_FULL', 13],
  ['SQLITE_CANTOPEN', 14],
  ['SQLITE_CONSTRAINT', 19],
  ['SQLITE_NOTADB', 26],
];

/** A failure of the database, or a row that is no JSON, as a LedgerError; anything else as it is. Nothing was written. */
export function errorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LedgerError) return error;
  const result = error instanceof SyntaxError ? corrupt : resultOf(error);
  const row = codes[result] ?? codes[result & 0xff];
  if (row === undefined) return error;
  return new LedgerError(row.code, `${row.says}; nothing was written (${error.message})`, {
    retryable: row.retryable,
    cause: error,
  });
}

function resultOf(error: Error): number {
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return errcode;
  return names.find(([prefix]) => typeof code === 'string' && code.startsWith(prefix))?.[1] ?? 0;
}
