import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Fact, type Stored } from '../../../src/ledger/index.ts';
import { seal } from '../../../src/ledger/proof/seal.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { busy } from '../../support/ledger/busy.ts';
import { officeAt } from '../../support/ledger/office.ts';
import { stores } from '../../support/ledger/stores.ts';

test.each(stores)('over $name every row is what the entries say (I18)', async ({ open }) => {
  const under = await open();
  const office = await busy(under.store);
  expect(await office.ledger.verify({ state: true })).toMatchObject({ holds: true });
  await under.remove();
});

describe('a row that no entry accounts for', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-state-'));
    const store = openSqlite(join(folder, 'busy'));
    await busy(store);
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    "UPDATE statements SET state = 'CONFIRMED' WHERE state = 'PREPARED'",
    'UPDATE statements SET row = replace(row, \'"state":"PREPARED"\', \'"state":"CONFIRMED"\')',
    "UPDATE statements SET row = json_set(row, '$.call', '{}') WHERE state = 'PREPARED'",
    'UPDATE statements SET fence = fence + 1 WHERE fence > 0',
    'UPDATE statements SET due_at = NULL WHERE due_at IS NOT NULL',
    "UPDATE statements SET principal = 'mallory'",
    "UPDATE statements SET root = 'scheduler-30' WHERE root = 'scheduler-40'",
    'DELETE FROM statements WHERE token NOT IN (SELECT token FROM act_keys)',
    "INSERT INTO statements SELECT token || 1, conversation, root, handoff, principal, state, fence, due_at, row FROM statements WHERE state = 'EXECUTED' LIMIT 1",
    'DELETE FROM act_keys WHERE act_key = (SELECT min(act_key) FROM act_keys)',
    "INSERT INTO act_keys SELECT 'ffff', token FROM act_keys LIMIT 1",
    "UPDATE act_keys SET token = (SELECT token FROM statements WHERE state = 'PREPARED')",
    "UPDATE handoffs SET state = 'CLEARED' WHERE state = 'OWNED'",
    "UPDATE handoffs SET row = json_set(row, '$.principal', 'mallory')",
    "UPDATE handoffs SET row = json_set(row, '$.exp', NULL)",
    "UPDATE handoffs SET row = json_remove(row, '$.guarded')",
    "UPDATE handoffs SET row = 'x'",
    "UPDATE handoffs SET item = 'inv:0'",
    'DELETE FROM closes WHERE handoff = (SELECT min(handoff) FROM closes)',
    "UPDATE closes SET message = 'payer-1'",
    "UPDATE messages SET row = json_set(row, '$.kept', NULL) WHERE json_extract(row, '$.kept') IS NOT NULL",
    "UPDATE messages SET row = replace(row, 'acct=40', 'acct=41')",
    'UPDATE messages SET answer = NULL WHERE answer IS NOT NULL',
    "UPDATE messages SET handoff = NULL WHERE id = 'payer-1'",
    "UPDATE messages SET item = 'x:2' WHERE item IS NOT NULL",
    'UPDATE messages SET asks = NULL WHERE asks IS NOT NULL',
    'PRAGMA ignore_check_constraints = ON; UPDATE handoffs SET open = NULL WHERE open IS NOT NULL',
    "DELETE FROM messages WHERE id = 'payer-90'",
    "UPDATE numbers SET last = 1 WHERE agent = 'payer'",
    "DELETE FROM numbers WHERE agent = 'scheduler'",
  ])('is found: %s', async (sql) => {
    const path = join(folder, String(Math.random()));
    copyFileSync(join(folder, 'busy'), path);
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    expect(database.prepare('SELECT changes() AS n').get()).not.toEqual({ n: 0 });
    const store = openSqlite(database);
    const ledger = createLedger({ store });
    expect(await ledger.verify()).toMatchObject({ holds: true });
    const found = await ledger.verify({ state: true });
    expect(found).toMatchObject({
      holds: false,
      fault: 'state',
      conversation: expect.stringMatching(/^(main|b\u00fcro \u{1f600})$/u),
    });
    expect(JSON.stringify(found)).not.toContain('40-12-88');
    await store.close();
  });

  test('that may be there is none: a number that was given out, a later look of the sweeper', async () => {
    const path = join(folder, String(Math.random()));
    copyFileSync(join(folder, 'busy'), path);
    const database = new DatabaseSync(path);
    database.exec(`UPDATE numbers SET last = last + 1; INSERT INTO numbers VALUES ('main', 'somebody', 1);
      UPDATE statements SET due_at = due_at + 1; UPDATE cursors SET sequence = 1`);
    const store = openSqlite(database);
    expect(await createLedger({ store }).verify({ state: true })).toMatchObject({ holds: true });
    await store.close();
  });
});

test('what is written while the state is compared is no fault, and is told', async () => {
  const store = openSqlite(':memory:');
  const office = await busy(store);
  const rows = store.whole.rows;
  let number = 500;
  Object.assign(store.whole, {
    rows: async (...page: Parameters<typeof rows>) => {
      number += 1;
      await office.payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=x:1`);
      return rows(...page);
    },
  });
  const verified = await officeAt(store).ledger.verify({ state: true });
  expect(verified).toMatchObject({ holds: true });
  expect(JSON.stringify(verified)).toContain('somebody wrote there meanwhile');
});

test('entries that each hold and lead where no ledger comes to are named', async () => {
  const database = new DatabaseSync(':memory:');
  const store = openSqlite(database);
  const office = await busy(store);
  const [head] = (await office.ledger.head('main')).heads;
  const fact: Fact = { fact: 'expired', token: 'nobody made it' };
  const [second] = await store.entries('main', { after: 1, limit: 1 });
  const draft = {
    principal: 'p',
    body: { ...(second as Stored).entry.body, kept: null, message: null, facts: [fact] },
  };
  const place = {
    conversation: 'main',
    sequence: (head?.sequence ?? 0) + 1,
    at: 1,
    previous: head?.hash ?? '',
  };
  const { body: _, ...forged } = seal(draft, place);
  const columns = Object.keys(forged);
  database
    .prepare(`INSERT INTO entries (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(forged));
  expect(await office.ledger.verify()).toMatchObject({ holds: true });
  expect(await office.ledger.verify({ state: true })).toMatchObject({
    holds: false,
    fault: 'state',
    sequence: place.sequence,
  });
});
