import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRow, rowText } from '../../../src/ledger/sql/row-text.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { confirmed, type Office, officeAt } from '../../support/ledger/office.ts';

describe('what runs is what was prepared, whatever a table says (I16)', () => {
  let database: DatabaseSync;
  let office: Office;
  let token: string;
  beforeEach(async () => {
    database = new DatabaseSync(':memory:');
    office = officeAt(openSqlite(database));
    token = await confirmed(office);
  });

  function change(members: (row: Readonly<Record<string, unknown>>) => object): void {
    const row = readRow<object>(String(database.prepare('SELECT row FROM statements').get()?.['row']));
    const text = rowText({ ...row, ...members({ ...row }) });
    database.prepare('UPDATE statements SET row = ?').run(text);
  }

  const changes: Readonly<Record<string, Parameters<typeof change>[0]>> = {
    'the call and its hash': ({ call }) => {
      const other = String(call).replace('5400.00', '9400.00');
      return { call: other, sha256: createHash('sha256').update(other).digest('hex') };
    },
    key: ({ key }) => ({ key: String(key).replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
    exp: ({ exp }) => ({ exp: Number(exp) + 60_000 }),
    executor: () => ({ executor: 'another' }),
    'act keys': () => ({ actKeys: [] }),
  };

  test.each(Object.entries(changes))('%s', async (_, members) => {
    change(members);
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      code: 'ledger/not-trusted',
      message: expect.stringMatching(
        /^LEDGER NOT TRUSTED at entry 2 of main \(the statement’s \w+ differs\)\./,
      ),
    });
    expect(office.bank.asked).toEqual([]);
  });

  test('an entry that is not what was written', async () => {
    database.exec(
      "DROP TRIGGER entries_never_change; UPDATE entries SET principal = 'else' WHERE sequence = 2",
    );
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      code: 'ledger/not-trusted',
      message: expect.stringContaining('at entry 2 of main (hash differs)'),
    });
    expect(office.bank.asked).toEqual([]);
  });

  test('nor is an unknown outcome looked up or sent again under another key', async () => {
    office.bank.can = {
      ...office.bank.can,
      idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' },
    };
    office.bank.moods = ['lost'];
    await office.paying.commit({ token });
    const asked = office.bank.asked.length;
    change(changes['key'] as Parameters<typeof change>[0]);
    await expect(office.paying.settle({ token })).rejects.toMatchObject({
      code: 'ledger/undecided',
      message: expect.stringMatching(/^UNKNOWN: .*LEDGER NOT TRUSTED at entry 2 of main/),
    });
    expect(office.bank.asked).toHaveLength(asked);
    expect(office.bank.paid).toHaveLength(1);
  });

  test('what is as it was runs', async () => {
    change(() => ({}));
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });
});
