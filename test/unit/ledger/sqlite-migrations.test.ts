import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { expectVersion1, version1 } from '../../support/ledger/version-1.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-migrations-'));
  path = join(folder, 'ledger.sqlite');
  make();
});
afterEach(() => rmSync(folder, { recursive: true }));

function make(): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  raw((database) => database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${version1('sqlite')} COMMIT`));
}

function raw<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function version(): unknown {
  return raw((database) => database.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Every table, index and column as the file has it. */
function shape(): unknown {
  return raw((database) => database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2').all());
}

describe('a ledger of version 1', () => {
  test('is brought to version 2 when it is opened, and everything in it stands', async () => {
    expect(version()).toBe(1);
    const store = openSqlite(path);
    await expectVersion1(store);
    await store.close();
    expect(version()).toBe(2);
    expect(raw((database) => database.prepare('PRAGMA integrity_check').all())).toEqual([
      { integrity_check: 'ok' },
    ]);
    expect(raw((database) => database.prepare('PRAGMA foreign_key_check').all())).toEqual([]);
  });

  test('has the tables that a new ledger has', async () => {
    await openSqlite(path).close();
    const migrated = shape();
    rmSync(path);
    await openSqlite(path).close();
    expect(migrated).toEqual(shape());
  });

  test('is one of version 1 or one of version 2 wherever the process that brings it on is killed', async () => {
    const opener = fileURLToPath(new URL('../../support/ledger/opener.ts', import.meta.url));
    const open = (...args: string[]) =>
      spawnSync(process.execPath, ['--conditions=hearback-source', opener, path, ...args], {
        encoding: 'utf8',
      });
    const before = shape();
    const versions: unknown[] = [];
    for (let at = 1; ; at++) {
      for (const when of ['before', 'after']) {
        make();
        const { signal, stdout, stderr } = open(String(at), when);
        if (signal === null) {
          expect([stderr, Number(stdout)]).toEqual(['', at - 1]); // it had nothing left to die of
          expect(new Set(versions)).toEqual(new Set([1, 2]));
          return;
        }
        versions.push(version());
        if (versions.at(-1) === 1) expect(shape()).toEqual(before);
        const store = openSqlite(path);
        await expectVersion1(store);
        await store.close();
      }
    }
  });
});
