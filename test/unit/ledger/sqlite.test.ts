import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fold, type Rows, type Store } from '../../../src/ledger/index.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { CX0, HO0, payment, record } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';

let folder: string;
let path: string;
let opened: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-sqlite-'));
  path = join(folder, 'ledger.sqlite');
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
});

function store(): Store {
  const one = openSqlite(path);
  opened.push(one);
  return one;
}

function raw<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

describe('the database holds, whatever the code would do', () => {
  test('entries are never changed and never deleted (T21)', async () => {
    await officeAt(store()).scheduler.send(HO0, { record });
    const replaced = `INSERT OR REPLACE INTO entries (conversation, sequence, at, principal, text, previous, hash)
      SELECT conversation, sequence, at, 'mallory', text, previous, hash FROM entries`;
    const inItsPlace = `INSERT OR REPLACE INTO entries (rowid, conversation, sequence, at, principal, text, previous, hash)
      SELECT rowid, conversation, 99, at, principal, text, previous, hash FROM entries LIMIT 1`;
    const changes = [
      "UPDATE entries SET text = ''",
      'UPDATE OR REPLACE entries SET rowid = rowid + 1',
      'DELETE FROM entries',
      inItsPlace,
      "UPDATE entries SET kept = '{}'",
      'UPDATE entries SET kept = NULL',
      replaced,
    ];
    for (const sql of changes) {
      expect(() => raw((database) => database.exec(sql))).toThrow(/never/);
    }
  });

  test('one live statement a root, one holder an act, one message an id, one close a handoff (A12, I2, I9)', async () => {
    const office = officeAt(store());
    await office.paying.commit({ token: await confirmed(office) });
    const other = payment(20);
    await prepared(office, other.line, other.record);
    const copies = [
      "INSERT INTO statements SELECT 'other', conversation, root, handoff, principal, state, fence, due_at, row FROM statements WHERE state = 'PREPARED'",
      'INSERT INTO act_keys SELECT act_key, token FROM act_keys LIMIT 1',
      'INSERT INTO messages SELECT * FROM messages LIMIT 1',
      'INSERT INTO closes SELECT * FROM closes LIMIT 1',
      'INSERT INTO entries SELECT conversation, sequence, at, principal, text, previous, hash, kept FROM entries LIMIT 1',
    ];
    for (const sql of copies)
      expect(() => raw((database) => database.exec(sql)), sql).toThrow(/UNIQUE|never replaced/);
  });

  test('a handoff is among the open ones by its state', async () => {
    await officeAt(store()).scheduler.send(HO0, { record });
    for (const open of ['NULL', '2'])
      expect(() => raw((database) => database.exec(`UPDATE handoffs SET open = ${open}`))).toThrow(/CHECK/);
    raw((database) => database.exec("UPDATE handoffs SET state = 'CLOSED_CX', open = NULL"));
  });

  test('a row that is no longer what was read is not written over, and nothing else is written', async () => {
    const database = new DatabaseSync(path);
    const one = openSqlite(database);
    opened.push(one);
    const office = officeAt(one);
    const token = await confirmed(office);
    const before = await office.payer.thread();
    const step = one.step.bind(one);
    one.step = (conversation, wanted, decide) =>
      step(conversation, wanted, (slice) => {
        const decision = decide(slice);
        database.exec('UPDATE statements SET fence = fence + 1');
        return decision;
      });
    await expect(office.paying.commit({ token })).rejects.toMatchObject({ code: 'ledger/conflict' });
    expect(await office.payer.thread()).toEqual(before);
    expect(office.bank.asked).toEqual([]);
  });
});

describe('what is opened', () => {
  test('is a ledger of this schema, or an empty file, or refused', async () => {
    await store().close();
    opened = [];
    raw((database) => database.exec('PRAGMA user_version = 99'));
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'ledger/newer-schema' }));
    rmSync(path);
    raw((database) => database.exec('CREATE TABLE theirs (x)'));
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'ledger/not-a-ledger' }));
    expect(raw((database) => database.prepare('PRAGMA user_version').get())).toEqual({ user_version: 0 });
    raw((database) => database.exec('PRAGMA application_id = 7'));
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'ledger/not-a-ledger' }));
    writeFileSync(path, 'this is no database, and it is long enough to be looked at as one'.repeat(20));
    expect(() => openSqlite(path)).toThrow(expect.objectContaining({ code: 'ledger/not-a-ledger' }));
    expect(() => openSqlite(join(folder, 'none', 'ledger.sqlite'))).toThrow(
      expect.objectContaining({ code: 'ledger/cannot-open' }),
    );
  });

  test('has the settings that keep what was committed', () => {
    const database = new DatabaseSync(path);
    opened.push(openSqlite(database));
    const setting = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(
      ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'busy_timeout'].map(setting),
    ).toEqual(['wal', 2, 1, 0, 10_000]);
  });

  test('in memory too', async () => {
    const office = officeAt(openSqlite(':memory:'));
    expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
    await office.ledger.close();
  });
});

