import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LedgerError, type Store } from '../../../src/ledger/index.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { HO0, payment, record, values } from '../../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../../support/ledger/office.ts';
import { version1 } from '../../support/ledger/version-1.ts';

let folder: string;
let path: string;
let opened: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-damage-'));
  path = join(folder, 'ledger.sqlite');
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
});

function open(where: string | DatabaseSync = path): Store {
  const store = openSqlite(where);
  opened.push(store);
  return store;
}

/** A ledger on the disk with a statement that is confirmed, and its token. */
async function madeLedger(): Promise<string> {
  const store = openSqlite(path);
  const token = await confirmed(officeAt(store));
  await store.close();
  return token;
}

/** Turns one bit of a file. */
function flip(file: string, at: number, bit = 0): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  writeFileSync(file, bytes);
}

function digest(): string {
  const hash = createHash('sha256');
  for (const end of ['', '-wal']) if (existsSync(path + end)) hash.update(readFileSync(path + end));
  return hash.digest('hex');
}

async function expectReadOnly(office: Office, store: Store, token: string, message: RegExp): Promise<void> {
  const refused = { name: 'LedgerError', code: 'ledger/not-trusted', retryable: false };
  const told = { ...refused, message: expect.stringMatching(message) };
  await expect(office.paying.commit({ token })).rejects.toMatchObject(told);
  await expect(office.scheduler.send(HO0, { record })).rejects.toMatchObject(told);
  await expect(office.payer.nextId()).rejects.toMatchObject(told);
  await expect(store.acknowledge('main', 'payer', 1)).rejects.toMatchObject(told);
  await expect(store.settleEpoch()).rejects.toMatchObject(told);
  expect(office.bank.asked).toEqual([]);
  const { promises } = await store.report();
  expect(promises.find(({ promise }) => promise === 'the file is what was written')).toMatchObject({
    holds: false,
    because: expect.stringMatching(message),
  });
}

