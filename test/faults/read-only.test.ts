import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { CX0 } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('a disk that it may mount', canMount))('a disk that can only be read', () => {
  let disk: SmallDisk;
  let copy: string;
  let path: string;
  let office: Office;
  let token: string;
  beforeEach(async () => {
    disk = mountSmallDisk() as SmallDisk;
    copy = mkdtempSync(join(tmpdir(), 'hearback-copy-'));
    path = join(disk.folder, 'ledger.sqlite');
    office = officeAt(openSqlite(path));
    token = await confirmed(office);
    cpSync(disk.folder, copy, { recursive: true }); // as a crash leaves it, with its log
    await office.ledger.close();
  });
  afterEach(async () => {
    await office.ledger.close();
    disk.remove();
    rmSync(copy, { recursive: true });
  });

  test('with the log of a crash is a ledger that is read, takes no line and runs nothing', async () => {
    cpSync(copy, disk.folder, { recursive: true });
    disk.make('read-only');
    office = officeAt(openSqlite(path));
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED' });
    const readOnly = {
      code: 'ledger/read-only',
      retryable: false,
      message: expect.stringMatching(/can only be read; nothing was written/),
    };
    await expect(office.scheduler.send(CX0)).rejects.toMatchObject(readOnly);
    await expect(office.paying.commit({ token })).rejects.toMatchObject(readOnly);
    expect(office.bank.asked).toEqual([]);
  });

  test('without one is told as a file that cannot be opened, and goes on when it can be written', async () => {
    disk.make('read-only');
    const cannot = { code: 'ledger/cannot-open', retryable: false };
    expect(() => openSqlite(path)).toThrow(expect.objectContaining(cannot));
    disk.make('writable');
    office = officeAt(openSqlite(path));
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });
});