describe('failures', () => {
  test('a locked ledger says so, and that nothing was written', async () => {
    const database = new DatabaseSync(path);
    const office = officeAt(openSqlite(database));
    database.exec('PRAGMA busy_timeout = 50');
    const holder = new DatabaseSync(path);
    holder.exec('BEGIN IMMEDIATE');
    await expect(office.scheduler.send(HO0, { record })).rejects.toMatchObject({
      code: 'ledger/busy',
      retryable: true,
    });
    holder.exec('ROLLBACK');
    holder.close();
    expect(await office.scheduler.send(HO0, { record })).toMatchObject({
      outcome: 'accepted',
      entry: { sequence: 1 },
    });
    await office.ledger.close();
  });

  test('a full disk refuses the line before the act, and keeps the result of an act until it can be written', async () => {
    const database = new DatabaseSync(path);
    const office = officeAt(openSqlite(database));
    const token = await confirmed(office);
    const limit = (pages: number) => database.exec(`PRAGMA max_page_count = ${pages}`);
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
    limit(pages);
    const long = `RW1 ST payer-90 from=payer to=scheduler item=x:1 // ${'x'.repeat(290)}`;
    const fill = async (from: number): Promise<void> => {
      for (let number = from; number < from + 500; number++)
        await office.payer.send(long.replace('-90', `-9${number}`));
    };
    await expect(fill(0)).rejects.toMatchObject({ code: 'ledger/full', retryable: true });
    await expect(office.paying.commit({ token })).rejects.toMatchObject({ code: 'ledger/full' });
    expect(office.bank.asked).toEqual([]);
    limit(pages + 1_000);
    office.bank.meanwhile = async () => {
      limit(1); // no page more than there is
      await expect(fill(500)).rejects.toMatchObject({ code: 'ledger/full' });
      setTimeout(() => limit(pages + 1_000), 200);
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid).toHaveLength(1);
    await office.ledger.close();
  });

  test.each([
    'UPDATE statements SET row = substr(row, 2)',
    "UPDATE handoffs SET row = '{'",
    "DROP INDEX messages_asking; UPDATE messages SET row = ''", // the index reads the row, and would refuse
    'PRAGMA foreign_keys = OFF; DROP TABLE statements',
  ])('what is no ledger any more is told as damaged: %s', async (sql) => {
    const office = officeAt(store());
    const token = await confirmed(office);
    raw((database) => database.exec(sql));
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      code: 'ledger/damaged',
      retryable: false,
    });
    expect(office.bank.asked).toEqual([]);
  });

  test('a read-only file is read, and not written', async () => {
    await officeAt(store()).scheduler.send(HO0, { record });
    const database = new DatabaseSync(path);
    const office = officeAt(openSqlite(database));
    database.exec('PRAGMA query_only = ON');
    expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-1']);
    await expect(office.scheduler.send(CX0)).rejects.toMatchObject({ code: 'ledger/read-only' });
    await office.ledger.close();
    chmodSync(path, 0o644);
  });
});

describe('the chain and the state', () => {
  test('every state is rebuilt by replaying the log (I18)', async () => {
    const one = store();
    const office = officeAt(one);
    const token = await confirmed(office);
    office.bank.moods = ['lost', 'declines'];
    await office.paying.commit({ token });
    const other = payment(20);
    await prepared(office, other.line, other.record);
    await office.scheduler.send(
      CX0.replace('re=scheduler-1', 're=scheduler-20').replace('inv:MD-2026-057', 'inv:MD-20'),
    );
    const third = payment(30);
    await office.paying.commit({ token: await confirmed(office, third.line, third.record) });
    const stored = await one.entries('main', { after: 0, limit: 1_000 });
    const rebuilt = fold(
      'main',
      stored.map(({ entry }) => entry),
    );
    const ids = [...rebuilt.messages.keys()];
    const { rows } = await one.read('main', { ids });
    const plain = (state: Rows) => ({
      head: state.head,
      ...Object.fromEntries(
        (['messages', 'handoffs', 'statements'] as const).map((table) => [
          table,
          Object.fromEntries(state[table] as Map<string, unknown>),
        ]),
      ),
    });
    expect(plain(rows)).toEqual(plain(rebuilt));
    expect(rows.statements.size).toBe(3);
  });

  test('names the first entry that is not what was written: any flipped byte (T21)', async () => {
    const office = officeAt(store());
    await office.paying.commit({ token: await confirmed(office) });
    const rows = raw((database) =>
      database.prepare("SELECT sequence, text FROM entries WHERE conversation = 'main'").all(),
    ) as {
      sequence: number;
      text: string;
    }[];
    raw((database) => database.exec('DROP TRIGGER entries_never_change; DROP TRIGGER entries_never_go'));
    expect(await office.ledger.verify()).toMatchObject({ holds: true, entries: 6 });
    for (const { sequence, text } of rows) {
      for (let at = 0; at < text.length; at += 97) {
        const flipped = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
        const set = (value: string) =>
          raw((database) =>
            database
              .prepare("UPDATE entries SET text = ? WHERE sequence = ? AND conversation = 'main'")
              .run(value, sequence),
          );
        set(flipped);
        expect(await office.ledger.verify(), `${sequence}:${at}`).toMatchObject({ holds: false, sequence });
        set(text);
      }
    }
    raw((database) =>
      database.exec("UPDATE entries SET text = substr(text, 2) WHERE sequence = 3 AND conversation = 'main'"),
    );
    await expect(office.payer.thread()).rejects.toMatchObject({ code: 'ledger/damaged' });
    for (const sql of [
      "UPDATE entries SET principal = 'else' WHERE sequence = 2 AND conversation = 'main'",
      "UPDATE entries SET at = at + 1 WHERE sequence = 2 AND conversation = 'main'",
      "UPDATE entries SET hash = previous WHERE sequence = 2 AND conversation = 'main'",
      'DELETE FROM messages; PRAGMA foreign_keys = OFF; DELETE FROM entries WHERE sequence = 2',
    ]) {
      raw((database) => database.exec(`PRAGMA foreign_keys = OFF; ${sql}`));
      expect(await office.ledger.verify(), sql).toMatchObject({ holds: false, sequence: 2 });
    }
  });
});