describe('a damaged file', () => {
  test('with a flipped bit in an entry is read, and nothing in it is executed (act.md 8)', async () => {
    const token = await madeLedger();
    flip(path, readFileSync(path).indexOf('"line":"RW1 AN scheduler-2') + 9);
    const before = digest();
    const store = open();
    const office = officeAt(store);
    const message =
      /^LEDGER NOT TRUSTED at entry 3 of main \(hash differs\)\. Read-only\. Nothing will be executed\./;
    await expectReadOnly(office, store, token, message);
    expect((await office.payer.thread()).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-1']);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED' });
    expect(await office.ledger.verify()).toMatchObject({ holds: false, sequence: 3 });
    await store.close();
    expect(digest()).toBe(before);
  });

  test('with a broken page is read as far as it can be', async () => {
    const token = await madeLedger();
    const root = pageOf('act_keys');
    const bytes = readFileSync(path);
    bytes.writeUInt16BE(60_000, (root - 1) * 4096 + 3); // more cells than a page can have
    writeFileSync(path, bytes);
    const store = open();
    const office = officeAt(store);
    await expectReadOnly(
      office,
      store,
      token,
      /^LEDGER NOT TRUSTED \(.+\)\. Read-only\. Nothing will be executed\./,
    );
    expect((await office.payer.thread()).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  test('that was cut short is not opened', async () => {
    await madeLedger();
    truncateSync(path, readFileSync(path).length - 3 * 4096);
    expect(() => open()).toThrow(
      expect.objectContaining({
        code: 'ledger/not-trusted',
        message: expect.stringMatching(/^LEDGER NOT TRUSTED \(the file cannot be read\)/),
      }),
    );
  });

  test('that is damaged while it is open is not trusted from then on', async () => {
    const token = await madeLedger();
    const store = open();
    const office = officeAt(store);
    const other = payment(20);
    const sound = await confirmed(office, other.line, other.record);
    raw((database) => database.exec(`UPDATE statements SET row = '{' WHERE token = '${token}'`));
    await expect(office.paying.commit({ token })).rejects.toMatchObject({ code: 'ledger/damaged' });
    await expectReadOnly(office, store, sound, /^LEDGER NOT TRUSTED \(the file is damaged\)/);
  });

  test('never has other executed than was confirmed, whichever bit is flipped', async () => {
    const token = await madeLedger();
    const key = raw((database) => database.prepare("SELECT row ->> '$.key' AS key FROM statements").get())?.[
      'key'
    ];
    const whole = readFileSync(path);
    const outcomes = new Set<string>();
    for (let at = 7; at < whole.length; at += 1_009) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
      for (const end of ['-wal', '-shm', '-reserve']) rmSync(path + end, { force: true });
      writeFileSync(path, bytes);
      const store = opening();
      if (store === null) continue;
      const office = officeAt(store);
      await office.paying.commit({ token }).then(
        ({ outcome }) => outcomes.add(outcome),
        ({ name, code }) => outcomes.add(code ?? name),
      );
      await store.close();
      const ran = office.bank.asked.map(({ call, key }) => ({ values: call.values, key }));
      expect(ran, `byte ${at}`).toEqual(ran.length === 0 ? [] : [{ values, key }]);
    }
    function opening(): Store | null {
      try {
        return openSqlite(path);
      } catch (error) {
        expect(error).toBeInstanceOf(LedgerError);
        return null;
      }
    }
    expect(outcomes).toContain('executed'); // a bit that nothing stands on
    expect(outcomes).toContain('ledger/not-trusted');
  });
});

describe('the log beside a file', () => {
  /** A ledger whose process died: ten lines and a statement that was confirmed and committed, all of it in the log. */
  async function crashed(): Promise<string> {
    const store = openSqlite(path);
    const office = officeAt(store);
    const token = await confirmed(office);
    for (let number = 0; number < 10; number++) {
      await office.scheduler.send(`RW1 ST scheduler-${number + 50} from=scheduler to=payer item=x:${number}`);
    }
    await office.paying.commit({ token });
    expect(office.bank.paid).toHaveLength(1);
    for (const end of ['', '-wal']) copyFileSync(path + end, `${path}-copy${end}`);
    await store.close();
    for (const end of ['', '-wal']) copyFileSync(`${path}-copy${end}`, path + end);
    return token;
  }

  function frames(): number {
    return (readFileSync(`${path}-wal`).length - 32) / (24 + 4096);
  }

  function frameAt(number: number): number {
    return 32 + number * (24 + 4096);
  }

  test('is taken over whole when its process died', async () => {
    const token = await crashed();
    const office = officeAt(open());
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
    expect(office.bank.asked).toEqual([]);
  });

  test('that was torn in its last transaction is taken over without it: nobody was told of that one', async () => {
    const token = await crashed();
    const { length } = await officeAt(openSqlite(`${path}-copy`)).payer.thread({ limit: 1_000 });
    for (const cut of [1, 4096, 4097]) {
      for (const end of ['', '-wal']) copyFileSync(`${path}-copy${end}`, path + end);
      rmSync(`${path}-shm`, { force: true });
      await crashedCopy(cut);
    }
    async function crashedCopy(cut: number): Promise<void> {
      truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - cut);
      const store = openSqlite(path);
      const office = officeAt(store);
      const thread = await office.payer.thread({ limit: 1_000 });
      expect(thread).toHaveLength(length - 1);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
      // the claim is there, the outcome is not: unknown, never paid again
      expect(await office.payer.statement(token)).toMatchObject({ state: 'CLAIMED' });
      await store.close();
    }
  });

  test('with a flipped bit before the last transaction is not trusted, and left as it is', async () => {
    const token = await crashed();
    const before = readFileSync(`${path}-wal`);
    for (const at of [4, 24 + 100, 24 + 4000]) {
      writeFileSync(`${path}-wal`, before);
      flip(`${path}-wal`, frameAt(Math.floor(frames() / 3)) + at, 3);
      const damaged = digest();
      const store = openSqlite(path);
      const message =
        /^LEDGER NOT TRUSTED \(the log beside it is damaged: \d+ transactions behind frame \d+ are lost\)\. Read-only\./;
      await expectReadOnly(officeAt(store), store, token, message);
      await store.close();
      expect(digest()).toBe(damaged);
    }
  });

  test('whose head is damaged is not trusted', async () => {
    const token = await crashed();
    for (const at of [1, 9, 17, 25]) {
      copyFileSync(`${path}-copy-wal`, `${path}-wal`);
      flip(`${path}-wal`, at);
      const store = openSqlite(path);
      await expectReadOnly(
        officeAt(store),
        store,
        token,
        /^LEDGER NOT TRUSTED \(the log beside it is damaged/,
      );
      await store.close();
    }
  });

  test('that belongs to an earlier round is no damage', async () => {
    const store = openSqlite(path);
    const { scheduler } = officeAt(store);
    for (let number = 1; number < 20; number++) {
      await scheduler.send(`RW1 ST scheduler-${number} from=scheduler to=payer item=x:${number}`);
    }
    raw((database) => database.exec('PRAGMA wal_checkpoint(RESTART)'));
    await scheduler.send('RW1 ST scheduler-20 from=scheduler to=payer item=x:20'); // over the first of them
    for (const end of ['', '-wal']) copyFileSync(path + end, `${path}-copy${end}`);
    await store.close();
    const again = officeAt(openSqlite(`${path}-copy`));
    expect(await again.scheduler.thread()).toHaveLength(20);
    await again.scheduler.send('RW1 ST scheduler-21 from=scheduler to=payer item=x:21');
    await again.ledger.close();
  });
});

describe('a file that can only be read', () => {
  test('is read, and says at each step that it can only be read', async () => {
    const token = await madeLedger();
    const store = open(new DatabaseSync(path, { readOnly: true }));
    const office = officeAt(store);
    expect((await office.payer.thread()).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    const refused = { name: 'LedgerError', code: 'ledger/read-only', retryable: false };
    await expect(office.paying.commit({ token })).rejects.toMatchObject(refused);
    const status = 'RW1 ST scheduler-9 from=scheduler to=payer item=x:1';
    await expect(office.scheduler.send(status)).rejects.toMatchObject(refused);
    expect(office.bank.asked).toEqual([]);
  });

  test('of version 1 is not brought on, and says so', () => {
    raw((database) => database.exec(`PRAGMA journal_mode = WAL; ${version1('sqlite')}`));
    expect(() => openSqlite(new DatabaseSync(path, { readOnly: true }))).toThrow(
      expect.objectContaining({ code: 'ledger/read-only' }),
    );
  });
});

describe('an opening', () => {
  const many = 1_010;
  let made: string;
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'hearback-opening-'));
    await fill(1, many, join(made, 'ledger.sqlite'));
  });
  beforeEach(() => copyFileSync(join(made, 'ledger.sqlite'), path));
  afterAll(() => rmSync(made, { recursive: true }));

  async function fill(from: number, count: number, where = path): Promise<void> {
    const store = openSqlite(where);
    const { scheduler } = officeAt(store);
    for (let number = from; number < from + count; number++) {
      await scheduler.send(`RW1 ST scheduler-${number} from=scheduler to=payer item=x:${number}`);
    }
    await store.close();
  }

  async function checked(): Promise<string> {
    const store = openSqlite(path);
    const { promises } = await store.report();
    await store.close();
    return promises.find(({ promise }) => promise === 'the file is what was written')?.because ?? '';
  }

  test('reads the chain from the last checkpoint, and says what it looked at', async () => {
    expect(await checked()).toContain('the hash chain of 0 entries'); // the process that wrote them ended in order
    raw((database) => database.exec('DELETE FROM checkpoints'));
    expect(await checked()).toBe(
      'when it was opened, this was looked at: its structure (quick_check); the hash chain of 1,010 entries since the last checkpoint',
    );
    expect(await checked()).toContain('the hash chain of 0 entries since the last checkpoint');
    await fill(many + 1, 2);
    expect(await checked()).toContain('the hash chain of 2 entries since the last checkpoint');
  });

  test('finds what changed since, and leaves what was before to verify', async () => {
    await checked();
    await fill(many + 1, 3);
    const change = (sequence: number) =>
      raw((database) =>
        database.exec(
          `DROP TRIGGER IF EXISTS entries_never_change; UPDATE entries SET at = at + 1 WHERE sequence = ${sequence}`,
        ),
      );
    change(5);
    expect(await checked()).not.toContain('NOT TRUSTED');
    const office = officeAt(open());
    expect(await office.ledger.verify()).toMatchObject({ holds: false, sequence: 5 });
    change(many + 2);
    expect(await checked()).toMatch(/^LEDGER NOT TRUSTED at entry 1,012 of main \(hash differs\)/);
  });

  test('finds that entries before the last checkpoint are gone', async () => {
    await checked();
    raw((database) =>
      database.exec(
        `PRAGMA foreign_keys = OFF; DROP TRIGGER entries_never_go; DELETE FROM entries WHERE sequence > ${many - 10}`,
      ),
    );
    expect(await checked()).toMatch(/^LEDGER NOT TRUSTED at entry 1,001 of main \(an entry is missing here/);
  });

  test('finds nothing wrong with what was redacted before and after a checkpoint', async () => {
    await checked();
    const store = openSqlite(path);
    const office = officeAt(store);
    for (const sequence of [3, 7]) {
      const redacted = await office.ledger.redact({ sequence, reason: 'asked for', by: 'm.okafor' });
      expect(redacted).toMatchObject({ outcome: 'redacted' });
    }
    await store.close();
    expect(await checked()).not.toContain('NOT TRUSTED');
  });
});

function raw<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function pageOf(table: string): number {
  return raw((database) => {
    const row = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
    return Number(row?.['rootpage']);
  });
}
