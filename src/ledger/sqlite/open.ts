import { existsSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { type Examined, examine, examineLog, type Opening } from './check.ts';
import { keepHeads } from './checkpoints.ts';
import { refuseNetworkFile } from './file.ts';
import { fileOf, type Sql } from './read.ts';
import { assertOurs, connect, type Database, prepareDatabase } from './schema.ts';
import { transaction } from './transaction.ts';
import { readLog } from './wal.ts';

/** An open file, and what was found in it. One that is not trusted can only be read. */
export interface Opened {
  readonly database: Database;
  readonly opening: Opening;
  /** Where it lies; null for one in memory. */
  readonly path: string | null;
}

/** Opens a file by its path. It is looked at through a connection that can only read: a damaged one is left as it is. */
export function openFile(path: string): Opened {
  refuseNetworkFile(path);
  if (isNew(path)) return opened(path, {}, (database) => prepared(database, nothing));
  const looked = opened(path, { readOnly: true }, look);
  if (looked.opening.fault !== null) return looked;
  looked.database.close();
  return opened(path, {}, (database) => prepared(database, looked.opening));
}

/** Opens a file for work, and closes it when the work fails. */
function opened<T>(path: string, options: DatabaseSyncOptions, work: (database: Database) => T): T {
  const database = new DatabaseSync(path, options);
  try {
    return work(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Takes a database that somebody opened. */
export function openDatabase(database: Database): Opened {
  const looked = look(database);
  if (looked.opening.fault === null) return prepared(database, looked.opening);
  database.exec('PRAGMA query_only = ON');
  return looked;
}

const nothing: Examined = { fault: null, checked: ['nothing: it is new'], structureAt: null, heads: [] };

function isNew(path: string): boolean {
  return path === ':memory:' || path === '' || !existsSync(path) || statSync(path).size === 0;
}

interface Looked extends Opened {
  readonly opening: Examined;
}

function look(database: Database): Looked {
  const path = fileOf(sqlOf(database));
  const damaged = path === null ? null : examineLog(readLog(path)); // before SQLite takes it over
  connect(database);
  if (damaged !== null) return { database, path, opening: damaged };
  const version = assertOurs(database);
  if (version === 0) return { database, path, opening: nothing };
  const opening = transaction(database, 'READ', () => examine(sqlOf(database), version));
  return { database, path, opening };
}

function prepared(database: Database, opening: Examined): Opened {
  connect(database);
  prepareDatabase(database, assertOurs(database));
  remember(database, opening);
  return { database, opening, path: fileOf(sqlOf(database)) };
}

function sqlOf(database: Database): Sql {
  return (sql) => database.prepare(sql);
}

/** Keeps what was found whole, so that the next opening need not look again; nobody waits for it. */
function remember(database: Database, { structureAt, heads }: Examined): void {
  if (structureAt === null && heads.length === 0) return;
  const sql = sqlOf(database);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    transaction(database, 'WRITE', () => {
      if (structureAt !== null) sql(checkedAt).run(String(structureAt));
      keepHeads(sql, heads);
    });
  } catch {
    // a file that somebody holds, or that can only be read, is looked at again
  }
  connect(database);
}

const checkedAt = `INSERT INTO meta (name, value) VALUES ('checked', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
