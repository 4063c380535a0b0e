import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import type { EntryView, Statement } from '../../src/ledger/index.ts';
import { type BankOptions, bankAt, paidIn } from '../support/ledger/bank.ts';
import { at, CX0, HO0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import type { Point } from '../support/ledger/signals.ts';
import { addressOf, type StoreUnderTest, sharedStores } from '../support/ledger/stores.ts';
import type { Job, WorkerSetup } from '../support/ledger/worker.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

/** Where a process is killed, and what must be on the disk then (act.md 2). */
interface CrashPoint {
  readonly name: string;
  readonly at?: Point;
  readonly bank?: Pick<BankOptions, 'kills' | 'does'>;
  /** What the process that dies settles was paid by an earlier one, whose bank's reply was lost. */
  readonly again?: true;
  readonly statement: string | null;
  readonly handoff: string;
  readonly paid: 0 | 1;
}

const points: readonly CrashPoint[] = [
  {
    name: 'K0: prepare computed, not stored',
    at: { fact: 'prepared', is: 'unwritten' },
    statement: null,
    handoff: 'OPEN',
    paid: 0,
  },
  {
    name: 'K1: PREPARED stored, the readback not printed',
    at: { fact: 'prepared', is: 'written' },
    statement: 'PREPARED',
    handoff: 'OWNED',
    paid: 0,
  },
  {
    name: 'K2: the yes received, not stored',
    at: { fact: 'confirmed', is: 'unwritten' },
    statement: 'PREPARED',
    handoff: 'OWNED',
    paid: 0,
  },
  {
    name: 'K3: CONFIRMED stored, not claimed',
    at: { fact: 'confirmed', is: 'written' },
    statement: 'CONFIRMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K3, K11: the claim written, not committed',
    at: { fact: 'claimed', is: 'unwritten' },
    statement: 'CONFIRMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K4, K11: the claim committed, its reply not seen',
    at: { fact: 'claimed', is: 'written' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K4: the last look taken, nothing sent',
    at: { request: 'unsent' },
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
    name: 'K7: the reply read, nothing of it stored',
    at: { request: 'answered' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K7, K11: the reply written, not committed',
    at: { fact: 'executed', is: 'unwritten' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K8, K9, K11: EXECUTED, its report and the close committed as one, not delivered',
    at: { fact: 'executed', is: 'written' },
    statement: 'EXECUTED',
    handoff: 'CLOSED_DN',
    paid: 1,
  },
  {
    name: 'K10: a no read, not stored',
    bank: { does: 'declines' },
    at: { fact: 'not-executed', is: 'unwritten' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'K10: a no stored',
    bank: { does: 'declines' },
    at: { fact: 'not-executed', is: 'written' },
    statement: 'NOTEXEC',
    handoff: 'CLOSED_FL',
    paid: 0,
  },
  {
    name: 'UNKNOWN not stored',
    bank: { does: 'garbage' },
    at: { fact: 'unknown', is: 'unwritten' },
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 0,
  },
  {
    name: 'UNKNOWN stored',
    bank: { does: 'garbage' },
    at: { fact: 'unknown', is: 'written' },
    statement: 'UNKNOWN',
    handoff: 'CLEARED',
    paid: 0,
  },
];

/** The second attempt under one key: only an executor that honours keys gets one. */
const secondAttempts: readonly CrashPoint[] = [
  {
    name: 'K3 once more: the second claim not committed',
    at: { fact: 'claimed', is: 'unwritten' },
    again: true,
    statement: 'UNKNOWN',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K4 once more: the second claim committed, nothing sent',
    at: { fact: 'claimed', is: 'written' },
    again: true,
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
  {
    name: 'K7 once more: the second reply read, not stored',
    at: { fact: 'executed', is: 'unwritten' },
    again: true,
    statement: 'CLAIMED',
    handoff: 'CLEARED',
    paid: 1,
  },
];

describe.each(sharedStores)('killed with -9 at $name', ({ open }) => {
  let folder: string;
  let file: string;
  let under: StoreUnderTest;
  let office: Office;
  const workers: WorkerProcess[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-crash-'));
    file = join(folder, 'bank.jsonl');
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await under.remove();
    rmSync(folder, { recursive: true });
  });

  async function start(setup: Partial<WorkerSetup>): Promise<WorkerProcess> {
    const worker = await WorkerProcess.start({ ...addressOf(under), clock: at('14:00:00'), ...setup });
    workers.push(worker);
    return worker;
  }

  /** Does one job after the other in a process that dies of one of them. */
  async function runUntilDeath(
    worker: WorkerProcess,
    jobs: readonly ((token: string) => Job)[],
  ): Promise<void> {
    let token = '';
    for (const job of jobs) {
      const outcome = await worker.does<{ readonly token?: string }>(job(token));
      if (outcome === null) return;
      token = outcome.token ?? token;
    }
    throw new Error('it lives');
  }

  describe.each([true, false])('an executor with a key: %s', (keys) => {
    const swept = keys ? [...points, ...secondAttempts] : points;

    test.each(swept)('$name', async (point) => {
      await office.scheduler.send(HO0, { record });
      await die(point);
      office = officeAt(await under.reopen());
      await expect.poll(() => paidIn(file).length).toBe(point.paid);
      const statement = await statementOf();
      expect(statement?.state ?? null).toBe(point.statement);
      expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe(point.handoff);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
      await goOn(statement?.token);
      await judge();
    });

    async function die({ at, bank, again }: CrashPoint): Promise<void> {
      const meets = at === undefined ? {} : { meets: { at, signal: 'SIGKILL' } as const };
      const commits: readonly ((token: string) => Job)[] = [
        () => ({ job: 'prepare', handoff: 'scheduler-1' }),
        (token) => ({ job: 'confirm', token }),
        (token) => ({ job: 'commit', token }),
      ];
      if (again !== true) {
        return runUntilDeath(await start({ ...meets, bank: { file, keys, ...bank } }), commits);
      }
      const token = await lostOnce(commits);
      const worker = await start({ ...meets, bank: { file, keys } });
      await runUntilDeath(worker, [() => ({ job: 'settle', token })]);
    }

    /** A statement whose first attempt was paid, and whose reply was lost. */
    async function lostOnce(commits: readonly ((token: string) => Job)[]): Promise<string> {
      const loses = await start({ bank: { file, keys, does: 'fails' } });
      let token = '';
      for (const job of commits) token = (await loses.does<{ token?: string }>(job(token)))?.token ?? token;
      return token;
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
      const { state } = (await office.payer.statement(token)) ?? {};
      if (state === 'CLAIMED') await leaseRunsOut(token);
      else if (state !== 'UNKNOWN') return;
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

    async function leaseRunsOut(token: string): Promise<void> {
      const impatient = office.pays({ executors: { PAY: bankAt({ file, keys }) }, wait: 0 });
      expect(await impatient.commit({ token })).toMatchObject({ reason: 'in-progress' });
      office.clock.now += 60_000;
      expect(await office.ledger.sweep()).toMatchObject({ unknown: 1 });
    }
  });

  /** What is written as one thing when a handoff is taken back. */
  test.each([
    { is: 'unwritten', statement: 'CONFIRMED', handoff: 'CLEARED' },
    { is: 'written', statement: 'ABANDONED', handoff: 'CLOSED_CX' },
  ] as const)(
    'a cancel that is $is: statement, acknowledgement and close are one',
    async ({ is, ...left }) => {
      const token = await confirmed(office);
      const worker = await start({ meets: { at: { fact: 'closed', is }, signal: 'SIGKILL' } });
      await runUntilDeath(worker, [() => ({ job: 'send', line: CX0 })]);
      office = officeAt(await under.reopen());
      expect((await office.payer.statement(token))?.state).toBe(left.statement);
      expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe(left.handoff);
      const again = is === 'unwritten' ? 'accepted' : 'exists';
      expect(await office.scheduler.send(CX0)).toMatchObject({ outcome: again });
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
      expect(office.bank.asked).toEqual([]);
      expect(await office.problems()).toEqual([]);
    },
  );

  test('K9: the report is delivered until a reader has acknowledged it, and once for each id', async () => {
    const token = await confirmed(office);
    await office.paying.commit({ token });
    const seen: (readonly EntryView[])[] = [];
    for (const _ of ['dies before it acknowledges', 'acknowledges']) {
      const reader = await start({});
      seen.push((await reader.does<readonly EntryView[]>({ job: 'inbox' })) ?? []);
      const sequence = seen.at(-1)?.at(-1)?.sequence ?? 0;
      if (seen.length === 2) await reader.does({ job: 'acknowledge', sequence });
      await reader.stop();
    }
    expect(seen[0]?.filter(({ type }) => type === 'DN')).toHaveLength(1);
    expect(seen[1]).toEqual(seen[0]);
    const last = await start({});
    expect(await last.does({ job: 'inbox' })).toEqual([]);
  });

  async function statementOf(): Promise<Statement | null> {
    const thread = await office.payer.thread();
    const token = thread.flatMap(({ line }) => / x_tok=(\S+)/.exec(line ?? '')?.[1] ?? [])[0];
    return token === undefined ? null : office.payer.statement(token);
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
