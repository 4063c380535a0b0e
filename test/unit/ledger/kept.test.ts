import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { keptDigest } from '../../../src/ledger/kept.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { HO0, record } from '../../support/ledger/lines.ts';
import { officeAt } from '../../support/ledger/office.ts';

/** A ledger with HO0 and its record, and a hand that reaches past its triggers. */
async function withRecord(): Promise<{ office: ReturnType<typeof officeAt>; database: DatabaseSync }> {
  const database = new DatabaseSync(':memory:');
  const office = officeAt(openSqlite(database));
  await office.scheduler.send(HO0, { record });
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  return { office, database };
}

test('an entry says what is kept beside it by a digest, and never what it is', async () => {
  const { database } = await withRecord();
  const { text } = database.prepare("SELECT text FROM entries WHERE conversation = 'main'").get() as {
    text: string;
  };
  const { kept } = database.prepare('SELECT kept FROM entries WHERE kept IS NOT NULL').get() as {
    kept: string;
  };
  expect(JSON.parse(text).kept).toBe(keptDigest(kept));
  expect(JSON.parse(kept).salt).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  [
    'is another account',
    `UPDATE entries SET kept = replace(kept, '"acct":"40-12-88/61102938"', '"acct":"20-00-00/99999999"')`,
  ],
  ['is gone', 'UPDATE entries SET kept = NULL'],
  ['lost its salt', `UPDATE entries SET kept = json_remove(kept, '$.salt')`],
])('a record that %s judges nothing: the ledger is not trusted', async (_, sql) => {
  const { office, database } = await withRecord();
  database.exec(sql);
  const damaged = expect.objectContaining({ code: 'ledger/damaged', retryable: false });
  await expect(office.paying.prepare({ handoff: 'scheduler-1' })).rejects.toEqual(damaged);
  expect((await office.scheduler.thread()).length).toBe(1);
});

test('a ledger of schema 1, whose entries say nothing of what is kept, goes on', async () => {
  const { office, database } = await withRecord();
  database.exec(`UPDATE entries SET text = json_remove(text, '$.kept', '$.salt');
    UPDATE messages SET row = json_remove(row, '$.kept', '$.sum'); UPDATE entries SET kept = json_remove(kept, '$.salt')`);
  expect(await office.scheduler.kept('scheduler-1')).toEqual({ record });
  expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ outcome: 'prepared' });
});
