import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite, type SqliteLedger } from '../../../src/ledger/sqlite.ts';
import { canMount, mountSmallDisk } from '../../support/faults/small-disk.ts';
import { payment } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';
import { available } from '../../support/skip.ts';

let folder: string;
let path: string;
let copy: string;
let opened: SqliteLedger[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-backup-'));
  path = join(folder, 'ledger.sqlite');
  copy = join(folder, 'copy.sqlite');
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
});

function open(where = path): SqliteLedger {
  const store = openSqlite(where);
  opened.push(store);
  return store;
}

describe('a backup', () => {
  test('is the whole ledger as of one moment, under an epoch of its own', async () => {
    const store = open();
    const office = officeAt(store);
    await office.paying.commit({ token: await confirmed(office) });
    const backup = await store.backup(copy);
    expect(backup).toEqual({ path: copy, bytes: readFileSync(copy).length, epoch: expect.any(String) });
    await office.payer.send('RW1 ST payer-77 from=payer to=scheduler item=x:1');
    const restored = open(copy);
    expect(await restored.epoch()).toEqual({ epoch: backup.epoch, quarantined: true });
    expect((await store.epoch()).quarantined).toBe(false);
    const after = { after: 0, limit: 1_000 };
    const entries = await store.entries('main', after);
    const hashes = (stored: typeof entries) => stored.map(({ entry }) => entry.hash);
    expect(hashes(await restored.entries('main', after))).toEqual(hashes(entries).slice(0, -1));
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
    expect(
      (await restored.report()).promises.find(({ promise }) => promise.startsWith('the file is')),
    ).toMatchObject({
      holds: true,
    });
  });

  test('that is restored runs nothing that was confirmed before: it is unknown, and asked about (act.md 3)', async () => {
    const store = open();
    const office = officeAt(store);
    const token = await confirmed(office);
    const second = await prepared(office, payment(20).line, payment(20).record);
    await store.backup(copy);
    await office.paying.commit({ token });
    expect(office.bank.paid).toHaveLength(1);
    const restored = officeAt(open(copy));
    const paying = restored.pays({ executors: { PAY: office.bank } });
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'quarantined' });
    expect(await restored.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    expect(await restored.payer.statement(second)).toMatchObject({ state: 'ABANDONED' });
    expect(office.bank.asked).toHaveLength(1);
  });

  test('of a backup is of another epoch again, quarantined or not', async () => {
    const store = open();
    await officeAt(store).payer.nextId();
    await store.backup(copy);
    const restored = open(copy);
    await restored.settleEpoch();
    expect((await restored.epoch()).quarantined).toBe(false);
    const third = join(folder, 'third.sqlite');
    await restored.backup(third);
    const epochs = [await store.epoch(), await restored.epoch(), await open(third).epoch()];
    expect(new Set(epochs.map(({ epoch }) => epoch)).size).toBe(3);
    expect(epochs.map(({ quarantined }) => quarantined)).toEqual([false, false, true]);
  });

  test('goes over no file that is there', async () => {
    const store = open();
    await officeAt(store).payer.nextId();
    for (const there of [path, copy]) {
      if (there === copy) writeFileSync(copy, 'theirs');
      const before = readFileSync(there);
      await expect(store.backup(there)).rejects.toMatchObject({ code: 'usage/backup' });
      expect(readFileSync(there)).toEqual(before);
    }
    writeFileSync(`${copy}-partial`, 'what a backup left that was killed');
    rmSync(copy);
    await store.backup(copy);
    expect(existsSync(`${copy}-partial`)).toBe(false);
  });

  test('that cannot be written leaves nothing, and the ledger goes on', async () => {
    const store = open();
    const { payer } = officeAt(store);
    await payer.nextId();
    await expect(store.backup(join(folder, 'none', 'copy.sqlite'))).rejects.toMatchObject({
      name: 'LedgerError',
    });
    mkdirSync(copy);
    await expect(store.backup(copy)).rejects.toMatchObject({ code: 'usage/backup' });
    expect(await payer.nextId()).toBe('payer-2');
  });

  test.skipIf(!available('a disk that it may mount', canMount))(
    'that finds no space leaves nothing',
    async () => {
      const store = open();
      const { payer } = officeAt(store);
      for (let number = 1; number < 200; number++) {
        await payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=x:1 // ${'x'.repeat(250)}`);
      }
      const disk = mountSmallDisk(3);
      if (disk === undefined) throw new Error('no disk');
      try {
        disk.fill(100_000);
        const there = join(disk.folder, 'copy.sqlite');
        await expect(store.backup(there)).rejects.toMatchObject({ code: 'ledger/full', retryable: true });
        expect(readdirSync(disk.folder)).toEqual(['ballast']);
        disk.free();
        await store.backup(there);
      } finally {
        disk.remove();
      }
    },
  );

  test('is taken while another process writes, and of a ledger in memory', async () => {
    const store = open();
    const other = open();
    const { payer } = officeAt(other);
    for (let number = 1; number < 20; number++) {
      await payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=x:1`);
      if (number % 5 === 0) await store.backup(`${copy}-${number}`);
    }
    for (const number of [5, 10, 15]) {
      expect((await open(`${copy}-${number}`).read('main', {})).rows.head.sequence).toBe(number);
    }
    const memory = open(':memory:');
    await officeAt(memory).payer.send('RW1 ST payer-1 from=payer to=scheduler item=x:1');
    await memory.backup(copy);
    expect((await open(copy).read('main', {})).rows.head.sequence).toBe(1);
  });
});
