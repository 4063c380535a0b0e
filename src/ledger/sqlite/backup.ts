import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { LedgerError } from '../error.ts';
import type { Store } from '../store.ts';
import { errorOf } from './error.ts';
import type { Database } from './schema.ts';

/** A copy of a ledger, whole and on the disk. */
export interface Backup {
  readonly path: string;
  readonly bytes: number;
  /** The copy's own: whoever opens it finds it quarantined, since the world may be ahead of it (act.md 3 and 7). */
  readonly epoch: string;
}

/** A ledger in a SQLite file. */
export interface SqliteLedger extends Store {
  /**
   * Copies the ledger to a new file, as of one moment; nothing else is done in this process meanwhile. The copy is of an
   * epoch of its own. Throws UsageError for a file that is there.
   */
  backup(path: string): Promise<Backup>;
}

/**
 * Copies a ledger to a file that is not there yet, as of one moment, while others go on writing. Under its name there is a
 * whole copy or none. Throws UsageError for a file that is there.
 */
export function backUp(database: Database, to: string): Backup {
  const path = resolve(to);
  const partial = `${path}-partial`;
  if (existsSync(path)) throw taken(path);
  try {
    rmSync(partial, { force: true }); // what is left of one that was killed
    database.prepare('VACUUM INTO ?').run(partial);
    const epoch = mark(partial);
    sync(partial);
    name(partial, path);
    sync(dirname(path));
    return { path, bytes: statSync(path).size, epoch };
  } catch (error) {
    throw failed(errorOf(error));
  } finally {
    for (const rest of ['', '-journal']) rmSync(partial + rest, { force: true });
  }
}

function failed(error: unknown): unknown {
  if (error instanceof LedgerError || error instanceof UsageError) return error;
  const { message } = error as Error;
  return new LedgerError('ledger/disk', `no backup was made (${message})`, { retryable: true, cause: error });
}

/** Gives a copy an epoch of its own, which nobody has settled. Throws LedgerError for one that is not whole. */
function mark(path: string): string {
  const epoch = randomUUID();
  const copy = new DatabaseSync(path);
  try {
    const found = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok')
      throw new LedgerError('ledger/disk', `the copy is not whole: ${found}; it was deleted`);
    copy.exec("PRAGMA synchronous = FULL; BEGIN; DELETE FROM meta WHERE name = 'checked'");
    copy.prepare("UPDATE meta SET value = ? WHERE name = 'epoch'").run(epoch);
    copy.exec('COMMIT');
    return epoch;
  } finally {
    copy.close();
  }
}

/** Gives it its name, unless another one has it by now. */
function name(partial: string, path: string): void {
  try {
    linkSync(partial, path);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'EEXIST') throw taken(path);
    renameSync(partial, path); // a file system without links
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function taken(path: string): UsageError {
  return new UsageError('usage/backup', `${path} is there already: a backup goes to a file of its own`);
}
