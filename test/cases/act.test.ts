import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActTool } from '../../src/act/index.ts';
import { type BankOptions, bankAt, paidIn } from '../support/ledger/bank.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import type { Point } from '../support/ledger/signals.ts';
import { addressOf, type StoreUnderTest, sharedStores } from '../support/ledger/stores.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';

/** Scenarios of the act tool with a process that is killed; the others are where their names are found. */
describe.each(sharedStores)('a worker that was killed, at $name', ({ open }) => {
  let folder: string;
  let file: string;
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-case-'));
    file = join(folder, 'bank.jsonl');
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(async () => {
    await under.remove();
    rmSync(folder, { recursive: true });
  });

  /** Commits in a process that dies of it; what is left is looked at by those who come after it. */
  async function dies(bank: Partial<BankOptions>, at?: Point): Promise<{ token: string; paying: ActTool }> {
    const token = await confirmed(office);
    const worker = await WorkerProcess.start({
      ...{ ...addressOf(under), clock: office.clock.now, bank: { file, ...bank } },
      ...(at === undefined ? {} : { meets: { at, signal: 'SIGKILL' } }),
    });
    expect(await worker.does({ job: 'commit', token })).toBeNull();
    office = officeAt(await under.reopen());
    const { kills: _, ...after } = bank;
    return { token, paying: office.pays({ executors: { PAY: bankAt({ file, ...after }) }, wait: 0 }) };
  }

  async function leaseRunsOut(): Promise<void> {
    office.clock.now += 60_000;
    expect(await office.ledger.sweep()).toMatchObject({ unknown: 1 });
  }

  test('after its claim and before its call: unknown, asked nothing, and not done once the horizon has passed (A3)', async () => {
    const looked: Partial<BankOptions> = { can: { lookup: { kind: 'by-key' }, horizon: 600 } };
    const { token, paying } = await dies(looked, { fact: 'claimed', is: 'written' });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CLAIMED' });
    await leaseRunsOut();
    expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    office.clock.now += 600_000;
    expect(await paying.settle({ token })).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringMatching(/^RW1 FL .* why=TIMEOUT retry=Y /),
    });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'NOTEXEC' });
    expect(paidIn(file)).toEqual([]);
    expect(await office.problems()).toEqual([]);
  });

  test('after the bank had paid, which knows no keys: shown with what to look for, and settled by what is found (A4)', async () => {
    const { token, paying } = await dies({ kills: 'after' });
    await leaseRunsOut();
    const shown = await paying.commit({ token });
    const statement = await office.payer.statement(token);
    expect(shown).toMatchObject({ outcome: 'unknown', next: 'person' });
    const text = shown.outcome === 'unknown' ? shown.message : '';
    for (const part of ['inv:MD-2026-057', '5400.00', '40-12-88/61102938', '14:00', 'EXECUTED or NOTEXEC'])
      expect(text).toContain(part);
    const [paid] = paidIn(file);
    expect([statement?.key, paidIn(file).length]).toEqual([paid?.key, 1]);
    const found = office.pays({
      executors: { PAY: bankAt({ file, can: { lookup: { kind: 'by-key' }, horizon: 600 } }) },
    });
    expect(await found.settle({ token })).toMatchObject({
      outcome: 'executed',
      line: expect.stringMatching(/^RW1 DN /),
    });
    expect(paidIn(file)).toHaveLength(1);
    expect(await office.problems()).toEqual([]);
  });

  test('after the bank had paid, which honours keys: sent again under the same one, and nobody has to help (A5)', async () => {
    const { token, paying } = await dies({ kills: 'after', keys: true });
    await leaseRunsOut();
    expect(await paying.recover()).toMatchObject([{ outcome: 'executed', token, mismatch: false }]);
    const statement = await office.payer.statement(token);
    expect(paidIn(file).map(({ key }) => key)).toEqual([statement?.key]);
    expect(statement).toMatchObject({ state: 'EXECUTED', fence: 2 });
    expect(await office.problems()).toEqual([]);
  });
});

describe.each(sharedStores.filter(({ name }) => name === 'PostgreSQL'))(
  'a clock that is wrong',
  ({ open }) => {
    test.each([-600_000, 600_000])(
      'on a host, by %d ms, is told: the ledger goes by its database alone (A11)',
      async (skew) => {
        const under = await open();
        const agrees = async (): Promise<boolean | undefined> => {
          const { promises } = await under.store.report();
          return promises.find(({ promise }) => promise.includes('agree on the time'))?.holds;
        };
        expect(await agrees()).toBe(true);
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew });
        try {
          expect(await agrees()).toBe(false);
          expect(Math.abs((await under.store.now()) - Date.now() + skew)).toBeLessThan(60_000);
        } finally {
          vi.useRealTimers();
          await under.remove();
        }
      },
    );
  },
);
