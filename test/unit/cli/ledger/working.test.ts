import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createActTool } from '../../../../src/act/index.ts';
import { type Worked, type WorkerParts, work } from '../../../../src/cli/act/worker.ts';
import { openMemory } from '../../../../src/ledger/memory.ts';
import { CliOffice } from '../../../support/cli-office.ts';
import { atEachStore } from '../../../support/cli-offices.ts';
import { HO0, payment, record } from '../../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../../support/ledger/office.ts';
import { hearback } from '../run.ts';

atEachStore((office) => {
  test('work commits what was confirmed, once, whoever works, and ends when there is nothing', async () => {
    await office().confirmed(1);
    await office().prepared(2);
    await office().confirmed(3);
    const ended = await Promise.all([office().run('treasury', 'work'), office().run('treasury', 'work')]);
    expect(ended.map(({ status }) => status)).toEqual([0, 0]);
    expect(ended.flatMap(({ stdout }) => stdout.match(/^RW1 DN /gm) ?? []).length).toBeGreaterThanOrEqual(2);
    expect(
      office()
        .paid()
        .map(({ item }) => item)
        .sort(),
    ).toEqual(['inv:MD-1', 'inv:MD-3']);
    const again = await office().run('treasury', 'work');
    expect(again).toEqual({ status: 0, stdout: '', stderr: 'nothing to do\n' });
  });

  test('work is of one principal, and of the conversation that is named', async () => {
    await office().confirmed(1);
    expect((await office().run('ap-office', 'work')).stderr).toBe('nothing to do\n');
    expect((await office().run(null, 'work')).status).toBe(2);
    expect((await office().run('treasury', 'work', '--conversation', 'other')).stderr).toBe(
      'nothing to do\n',
    );
    expect(office().paid()).toEqual([]);
    expect((await office().run('treasury', 'work', '--json')).stdout).toMatch(
      /^\{"outcome":"executed",.*\}\n$/,
    );
    expect(office().paid()).toHaveLength(1);
  });
});

describe('work', () => {
  async function withOffice(use: (office: CliOffice) => Promise<void>): Promise<void> {
    const office = await CliOffice.open();
    try {
      await use(office);
    } finally {
      office.remove();
    }
  }
  const working = (office: CliOffice, stop: AbortSignal, ...more: readonly string[]) =>
    hearback(['work', '--key-file', office.path('treasury.key'), ...more], {
      stop,
      environment: { HEARBACK_LEDGER: office.ledger, HEARBACK_CONFIG: office.path('hearback.json') },
    });

  test('ends as the gravest of what it ran', () =>
    withOffice(async (office) => {
      office.configure({ env: { BANK_DOES: 'fails' } });
      await office.confirmed(1);
      const { status, stderr } = await office.run('treasury', 'work');
      expect([status, stderr]).toEqual([
        3,
        expect.stringMatching(/^UNKNOWN: .*\n1 statement: 1 unknown\n$/s),
      ]);
      office.configure({ env: { BANK_DOES: 'declines' } });
      await office.confirmed(2);
      expect(await office.run('treasury', 'work')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('1 statement: 1 not-executed'),
      });
    }));

  test('runs at most so many, and takes no wait that it could not keep', () =>
    withOffice(async (office) => {
      await office.confirmed(1);
      await office.confirmed(2);
      expect((await office.run('treasury', 'work', '--limit', '1')).stderr).toContain(
        '1 statement: 1 executed',
      );
      expect(office.paid()).toHaveLength(1);
      expect((await office.run('treasury', 'work', '--limit', '0')).stderr).toBe('nothing to do\n');
      expect((await office.run('treasury', 'work', '--wait', '86401')).status).toBe(2);
      expect((await office.run('treasury', 'work', '--limit', '1.5')).status).toBe(2);
    }));

  test('waits for more, and ends when it is told to', () =>
    withOffice(async (office) => {
      const told = new AbortController();
      const ended = working(office, told.signal, '--wait', '60');
      await office.confirmed(1);
      while (office.paid().length === 0) await sleep(20);
      told.abort();
      expect(await ended).toMatchObject({ exit: 0, out: expect.stringMatching(/^RW1 DN /) });
    }));
});

describe('a worker', () => {
  async function partsAt(
    limit = Number.POSITIVE_INFINITY,
  ): Promise<WorkerParts & { office: ReturnType<typeof officeAt> }> {
    const store = openMemory();
    const office = officeAt(store);
    return {
      ...{ office, store, principal: 'treasury', limit, wait: 0, stop: new AbortController().signal },
      toolIn: async () => office.paying,
      now: async () => office.clock.now,
    };
  }
  async function all(parts: WorkerParts): Promise<readonly Worked[]> {
    const found: Worked[] = [];
    for await (const one of work(parts)) found.push(one);
    return found;
  }

  test('works in every conversation that is its principal’s, and passes over the others', async () => {
    const { office, ...parts } = await partsAt();
    await confirmed(office);
    const other = { principal: 'treasury', agents: ['payer'], conversation: 'b' };
    const scheduler = office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation: 'b' });
    const paying = createActTool({ ledger: office.ledger.as(other), executors: { PAY: office.bank } });
    const second = payment(7);
    const inB = { scheduler, paying, sending: createActTool({ ledger: scheduler }) };
    await confirmed(inB, second.line, second.record);
    const toolIn = async (conversation: string) => (conversation === 'main' ? office.paying : null);
    expect((await all({ ...parts, toolIn })).map(({ conversation }) => conversation)).toEqual(['main']);
    const both = { ...parts, toolIn: async (name: string) => (name === 'b' ? paying : office.paying) };
    expect((await all(both)).map(({ conversation }) => conversation)).toEqual(['b']);
    expect(office.bank.paid).toHaveLength(2);
  });

  test('leaves one alone that cannot run now, and runs the rest', async () => {
    const { office, ...parts } = await partsAt();
    const soon = payment(3, {}, '20261002T1430Z');
    await confirmed(office, HO0, record);
    const stuck = await confirmed(office, soon.line, soon.record);
    const asks: string[] = [];
    const toolIn = async () => ({
      ...office.paying,
      commit: async ({ token }: { token: string }) => {
        asks.push(token);
        if (token !== stuck) return office.paying.commit({ token });
        return { outcome: 'refused', reason: 'not-ready', message: '', retryable: true, line: null } as const;
      },
    });
    const worked = await all({ ...parts, toolIn });
    expect(worked.map(({ outcome }) => outcome.outcome)).toEqual(['refused', 'executed']);
    expect(asks[0]).toBe(stuck);
    expect(asks).toHaveLength(2);
  });

  test('stops between two statements, and before the first', async () => {
    const { office, ...parts } = await partsAt();
    await confirmed(office, HO0, record);
    const second = payment(7);
    await confirmed(office, second.line, second.record);
    const told = new AbortController();
    for await (const _ of work({ ...parts, stop: told.signal })) told.abort();
    expect(office.bank.paid).toHaveLength(1);
    expect(await all({ ...parts, stop: told.signal })).toEqual([]);
    expect(office.bank.paid).toHaveLength(1);
  });
});
