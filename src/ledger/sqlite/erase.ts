import { connect, type Database } from './schema.ts';

/** From now on what is dropped is overwritten in the file: for a redaction, within its transaction. */
export function erase(database: Database): void {
  database.exec('PRAGMA secure_delete = ON');
}

/**
 * After its transaction: the log has older pages, and is emptied. Where another process reads them at this moment they go
 * with a later checkpoint; the redaction itself has been written.
 */
export function emptyLog(database: Database): void {
  try {
    database.exec('PRAGMA secure_delete = OFF; PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // what was committed stays so
  } finally {
    connect(database);
  }
}
