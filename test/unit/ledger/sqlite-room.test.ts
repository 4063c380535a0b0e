import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/ledger/index.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../../support/faults/small-disk.ts';
import { payment } from '../../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../../support/ledger/office.ts';
import { available } from '../../support/skip.ts';

const reserve = 'ledger.sqlite-reserve';

async function promised(
  store: Store,
): Promise<{ readonly holds: boolean; readonly because: string } | undefined> {
  const { promises } = await store.report();
  return promises.find(
    ({ promise }) => promise === 'the result of an act can be recorded although the disk is full',
  );
}

function lineOf(number: number): string {
  return `RW1 ST payer-${number} from=payer to=scheduler item=x:1 // ${'x'.repeat(250)}`;
}

describe('room for results', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-room-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is a megabyte beside the ledger, from its first step on', async () => {
    const store = openSqlite(join(folder, 'ledger.sqlite'));
    expect(existsSync(join(folder, reserve))).toBe(false);
    expect(await promised(store)).toMatchObject({ holds: false });
    await officeAt(store).payer.send(lineOf(1));
    expect(statSync(join(folder, reserve)).size).toBe(1024 * 1024);
    expect(await promised(store)).toMatchObject({
      holds: true,
      because: expect.stringContaining('1024 KiB'),
    });
    await store.close();
  });

  test('is not kept for a ledger in memory, and nothing waits for it', async () => {
    const store = openSqlite(':memory:');
    expect(await officeAt(store).payer.send(lineOf(1))).toMatchObject({ outcome: 'accepted' });
    expect(await promised(store)).toMatchObject({ holds: false });
  });

  test('that cannot be made for another reason than a full disk holds nothing up', async () => {
    mkdirSync(join(folder, reserve));
    const store = openSqlite(join(folder, 'ledger.sqlite'));
    const office = officeAt(store);
    expect(await office.payer.send(lineOf(1))).toMatchObject({ outcome: 'accepted' });
    expect(await office.paying.commit({ token: await confirmed(office) })).toMatchObject({
      outcome: 'executed',
    });
    await store.close();
  });
});

describe.skipIf(!available('a disk that it may mount', canMount))('room for results on a full disk', () => {
  let disk: SmallDisk;
  let store: Store;
  let office: Office;
  beforeEach(() => {
    disk = mountSmallDisk(6) as SmallDisk;
    store = openSqlite(join(disk.folder, 'ledger.sqlite'));
    office = officeAt(store);
  });
  afterEach(async () => {
    await store.close();
    disk.remove();
  });

  const full = { code: 'ledger/full', retryable: true };
  const there = (): boolean => existsSync(join(disk.folder, reserve));

  test('takes the results of all acts that run, and nothing else until there is space; then it is kept again', async () => {
    const tokens: string[] = [];
    for (let number = 10; number < 90; number += 10) {
      const { line, record } = payment(number);
      tokens.push(await confirmed(office, line, record));
    }
    office.bank.meanwhile = async () => disk.fill();
    const [first = '', ...others] = tokens;
    // every one of them is claimed while there is space, and paid when there is none
    const outcomes = await Promise.all(
      [first, ...others.slice(0, 4)].map((token) => office.paying.commit({ token })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('executed'));
    expect(there()).toBe(false);
    expect(await promised(store)).toMatchObject({ holds: false });
    for (let number = 1; number < 20; number++) {
      await expect(office.payer.send(lineOf(number))).rejects.toMatchObject(full);
    }
    await expect(office.paying.commit({ token: others[5] ?? '' })).rejects.toMatchObject(full);
    expect(office.bank.paid).toHaveLength(5);
    disk.free();
    office.bank.meanwhile = null;
    expect(await office.payer.send(lineOf(50))).toMatchObject({ outcome: 'accepted' });
    expect(there()).toBe(true);
    expect(await office.paying.commit({ token: others[5] ?? '' })).toMatchObject({ outcome: 'executed' });
  });

  test('is left alone by lines that find the disk full', async () => {
    await office.payer.send(lineOf(1));
    disk.fill();
    const fill = async (): Promise<void> => {
      for (let number = 2; ; number++) await office.payer.send(lineOf(number));
    };
    await expect(fill()).rejects.toMatchObject(full);
    expect(there()).toBe(true);
  });

  test('that could not be made is made when there is space, and until then no line is taken', async () => {
    await store.close();
    const room = 200_000;
    disk.fill();
    disk.free();
    const other = join(disk.folder, 'other.sqlite');
    const small = openSqlite(other);
    disk.fill(room);
    await expect(officeAt(small).payer.send(lineOf(1))).rejects.toMatchObject(full);
    expect(existsSync(`${other}-reserve`)).toBe(false);
    disk.free();
    expect(await officeAt(small).payer.send(lineOf(1))).toMatchObject({ outcome: 'accepted' });
    await small.close();
  });
});
