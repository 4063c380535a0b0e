import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitOutcome } from '../../src/act/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { paidIn } from '../support/ledger/bank.ts';
import { at, payment } from '../support/ledger/lines.ts';
import { confirmed, officeAt } from '../support/ledger/office.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

let folder: string;
let path: string;
let workers: WorkerProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-race-'));
  path = join(folder, 'ledger.sqlite');
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  rmSync(folder, { recursive: true });
});

async function start(setup: Partial<Parameters<typeof WorkerProcess.start>[0]> = {}): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start({ path, ...setup });
  workers.push(worker);
  return worker;
}

test('two processes that commit one token at the same moment act once, and both are told the result (A6, F06)', async () => {
  const rounds = 200;
  const file = join(folder, 'bank.jsonl');
  const clock = at('14:00:00');
  const store = openSqlite(path);
  const office = officeAt(store);
  const pair = [await start({ file, clock }), await start({ file, clock })];
  const tells: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const { line, record } = payment(round * 1_000);
    const token = await confirmed(office, line, record);
    const outcomes = await Promise.all(
      pair.map((worker) => worker.does<CommitOutcome>({ job: 'commit', token })),
    );
    tells.push(
      outcomes
        .map((outcome) =>
          outcome?.outcome === 'executed' ? `executed ${outcome.repeat}` : JSON.stringify(outcome),
        )
        .sort()
        .join(', '),
    );
    const lines = new Set(
      outcomes.map((outcome) => (outcome?.outcome === 'executed' ? outcome.line : round)),
    );
    expect(lines.size).toBe(1);
  }
  expect(new Set(tells)).toEqual(new Set(['executed false, executed true']));
  const paid = paidIn(file);
  expect([paid.length, new Set(paid.map(({ key }) => key)).size]).toEqual([rounds, rounds]);
  expect(await office.scheduler.open()).toEqual([]);
  expect(await office.ledger.verify()).toMatchObject({ holds: true });
  await store.close();
}, 180_000);

test('eight processes append to one file while it is backed up: nothing is lost, nothing is out of order (F26)', async () => {
  const count = 50;
  const agents = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  // all of them make the file at the same moment
  const started = await Promise.all(agents.map(() => start()));
  const appending = started.map((worker, index) =>
    worker.does<number>({ job: 'append', agent: agents[index] as string, from: 1, count }),
  );
  const source = new DatabaseSync(path);
  source.exec('PRAGMA busy_timeout = 10000');
  const copied = await backup(source, join(folder, 'copy.sqlite'));
  source.close();
  expect(copied).toBeGreaterThan(0);
  expect(await Promise.all(appending)).toEqual(agents.map(() => count));
  const office = officeAt(openSqlite(path));
  const thread = await office.scheduler.thread({ limit: 1_000 });
  expect(thread.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 400 }, (_, index) => index + 1),
  );
  for (const agent of agents) {
    const own = thread.filter(({ principal }) => principal === agent).map(({ id }) => id);
    expect(own).toEqual(Array.from({ length: count }, (_, index) => `${agent}-${index + 1}`));
  }
  expect(await office.ledger.verify()).toMatchObject({ holds: true, entries: 400 });
  await office.ledger.close();
  const copy = officeAt(openSqlite(join(folder, 'copy.sqlite')));
  expect(await copy.ledger.verify()).toMatchObject({ holds: true });
  await copy.ledger.close();
}, 120_000);
