import { DatabaseSync } from 'node:sqlite';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { remainsOf } from '../../../src/ledger/proof/remains.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { officeAt } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { available } from '../../support/skip.ts';

const line = (number: number): string =>
  `RW1 ST scheduler-${number} from=scheduler to=payer item=x:1 // Mr Marlow is ill`;

/** What nobody may do to a ledger of three lines whose second one is redacted by entry 5, with what is left of it. */
const attempts = (left: string): readonly string[] => [
  "UPDATE entries SET text = '' WHERE sequence = 1",
  "UPDATE entries SET text = '{}' WHERE sequence = 1",
  'UPDATE entries SET text = text WHERE sequence = 1',
  `UPDATE entries SET text = '${left}' WHERE sequence = 1`,
  `UPDATE entries SET text = '${left.replace('"sequence":2', '"sequence":1')}' WHERE sequence = 3`,
  `UPDATE entries SET text = '${left.replace('scheduler-2', 'scheduler-9')}' WHERE sequence = 2`,
  `UPDATE entries SET text = '${left.replace('"redacted":5', '"redacted":3')}' WHERE sequence = 2`,
  `UPDATE entries SET text = '${left}', at = at + 1 WHERE sequence = 2`,
  `UPDATE entries SET text = '${left}', principal = 'mallory' WHERE sequence = 2`,
  `UPDATE entries SET text = '${left}', hash = previous WHERE sequence = 2`,
  `UPDATE entries SET text = '${left}', sequence = 9 WHERE sequence = 2`,
  'DELETE FROM entries WHERE sequence = 2',
  'UPDATE entries SET kept = NULL WHERE sequence = 1',
  "UPDATE entries SET kept = '{}' WHERE sequence = 1",
  `UPDATE entries SET text = '${left}', kept = '{}' WHERE sequence = 2`,
];

async function redacted(store: Parameters<typeof officeAt>[0]): Promise<string> {
  const office = officeAt(store);
  for (const number of [1, 2, 3]) {
    await office.scheduler.send(line(number).replace(' ST ', ' HO ').replace(' //', ' ask=DRAFT //'), {
      criteria: ['must:hurry'],
    });
  }
  await office.payer.send('RW1 UN payer-1 re=scheduler-2 from=payer to=scheduler why=BUSY');
  const { entry } = (await store.entries('main', { after: 1, limit: 1 }))[0] ?? {};
  if (entry === undefined) throw new Error('it was sent');
  const outcome = await office.ledger.redact({ sequence: 2, reason: 'he asked', by: 'm.okafor' });
  expect(outcome).toEqual({ outcome: 'redacted', entry: 5 });
  expect((await store.entries('main', { after: 1, limit: 1 }))[0]?.entry.text).toBe(
    JSON.stringify(remainsOf(entry, 5)),
  );
  return JSON.stringify(remainsOf(entry, 5));
}

describe('SQLite lets an entry be changed by its redaction and by nothing else (T21)', () => {
  test('whatever is tried', async () => {
    const database = new DatabaseSync(':memory:');
    const left = await redacted(openSqlite(database));
    for (const sql of attempts(left)) expect(() => database.exec(sql), sql).toThrow(/never/);
    database.exec(`UPDATE entries SET text = '${left}', kept = NULL WHERE sequence = 2`);
  });
});

describe.skipIf(!available('PostgreSQL', findPostgres))('PostgreSQL lets it no more', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.remove());

  test('whatever is tried', async () => {
    const pool = new Pool({ connectionString: cluster.url });
    const store = await openPostgres(pool, { schema: 'redaction' });
    const left = await redacted(store);
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    await client.query('SET search_path TO redaction');
    for (const sql of attempts(left)) await expect(client.query(sql), sql).rejects.toThrow(/never/);
    await client.query(`UPDATE entries SET text = '${left}', kept = NULL WHERE sequence = 2`);
    await client.end();
    await store.close();
  });
});
