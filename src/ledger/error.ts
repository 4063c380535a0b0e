/**
 * Thrown for storage that is broken, busy or full, and for a transition that no rule allows; `code` is stable.
 * Nothing was written when it is thrown, but for `ledger/undecided`: a database was lost while it committed, or the storage
 * failed when an act may have been done already.
 */
export class LedgerError extends Error {
  readonly code: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: string,
    message: string,
    options: { readonly retryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'LedgerError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** What a ledger holds does not fit together, and `where` says how that shows: nothing is executed on it (act.md 8). */
export function notTrusted(where: string): LedgerError {
  const message = `LEDGER NOT TRUSTED ${where}. Nothing will be executed. Verify the ledger, restore a backup.`;
  return new LedgerError('ledger/not-trusted', message);
}

/** The word by which a fault of the storage is told (act.md 8), by its code. */
export const storageWords: Readonly<Record<string, string>> = {
  'ledger/busy': 'BUSY',
  'ledger/conflict': 'BUSY',
  'ledger/full': 'FULL',
  'ledger/disk': 'DISK',
  'ledger/down': 'DOWN',
  'ledger/undecided': 'UNDECIDED',
};

/** A fault of the storage in a sentence: by its word, and that nothing was executed where that is so. */
export function storageText({ code, message }: LedgerError): string {
  const word = storageWords[code];
  if (word === undefined || /^[A-Z ]+:/.test(message)) return message; // the act tool says how the statement stands
  return `${word}${code === 'ledger/undecided' ? '' : ': nothing was executed'}. ${message}`;
}
