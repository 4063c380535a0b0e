import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PrepareOutcome } from '../../src/act/index.ts';
import { fold } from '../../src/ledger/index.ts';
import { record, values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

/** HO0 under another number, with another approval: what was approved once is not approved again. */
function again(
  number: number,
  change: Readonly<Record<string, string>> = {},
  re = '',
): [string, typeof record] {
  const own = { ...values, apref: `FD-${number}`, ...change };
  const words = Object.entries(own).map(([slot, value]) => `${slot}=${value}`);
  const head = `RW1 HO scheduler-${number}${re} p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec`;
  return [`${head} ${words.join(' ')} exp=20261002T1700Z`, { ...record, ...own } as typeof record];
}

const UNDO =
  'RW1 HO scheduler-20 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=UNDO rb=all ctx=payer-2';

describe.each(stores)('an act that was undone at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function paid(): Promise<void> {
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  }
  async function undoConfirmed(): Promise<string> {
    return confirmed(office, UNDO, { item: 'inv:MD-2026-057', ask: 'UNDO', ctx: ['payer-2'] } as never);
  }
  async function handedOver(number: number, change = {}, re = ''): Promise<PrepareOutcome> {
    const [line, kept] = again(number, change, re);
    await office.scheduler.send(line, { record: kept });
    return office.paying.prepare({ handoff: `scheduler-${number}` });
  }

  test('may be done again, and not before its UNDO was executed', async () => {
    await paid();
    expect(await handedOver(30)).toMatchObject({ reason: 'duplicate' });
    const token = await undoConfirmed();
    expect(await handedOver(40)).toMatchObject({
      reason: 'duplicate',
      line: expect.stringContaining('scheduler-1 / payer-2'),
    });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    const outcome = await handedOver(50);
    expect(outcome).toMatchObject({ outcome: 'prepared' });
    const second = outcome.outcome === 'prepared' ? outcome.token : '';
    await office.sending.confirm({ token: second });
    expect(await office.paying.commit({ token: second })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid.map(({ call }) => call.ask)).toEqual(['PAY', 'UNDO', 'PAY']);
    expect(new Set(office.bank.paid.map(({ key }) => key)).size).toBe(3);
    // and it is done once again: a third one meets the second
    expect(await handedOver(60)).toMatchObject({
      reason: 'duplicate',
      line: expect.stringContaining('scheduler-50 / '),
    });
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  });

  test('stays done while the outcome of its UNDO is unknown, and when it was not executed', async () => {
    await paid();
    const token = await undoConfirmed();
    office.bank.moods = ['lost'];
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    expect(await handedOver(30)).toMatchObject({ reason: 'duplicate' });
    const asPerson = office.pays({ ledger: office.human });
    await asPerson.settle({ token, answer: { outcome: 'NOTEXEC', evidence: 'not in the statement' } });
    expect(await handedOver(50)).toMatchObject({ reason: 'duplicate' });
  });

  test('stays done where something else was reversed than it did', async () => {
    await paid();
    const token = await undoConfirmed();
    office.bank.moods = ['swaps-account'];
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: true });
    expect(await handedOver(30)).toMatchObject({ reason: 'duplicate' });
  });

  test('gives back its item, and not the approval that was used for it', async () => {
    await paid();
    await office.paying.commit({ token: await undoConfirmed() });
    expect(await handedOver(30, { apref: 'FD-0929' })).toMatchObject({
      reason: 'duplicate',
      line: expect.stringContaining('scheduler-1 / payer-2'),
    });
    expect(await handedOver(50)).toMatchObject({ outcome: 'prepared' });
  });

  test('is undone once', async () => {
    await paid();
    await office.paying.commit({ token: await undoConfirmed() });
    await handedOver(30);
    const second = UNDO.replace('scheduler-20', 'scheduler-40');
    await office.scheduler.send(second, {
      record: { item: 'inv:MD-2026-057', ask: 'UNDO', ctx: ['payer-2'] },
    });
    expect(await office.paying.prepare({ handoff: 'scheduler-40' })).toMatchObject({ reason: 'duplicate' });
  });

  test('is another act when it is handed over as a retry of the first: its key is its own (I1)', async () => {
    await paid();
    await office.paying.commit({ token: await undoConfirmed() });
    const outcome = await handedOver(30, {}, ' re=scheduler-1');
    expect(outcome).toMatchObject({ outcome: 'prepared', handoff: { root: 'scheduler-30' } });
    const statement = outcome.outcome === 'prepared' ? outcome.statement : null;
    expect(statement?.key).not.toBe(office.bank.paid[0]?.key);
  });

  test('is told so without a word being written, when it is only rehearsed', async () => {
    await paid();
    await office.paying.commit({ token: await undoConfirmed() });
    const [line, kept] = again(30);
    await office.scheduler.send(line, { record: kept });
    const before = await office.payer.thread();
    expect(await office.paying.prepare({ handoff: 'scheduler-30', dryRun: true })).toMatchObject({
      outcome: 'dry-run',
      would: { outcome: 'prepared' },
    });
    expect(await office.payer.thread()).toEqual(before);
  });

  test('says by what it was undone, the same as its log does (I18)', async () => {
    await paid();
    const undo = await undoConfirmed();
    await office.paying.commit({ token: undo });
    await handedOver(30);
    const stored = await under.store.entries('main', { after: 0, limit: 1_000 });
    const replayed = fold(
      'main',
      stored.map(({ entry }) => entry),
    );
    const { rows } = await under.store.read('main', { ids: ['scheduler-1', 'scheduler-20', 'scheduler-30'] });
    expect(rows.statements).toEqual(replayed.statements);
    expect([...rows.statements.values()].find(({ handoff }) => handoff === 'scheduler-1')).toMatchObject({
      state: 'EXECUTED',
      undone: undo,
    });
  });

  test('may be done again in another conversation, where the first one’s stops it too', async () => {
    await paid();
    const north = office.ledger.as({ principal: 'ap-north', agents: ['scheduler'], conversation: 'north' });
    const payer = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation: 'north' });
    const paying = office.pays({ ledger: payer });
    const [line, kept] = again(30);
    await north.send(line, { record: kept });
    expect(await paying.prepare({ handoff: 'scheduler-30' })).toMatchObject({
      reason: 'duplicate',
      line: expect.stringContaining('scheduler-1 of main / payer-2'),
    });
    await office.paying.commit({ token: await undoConfirmed() });
    const [next, also] = again(50);
    await north.send(next, { record: also });
    expect(await paying.prepare({ handoff: 'scheduler-50' })).toMatchObject({ outcome: 'prepared' });
  });
});

