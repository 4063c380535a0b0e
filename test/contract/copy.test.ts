import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Capabilities } from '../../src/act/index.ts';
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

  test('asks under the same key what was confirmed before, and does not pay it twice', async () => {
    before.bank.can = { ...before.bank.can, ...keyed };
    const token = await confirmed(before);
    await before.paying.commit({ token }); // in the world, and lost with the older life
    const lost = officeAt(under.store);
    expect((await lost.payer.statement(token))?.state).toBe('EXECUTED');
    const other = await second();
    await before.sending.confirm({ token: other });
    restored();
    await office.ledger.reconcile({ by: 'm.okafor' });
    expect(await office.paying.settle({ token: other })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid.map(({ call }) => call.item)).toEqual(['inv:MD-2026-057', 'inv:MD-20']);
  });

  test('takes a no under the key for no proof: an older life may have sent it too', async () => {
    before.bank.can = { ...before.bank.can, ...keyed };
    const token = await confirmed(before);
    restored();
    await office.ledger.reconcile({ by: 'm.okafor' });
    office.bank.moods = ['declines'];
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown' });
    expect(await stateOf(token)).toBe('UNKNOWN');
  });

  test('does not send again what its executor may have forgotten', async () => {
    before.bank.can = {
      ...before.bank.can,
      idempotency: { kind: 'key', retention: 600, mismatch: 'error' },
    };
    const token = await confirmed(before);
    restored('14:20:00');
    await office.ledger.reconcile({ by: 'm.okafor' });
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(office.bank.asked).toEqual([]);
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
      message: expect.stringContaining('entry 1 of main'),
    });
    expect(office.bank.asked).toEqual([]);
  });
});
