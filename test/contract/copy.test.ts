import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attemptOf } from '../../src/act/commit/execute.ts';
import type { Attempt, Capabilities } from '../../src/act/index.ts';
import { copied } from '../support/ledger/copied.ts';
import { at, CX0, HO0, payment, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const keyed: Partial<Capabilities> = { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } };

describe.each(stores)('a copy of a ledger at $name', ({ open }) => {
  let under: StoreUnderTest;
  let before: Office;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    before = officeAt(under.store);
  });
  afterEach(() => under.remove());

  /** The same ledger in its next life, with the same bank: the world has not gone back. */
  function restored(time = '14:10:00'): void {
    office = officeAt(copied(under.store), {}, { now: at(time) });
    office.bank.can = before.bank.can;
    office.bank.paid.push(...before.bank.paid);
  }
  async function stateOf(token: string): Promise<string | undefined> {
    return (await office.payer.statement(token))?.state;
  }
  async function second(): Promise<string> {
    const { line, record: kept } = payment(20);
    return prepared(before, line, kept);
  }

  test('runs nothing: what was confirmed is unknown, what was prepared is discarded', async () => {
    const token = await confirmed(before);
    const other = await second();
    restored();
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'quarantined',
      message: expect.stringMatching(/^QUARANTINED: .*: 1 statements need checking before anything runs$/),
    });
    expect(office.bank.asked).toEqual([]);
    expect([await stateOf(token), await stateOf(other)]).toEqual(['UNKNOWN', 'ABANDONED']);
    expect(await office.payer.statement(other)).toMatchObject({ abandoned: { why: 'epoch', by: null } });
    const audited = (await office.payer.thread()).filter(({ principal }) => principal === 'ledger');
    expect(audited.length).toBeGreaterThan(1);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  });

  test('lets nothing expire that may have run: a line that is sent first changes nothing of that', async () => {
    const token = await confirmed(before);
    restored('18:00:00'); // past its exp
    await office.payer.send('RW1 ST payer-9 from=payer to=scheduler item=doc:1');
    expect(await stateOf(token)).toBe('UNKNOWN');
    await office.ledger.sweep();
    expect(await stateOf(token)).toBe('UNKNOWN');
  });

  test('prepares nothing, and takes no confirmation of what was prepared', async () => {
    const token = await prepared(before);
    restored();
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'quarantined' });
    expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'refused' });
    expect(await stateOf(token)).toBe('ABANDONED');
  });

  test('once somebody has looked, runs what is handed over again, and nothing that was open before', async () => {
    await prepared(before);
    restored();
    expect(await office.ledger.reconcile({ by: 'm.okafor' })).toEqual({ epoch: 'another', unknown: 0 });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'quarantined',
      message: expect.stringContaining('send scheduler-1 again'),
    });
    const again = HO0.replace('HO scheduler-1', 'HO scheduler-8 re=scheduler-1');
    await office.scheduler.send(again, { record });
    const outcome = await office.paying.prepare({ handoff: 'scheduler-8' });
    expect(outcome).toMatchObject({ outcome: 'prepared' });
    const token = outcome.outcome === 'prepared' ? outcome.token : '';
    await office.sending.confirm({ token });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid).toHaveLength(1);
    const { entry } = (await under.store.entries('.ledger', { after: 0, limit: 1 }))[0] ?? {};
    expect(entry).toMatchObject({ principal: 'm.okafor', body: { facts: [{ fact: 'epoch-settled' }] } });
  });

  test('sends nothing of what was confirmed before, key or not: its sender may have taken it back since', async () => {
    before.bank.can = { ...before.bank.can, ...keyed };
    const token = await confirmed(before);
    restored();
    await office.ledger.reconcile({ by: 'm.okafor' });
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(await office.paying.recover()).toMatchObject([{ outcome: 'unknown' }]);
    expect(office.bank.asked).toEqual([]);
  });

  test.each(['UNKNOWN', 'CLAIMED'])(
    'sends nothing again that was %s before, key or not: the older life may have told that it was not done',
    async (state) => {
      before.bank.can = { ...before.bank.can, ...keyed };
      before.bank.moods = ['hangs'];
      const token = await confirmed(before);
      const committing = before.paying.commit({ token });
      await expect.poll(async () => (await before.payer.statement(token))?.state).toBe('CLAIMED');
      if (state === 'UNKNOWN') await committing;
      restored();
      await office.ledger.reconcile({ by: 'm.okafor' });
      expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
      expect(office.bank.asked).toEqual([]);
      await committing;
      expect(await stateOf(token)).toBe('UNKNOWN');
    },
  );

  test('looks up what was under way before: done where it is found, not done only past its exp and the horizon', async () => {
    before.bank.can = { ...before.bank.can, ...keyed, lookup: { kind: 'by-key' }, horizon: 600 };
    const found = await confirmed(before);
    const waiting = await second();
    await before.sending.confirm({ token: waiting });
    const { line, record: kept } = payment(30);
    const asked = await confirmed(before, line, kept);
    before.bank.moods = ['hangs'];
    await before.paying.commit({ token: asked });
    const done = await before.payer.statement(found);
    restored();
    if (done !== null) office.bank.paid.push(attemptOf(done) as Attempt); // in the life that is lost
    await office.ledger.reconcile({ by: 'm.okafor' });
    expect(await office.paying.settle({ token: found })).toMatchObject({ outcome: 'executed' });
    for (const [time, outcome] of [
      ['14:30:00', 'unknown'], // the lost life may have sent it until its exp
      ['17:10:05', 'unknown'],
      ['17:10:06', 'not-executed'],
    ] as const) {
      office.clock.now = at(time);
      for (const token of [waiting, asked])
        expect(await office.paying.settle({ token })).toMatchObject({ outcome });
    }
    expect([office.bank.paid.length, office.bank.asked.length]).toEqual([1, 0]);
  });

  test('what a process of the older life still says of its claim holds no more, but for a yes', async () => {
    for (const mood of ['declines', 'pays'] as const) {
      under = await open();
      before = officeAt(under.store);
      before.bank.moods = [mood];
      const token = await confirmed(before);
      before.bank.meanwhile = async () => {
        restored();
        await office.ledger.reconcile({ by: 'm.okafor' });
      };
      await before.paying.commit({ token });
      expect(await stateOf(token)).toBe(mood === 'pays' ? 'EXECUTED' : 'UNKNOWN');
      if (mood === 'declines') await under.remove();
    }
  });

  test('takes a cancel of what may have run for what it is: recorded, not acknowledged', async () => {
    await confirmed(before);
    restored();
    expect(await office.scheduler.send(CX0)).toMatchObject({
      outcome: 'accepted',
      handoff: { state: 'CANCELLING' },
    });
  });

  test('that was settled is a ledger like any other', async () => {
    restored();
    await office.ledger.reconcile({ by: 'm.okafor' });
    await office.ledger.reconcile({ by: 'm.okafor' });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    await expect(office.ledger.reconcile({ by: '' })).rejects.toMatchObject({ code: 'usage/principal' });
  });
});

describe('a ledger whose chain does not hold', () => {
  test('runs nothing once that is known', async () => {
    const under = await stores[0]?.open();
    if (under === undefined) throw new Error('there are stores');
    const office = officeAt(under.store);
    const token = await confirmed(office);
    const entries = under.store.entries.bind(under.store);
    under.store.entries = async (...page) => {
      const found = await entries(...page);
      return found.map((one) => ({ ...one, entry: { ...one.entry, text: `${one.entry.text} ` } }));
    };
    expect(await office.ledger.verify()).toMatchObject({ holds: false });
    under.store.entries = entries;
    expect(await office.paying.commit({ token })).toMatchObject({
      reason: 'not-trusted',
      message: expect.stringContaining('entry 1 of .profiles'),
    });
    expect(office.bank.asked).toEqual([]);
  });
});