describe.each(stores)('one act in two conversations at $name', ({ open }) => {
  let under: StoreUnderTest;
  beforeEach(async () => {
    under = await open();
  });
  afterEach(() => under.remove());

  test('that is prepared in both at the same moment is a duplicate in one of them', async () => {
    const other = await under.reopen();
    const outcomes: string[] = [];
    for (let round = 0; round < 10; round++) {
      const offices = [officeAt(under.store), officeAt(other)];
      const tools = await Promise.all(
        offices.map(async (office, side) => {
          const conversation = `${side}-${round}`;
          const sender = office.ledger.as({ principal: 'ap', agents: ['scheduler'], conversation });
          const payer = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
          const [line, kept] = again(30, { apref: `FD-${round}-${side}` });
          const item = `inv:R-${round}`;
          await sender.send(line.replace('inv:MD-2026-057', item), { record: { ...kept, item } });
          return office.pays({ ledger: payer });
        }),
      );
      const both = await Promise.all(tools.map((tool) => tool.prepare({ handoff: 'scheduler-30' })));
      outcomes.push(...both.map((one) => (one.outcome === 'refused' ? one.reason : one.outcome)));
    }
    expect(outcomes.filter((one) => one === 'prepared')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'duplicate')).toHaveLength(10);
  });
});
