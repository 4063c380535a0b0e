import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActTool, type Executor } from '../../src/act/index.ts';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { bankAt, paidIn } from '../support/ledger/bank.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { Cluster, findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('a database that crashes', () => {
  let cluster: Cluster;
  let folder: string;
  let file: string;
  let office: Office;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-postgres-'));
    file = join(folder, 'bank.jsonl');
    const pool = new Pool({ connectionString: cluster.url });
    office = officeAt(await openPostgres(pool));
  });
  afterEach(async () => {
    await office.ledger.close();
    const admin = new Pool({ connectionString: cluster.url });
    await admin.query('DROP SCHEMA hearback CASCADE');
    await admin.end();
    rmSync(folder, { recursive: true });
  });

  /** Where the database crashes, what the bank's file then holds, and whether the bank honours keys. */
  const crashes = [true, false].flatMap((keys) => [
    { keys, when: 'before the payment', paid: 0 },
    { keys, when: 'after the payment', paid: 1 },
  ]);

  test.each(crashes)(
    'a database that crashes between claim and result, $when, keys $keys: unknown, then settled by what the bank’s file says',
    async ({ keys, when, paid }) => {
      const bank = bankAt({ file, keys });
      const crashing: Executor = {
        ...bank,
        run: async (attempt) => {
          const answer = when === 'after the payment' ? await bank.run(attempt) : null;
          await cluster.stop();
          return answer ?? Promise.reject(new Error('connection reset'));
        },
      };
      const token = await confirmed(office);
      await expect(office.pays({ executors: { PAY: crashing } }).commit({ token })).rejects.toMatchObject({
        code: 'ledger/undecided',
        retryable: true,
      });
      await cluster.run();
      expect(paidIn(file)).toHaveLength(paid);
      expect(await office.payer.statement(token)).toMatchObject({ state: 'CLAIMED', fence: 1 });
      const paying = office.pays({ executors: { PAY: bank }, wait: 0 });
      expect(await paying.commit({ token })).toMatchObject({ reason: 'in-progress' });
      office.clock.now += 60_000; // the lease is out
      expect(await office.ledger.sweep()).toMatchObject({ unknown: 1 });
      expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
      await settle(token, paying, keys);
      await judge(token);
    },
    60_000,
  );

  async function settle(token: string, paying: ReturnType<Office['pays']>, keys: boolean): Promise<void> {
    const before = paidIn(file).length;
    const [recovered] = await paying.recover();
    if (keys) return expect(recovered).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(recovered).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(paidIn(file)).toHaveLength(before); // nothing is sent blindly
    const [seen] = paidIn(file);
    const evidence = 'the bank’s own file';
    const answer =
      seen === undefined
        ? ({ outcome: 'NOTEXEC', evidence } as const)
        : ({ outcome: 'EXECUTED', evidence, values: seen.values } as const);
    await createActTool({ ledger: office.human }).settle({ token, answer });
  }

  /** Nothing lost, nothing doubled, nothing misreported. */
  async function judge(token: string): Promise<void> {
    const paid = paidIn(file).length;
    const thread = await office.payer.thread({ limit: 1_000 });
    const told = (type: string) => thread.filter((one) => one.type === type && one.refused === null).length;
    expect([told('DN'), told('FL')]).toEqual([paid, 1 - paid]);
    expect((await office.payer.statement(token))?.state).toBe(paid === 1 ? 'EXECUTED' : 'NOTEXEC');
    expect(await office.scheduler.open()).toEqual([]);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    expect(await office.problems()).toEqual([]);
  }

  test('a database that is back in time has its result written by the one that has it', async () => {
    const bank = bankAt({ file });
    const crashing: Executor = {
      ...bank,
      run: async (attempt) => {
        const answer = await bank.run(attempt);
        await cluster.stop();
        setTimeout(() => void cluster.run(), 500);
        return answer;
      },
    };
    const token = await confirmed(office);
    const outcome = await office.pays({ executors: { PAY: crashing } }).commit({ token });
    expect(outcome).toMatchObject({ outcome: 'executed', repeat: false });
    await judge(token);
  });
});
