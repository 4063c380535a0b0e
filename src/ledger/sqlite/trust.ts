import { LedgerError } from '../error.ts';
import { notTrusted, type Opening } from './check.ts';

/** Whether a file is what was written. One that is not can be read, and nothing is executed (act.md 7). */
export class FileTrust {
  #opening: Opening;

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  get opening(): Opening {
    return this.#opening;
  }

  /** Does what writes. Throws LedgerError `ledger/not-trusted`; once damage was met, for all that follows. */
  async writing<T>(work: () => T | Promise<T>): Promise<T> {
    const { fault } = this.#opening;
    if (fault !== null) throw new LedgerError('ledger/not-trusted', fault);
    return this.reading(work);
  }

  /** Does what reads, also where the file is not trusted; damage that it meets is remembered. */
  async reading<T>(work: () => T | Promise<T>): Promise<T> {
    const { fault } = this.#opening;
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (fault !== null) throw new LedgerError('ledger/not-trusted', fault, { cause: error });
      this.#opening = { ...this.#opening, fault: notTrusted('(the file is damaged)') };
      throw error;
    }
  }
}

/** Whether SQLite found it, or a row that is none; what does not fit together is told by whoever puts it together. */
function isDamage(error: unknown): boolean {
  return error instanceof LedgerError && error.code === 'ledger/damaged' && error.cause instanceof Error;
}

/** What opening failed with: a file in which not even its version can be read is not trusted, and there is nothing to read. */
export function unreadable(error: unknown): unknown {
  if (!isDamage(error)) return error;
  const { cause } = error as LedgerError;
  return new LedgerError('ledger/not-trusted', notTrusted('(the file cannot be read)'), { cause });
}
