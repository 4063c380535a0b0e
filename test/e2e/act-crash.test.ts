import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import type { Statement, Store } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { type BankOptions, bankAt, paidIn } from '../support/ledger/bank.ts';
import { at, HO0, record } from '../support/ledger/lines.ts';
import { type Office, officeAt } from '../support/ledger/office.ts';
import type { WorkerSetup } from '../support/ledger/worker.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

/** Where a process is killed, and what must be on the disk then (act.md 2). COMMITs: prepare, the answer's id, AN, claim, record. */
interface CrashPoint {
  readonly name: string;
  readonly dies?: WorkerSetup['dies'];
  readonly bank?: Pick<BankOptions, 'kills' | 'does'>;
  readonly statement: string | null;
  readonly handoff: string;
  readonly paid: 0 | 1;
}

const points: readonly CrashPoint[] = [
  {
    name: 'K0: prepare computed, not stored',
    dies: { commit: 1, when: 'before' },
    statement: null,
    handoff: 'OPEN',
    paid: 0,
  },
  {
    name: 'K1: PREPARED stored, the readback not printed',
    dies: { commit: 1, when: 'after' },
    statement: 'PREPARED',
    handoff: 'OWNED',
    paid: 0,
  },
  {
    name: 'K2: the yes received, not stored',
    dies: { commit: 3, when: 'before' },
    statement: 'PREPARED',
    handoff: 'OWNED',
    paid: 0,
  },
  {
    name: 'K3: CONFIRMED stored, not claimed',
    dies: { commit: 3, when: 'after' },
    statement: 'CONFIRMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K3, K11: the claim written, not committed',
    dies: { commit: 4, when: 'before' },
    statement: 'CONFIRMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K4, K11: the claim stored, not sent',
    dies: { commit: 4, when: 'after' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K5: sent, and the bank pays after the crash',
    bank: { kills: 'before' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K5: sent, and the bank never acts',
    bank: { kills: 'instead' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K6: the bank paid, the reply was not read',
    bank: { kills: 'after' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K7: the reply read, not stored',
    dies: { commit: 5, when: 'before' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K8, K9: EXECUTED, its report and the close stored as one, not delivered',
    dies: { commit: 5, when: 'after' },
    statement: 'EXECUTED',
    handoff: 'CLOSED_DN',
    paid: 1,
  },
  {
    name: 'K10: a no read, not stored',
    bank: { does: 'declines' },
    dies: { commit: 5, when: 'before' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K10: a no stored',
    bank: { does: 'declines' },
    dies: { commit: 5, when: 'after' },
    statement: 'NOTEXEC',
    handoff: 'CLOSED_FL',
    paid: 0,
  },
];

describe.each([true, false])('killed with -9, an executor with a key: %s', (keys) => {
  let folder: string;
  let path: string;
  let file: string;
  let office: Office;
  let opened: Store | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-crash-'));
    path = join(folder, 'ledger.sqlite');
    file = join(folder, 'bank.jsonl');
    opened = null;
  });
  afterEach(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true });
  });

  /** Hands over, prepares, confirms and commits in a process of its own, until it dies. */
  async function runUntilDeath({ dies, bank }: CrashPoint): Promise<void> {
    const setup = { path, clock: at('14:00:00'), bank: { file, keys, ...bank } };
    const first = await WorkerProcess.start(setup);
    await first.does({ job: 'send', line: HO0, record });
    await first.stop();
    const worker = await WorkerProcess.start({ ...setup, ...(dies === undefined ? {} : { dies }) });
    const prepared = await worker.does<{ token: string }>({ job: 'prepare', handoff: 'scheduler-1' });
    const token = prepared?.token;
    if (token === undefined) return;
    if ((await worker.does({ job: 'confirm', token })) === null) return;
    expect(await worker.does({ job: 'commit', token })).toBeNull();
  }

  function restart(): void {
    opened = openSqlite(path);
    office = officeAt(opened);
  }

  test.each(points)('$name', async (point) => {
    await runUntilDeath(point);
    restart();
    await expect.poll(() => paidIn(file).length).toBe(point.paid);
    const [statement] = await statements();
    expect(statement?.state ?? null).toBe(point.statement);
    expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe(point.handoff);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    await goOn(statement?.token);
    await judge();
  });

  async function statements(): Promise<readonly Statement[]> {
    const found: Statement[] = [];
    for (const { line } of await office.payer.thread()) {
      const token = / x_tok=(\S+)/.exec(line ?? '')?.[1];
      const statement = token === undefined ? null : await office.payer.statement(token);
      if (statement !== null && !found.some((one) => one.token === statement.token)) found.push(statement);
    }
    return found;
  }

  /** What the two sides do when they are back: go on where the ledger says that they are. */
  async function goOn(known: string | undefined): Promise<void> {
    const paying = office.pays({ executors: { PAY: bankAt({ file, keys }) } });
    const line = known === undefined ? undefined : (await paying.show({ token: known }))?.line;
    const prepared = await paying.prepare({ handoff: 'scheduler-1' });
    if (prepared.outcome === 'prepared') {
      expect(prepared.line).toBe(line ?? prepared.line);
      const { token } = prepared;
      expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
      return;
    }
    const token = known ?? '';
    if ((await office.payer.statement(token))?.state !== 'CLAIMED') return;
    const impatient = office.pays({ executors: { PAY: bankAt({ file, keys }) }, wait: 0 });
    expect(await impatient.commit({ token })).toMatchObject({ reason: 'in-progress' });
    office.clock.now += 60_000; // the lease is out
    expect(await office.ledger.sweep()).toMatchObject({ unknown: 1 });
    const before = paidIn(file).length;
    const [recovered] = await paying.recover();
    if (keys) return expect(recovered).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(recovered).toMatchObject({
      outcome: 'unknown',
      next: 'person',
      question: expect.stringContaining(' to=human '),
    });
    expect(paidIn(file)).toHaveLength(before); // nothing is sent blindly
    await decide(token);
  }

  /** A person looks at the bank’s own file. */
  async function decide(token: string): Promise<void> {
    const [seen] = paidIn(file);
    const evidence = 'the bank’s own file';
    const deciding = createActTool({ ledger: office.human });
    const answer =
      seen === undefined
        ? ({ outcome: 'NOTEXEC', evidence } as const)
        : ({ outcome: 'EXECUTED', evidence, values: seen.values } as const);
    expect(await deciding.settle({ token, answer })).toMatchObject({
      outcome: seen === undefined ? 'not-executed' : 'executed',
    });
  }

  /** Nothing lost, nothing doubled, nothing misreported: judged by the bank’s own file. */
  async function judge(): Promise<void> {
    const paid = paidIn(file);
    const thread = await office.payer.thread({ limit: 1_000 });
    const reports = thread.filter(({ type, refused }) => type === 'DN' && refused === null);
    const failures = thread.filter(({ type, refused }) => type === 'FL' && refused === null);
    expect(paid.length).toBe(reports.length);
    expect(reports.length + failures.length).toBe(1);
    expect(await office.scheduler.open()).toEqual([]);
    const inbox = await office.scheduler.inbox();
    expect(inbox.filter(({ type }) => type === 'DN' || type === 'FL')).toHaveLength(1);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    expect(await office.problems()).toEqual([]);
  }
});
