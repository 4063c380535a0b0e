import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ActTool, type CommitOutcome, createActTool } from '../../src/act/index.ts';
import type { Statement } from '../../src/ledger/index.ts';
import { type BankOptions, bankAt, paidIn } from '../support/ledger/bank.ts';
import { at, CX0, HO0, record } from '../support/ledger/lines.ts';
import { type Clock, confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { sharedClock } from '../support/ledger/shared-clock.ts';
import type { Point } from '../support/ledger/signals.ts';
import { addressOf, type StoreUnderTest, sharedStores } from '../support/ledger/stores.ts';
import type { WorkerSetup } from '../support/ledger/worker.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

const claimed: Point = { fact: 'claimed', is: 'written' };
const unsent: Point = { request: 'unsent' };
const answered: Point = { request: 'answered' };

/** A worker that is stopped (SIGSTOP), as a virtual machine is, and goes on when others have long settled what it began. */
describe.each(sharedStores)('a worker that is stopped and goes on, at $name', ({ open }) => {
  let folder: string;
  let file: string;
  let clock: Clock;
  let under: StoreUnderTest;
  let office: Office;
  let worker: WorkerProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-paused-'));
    file = join(folder, 'bank.jsonl');
    clock = sharedClock(join(folder, 'clock'), at('14:00:00'));
    under = await open();
    office = officeAt(under.store, {}, clock);
  });
  afterEach(async () => {
    await worker?.stop();
    await under.remove();
    rmSync(folder, { recursive: true });
  });

  /** Without a key, and looked up: "not found" counts after ten minutes. */
  const looked = (): BankOptions => ({ file, can: { lookup: { kind: 'by-key' }, horizon: 600 } });
  const keyed = (): BankOptions => ({ file, keys: true, can: { horizon: 600 } });

  function paying(bank: BankOptions): ActTool {
    return office.pays({ executors: { PAY: bankAt(bank) }, wait: 0 });
  }

  /** Commits in a worker that stops at a point; `goesOn` lets it, and gives what it then says. */
  async function stopsAt(
    point: Point,
    bank: BankOptions,
    more: Partial<WorkerSetup> = {},
  ): Promise<{ token: string; goesOn: () => Promise<CommitOutcome | null> }> {
    const token = await confirmed(office);
    worker = await WorkerProcess.start({
      ...{ ...addressOf(under), clock: join(folder, 'clock'), bank },
      ...{ meets: { at: point, signal: 'SIGSTOP' }, ...more },
    });
    const outcome = worker.does<CommitOutcome>({ job: 'commit', token });
    await worker.hasStopped();
    const goesOn = (): Promise<CommitOutcome | null> => {
      worker.goesOn();
      return outcome;
    };
    return { token, goesOn };
  }

  async function leaseRunsOut(): Promise<void> {
    clock.now += 60_000;
    expect(await office.ledger.sweep()).toMatchObject({ unknown: 1 });
  }

  async function statement(token: string): Promise<Statement | null> {
    return office.payer.statement(token);
  }

  /** The lines that reported what became of the handoff. */
  async function told(): Promise<readonly (string | null)[]> {
    const thread = await office.payer.thread({ limit: 1_000 });
    const accepted = thread.filter(({ refused }) => refused === null);
    return accepted.flatMap(({ type }) => (type === 'DN' || type === 'FL' ? [type] : []));
  }

  describe('after its claim', () => {
    test('sends nothing when it was found not done meanwhile', async () => {
      const { token, goesOn } = await stopsAt(claimed, looked());
      await leaseRunsOut();
      clock.now += 600_000;
      expect(await paying(looked()).settle({ token })).toMatchObject({ outcome: 'not-executed' });
      expect(await goesOn()).toMatchObject({ outcome: 'not-executed' });
      expect([paidIn(file).length, await told()]).toEqual([0, ['FL']]);
      expect(await office.problems()).toEqual([]);
    });

    test('sends nothing when another worker has paid under the same key, and is told the result', async () => {
      const { token, goesOn } = await stopsAt(claimed, keyed());
      await leaseRunsOut();
      expect(await paying(keyed()).settle({ token })).toMatchObject({ outcome: 'executed' });
      expect(await goesOn()).toMatchObject({ outcome: 'executed' });
      expect([paidIn(file).length, await told()]).toEqual([1, ['DN']]);
      expect(await office.problems()).toEqual([]);
    });

    test.each([looked, keyed])('sends nothing once its lease is out, whoever it is: %o', async (bank) => {
      const { token, goesOn } = await stopsAt(claimed, bank());
      await leaseRunsOut();
      await goesOn();
      expect([paidIn(file).length, (await statement(token))?.state]).toEqual([0, 'UNKNOWN']);
    });

    test('sends nothing when it has slept past its own deadline, though nobody else has noticed', async () => {
      const { token, goesOn } = await stopsAt(claimed, looked(), { sendWithin: 50 });
      await sleep(60);
      expect(await goesOn()).toMatchObject({ outcome: 'unknown', cause: 'it was not sent in time' });
      expect([paidIn(file).length, (await statement(token))?.state]).toEqual([0, 'UNKNOWN']);
    });

    test('sends nothing past exp, and the statement has expired', async () => {
      const { token, goesOn } = await stopsAt(claimed, looked());
      clock.now = at('17:00:00');
      expect(await goesOn()).toMatchObject({ outcome: 'refused', reason: 'expired' });
      expect([paidIn(file).length, (await statement(token))?.state]).toEqual([0, 'EXPIRED']);
    });

    test('sends nothing past exp, and a cancel that waited for it is acknowledged', async () => {
      const { goesOn } = await stopsAt(claimed, looked());
      expect(await office.scheduler.send(CX0)).toMatchObject({ handoff: { state: 'CANCELLING' } });
      clock.now = at('17:00:00');
      expect(await goesOn()).toMatchObject({ outcome: 'not-executed' });
      expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe('CLOSED_CX');
      expect(paidIn(file)).toEqual([]);
    });
  });

  describe('between its last look and its request (act.md rule 3)', () => {
    test('breaks a "not done" that was found past the horizon: the effect is an incident, recorded and asked about', async () => {
      const { token, goesOn } = await stopsAt(unsent, looked());
      await leaseRunsOut();
      clock.now += 600_000;
      expect(await paying(looked()).settle({ token })).toMatchObject({ outcome: 'not-executed' });
      await goesOn();
      const [paid] = paidIn(file);
      expect(paidIn(file)).toHaveLength(1);
      expect(await statement(token)).toMatchObject({
        state: 'NOTEXEC',
        incident: { values: paid?.values, evidence: 'reply' },
      });
      expect((await office.scheduler.inbox()).at(-1)?.line).toMatch(
        / need=YESNO \/\/ an effect was found, and the statement was NOTEXEC: undo it\?$/,
      );
      // what ran is not paid a second time by those who were told that it had not run
      for (const line of [
        `${HO0.replace('scheduler-1', 'scheduler-8')} re=scheduler-1`,
        HO0.replace('scheduler-1', 'scheduler-9'),
      ]) {
        const again = await office.scheduler.send(line, { record });
        const handoff = again.outcome === 'accepted' ? again.id : '';
        expect(await paying(looked()).prepare({ handoff })).toMatchObject({ outcome: 'refused' });
      }
    });

    test('pays nothing twice where the bank honours the key', async () => {
      const { token, goesOn } = await stopsAt(unsent, keyed());
      await leaseRunsOut();
      expect(await paying(keyed()).settle({ token })).toMatchObject({ outcome: 'executed' });
      expect(await goesOn()).toMatchObject({ outcome: 'executed' });
      expect([paidIn(file).length, await told()]).toEqual([1, ['DN']]);
      expect((await statement(token))?.incident).toBeNull();
      expect(await office.problems()).toEqual([]);
    });
  });

  describe('with the reply in its hands', () => {
    test.each([looked, keyed])(
      'writes down the yes that it has, whatever the lease says: %o',
      async (bank) => {
        const { token, goesOn } = await stopsAt(answered, bank());
        await leaseRunsOut();
        expect(await goesOn()).toMatchObject({ outcome: 'executed', mismatch: false });
        expect([paidIn(file).length, (await statement(token))?.state, await told()]).toEqual([
          1,
          'EXECUTED',
          ['DN'],
        ]);
        expect(await office.problems()).toEqual([]);
      },
    );

    test('repeats a yes that was found meanwhile: one report', async () => {
      const { token, goesOn } = await stopsAt(answered, looked());
      await leaseRunsOut();
      expect(await paying(looked()).settle({ token })).toMatchObject({ outcome: 'executed' });
      expect(await goesOn()).toMatchObject({ outcome: 'executed' });
      expect([paidIn(file).length, await told()]).toEqual([1, ['DN']]);
      expect((await statement(token))?.incident).toBeNull();
    });

    test('does not end by its no what another worker has claimed since (act.md rule 2)', async () => {
      const { token, goesOn } = await stopsAt(answered, { ...keyed(), does: 'declines' });
      await leaseRunsOut();
      expect(await paying(keyed()).settle({ token })).toMatchObject({ outcome: 'executed' });
      expect(await goesOn()).toMatchObject({ outcome: 'executed' });
      expect([paidIn(file).length, await told()]).toEqual([1, ['DN']]);
    });

    test('finds that a person has said that it was not done: an incident', async () => {
      const { token, goesOn } = await stopsAt(answered, { file });
      await leaseRunsOut();
      const answer = { outcome: 'NOTEXEC', evidence: 'not on the statement of the day' } as const;
      await createActTool({ ledger: office.human }).settle({ token, answer });
      await goesOn();
      expect(await statement(token)).toMatchObject({ state: 'NOTEXEC', incident: { evidence: 'reply' } });
      expect(paidIn(file)).toHaveLength(1);
    });
  });
});
