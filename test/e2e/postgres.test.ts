import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommitOutcome, createActTool, type Executor } from '../../src/act/index.ts';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { bankAt, paidIn } from '../support/ledger/bank.ts';
import { at, payment } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';
import { Cluster, findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('several processes at one database', () => {
  let cluster: Cluster;
  let folder: string;
  let file: string;
  let office: Office;
  const workers: WorkerProcess[] = [];
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
    for (const worker of workers.splice(0)) await worker.stop();
    await office.ledger.close();
    const admin = new Pool({ connectionString: cluster.url });
    await admin.query('DROP SCHEMA hearback CASCADE');
    await admin.end();
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start({ path: cluster.url, file, clock: at('14:00:00') });
    workers.push(worker);
    return worker;
  }

  test('two that commit one token at the same moment act once, and both are told the result (A6, F06)', async () => {
    const rounds = 200;
    const pair = [await start(), await start()];
    const tells: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      const { line, record } = payment(round * 1_000);
      const token = await confirmed(office, line, record);
      const outcomes = await Promise.all(
        pair.map((worker) => worker.does<CommitOutcome>({ job: 'commit', token })),
      );
      const reports = outcomes.map((outcome) => (outcome?.outcome === 'executed' ? outcome : null));
      tells.push(
        reports
          .map((report, index) => report?.repeat ?? JSON.stringify(outcomes[index]))
          .sort()
          .join(),
      );
      expect(new Set(reports.map((report) => report?.line)).size).toBe(1);
    }
    expect(new Set(tells)).toEqual(new Set(['false,true']));
    const paid = paidIn(file);
    expect([paid.length, new Set(paid.map(({ key }) => key)).size]).toEqual([rounds, rounds]);
    expect(await office.scheduler.open()).toEqual([]);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  }, 180_000);

  test('eight that append to one conversation lose nothing and keep one order (F26)', async () => {
    const count = 50;
    const agents = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const started = await Promise.all(agents.map(() => start()));
    const appended = started.map((worker, index) =>
      worker.does<number>({ job: 'append', agent: agents[index] as string, from: 1, count }),
    );
    expect(await Promise.all(appended)).toEqual(agents.map(() => count));
    const thread = await office.scheduler.thread({ limit: 1_000 });
    expect(thread.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 400 }, (_, index) => index + 1),
    );
    for (const agent of agents) {
      const own = thread.filter(({ principal }) => principal === agent).map(({ id }) => id);
      expect(own).toEqual(Array.from({ length: count }, (_, index) => `${agent}-${index + 1}`));
    }
    expect(await office.ledger.verify()).toMatchObject({ holds: true, entries: 400 });
  }, 120_000);

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
