import { errorOf } from './error.ts';
import type { Database } from './schema.ts';

/** READ sees one state of the file and changes nothing; WRITE holds the file, and is written whole or not at all. */
const kinds = {
  READ: { begin: 'BEGIN', end: 'ROLLBACK' },
  WRITE: { begin: 'BEGIN IMMEDIATE', end: 'COMMIT' },
} as const;

/** Runs work in a transaction. Throws LedgerError for what the database cannot do, and what the work throws. */
export function transaction<T>(database: Database, kind: keyof typeof kinds, work: () => T): T {
  const { begin, end } = kinds[kind];
  try {
    database.exec(begin);
  } catch (error) {
    throw errorOf(error);
  }
  try {
    const result = work();
    database.exec(end);
    return result;
  } catch (error) {
    rollBack(database);
    throw errorOf(error);
  }
}

/** Ends a transaction that failed. */
export function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself (disk full, for one): the first error is the one to tell
  }
}
