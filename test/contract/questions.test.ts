import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Handle, QuestionsWanted } from '../../src/ledger/index.ts';
import { at, CX0, HO0, payment, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const ask = (number: number, to = 'human'): string =>
  `RW1 AQ payer-${number} from=payer to=${to} item=inv:${number} need=YESNO // is it paid?`;

describe.each(stores)('questions that wait for an answer at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function ids(wanted?: QuestionsWanted, handle: Handle = office.human): Promise<readonly string[]> {
    return (await handle.questions(wanted)).map(({ id }) => id);
  }
  async function abouts(): Promise<readonly string[]> {
    return (await office.human.questions()).map(({ to, about }) => `${about} to ${to}`);
  }

  test('say who asks whom, what and since when, until somebody answers', async () => {
    await office.payer.send(ask(1));
    office.clock.now = at('14:10:00');
    expect(await office.human.questions()).toEqual([
      {
        ...{ id: 'payer-1', sequence: 1, from: 'payer', to: 'human', re: null, handoff: null, item: 'inv:1' },
        ...{ line: ask(1), at: at('14:00:00'), age: 600_000, principal: 'treasury' },
        ...{ about: 'other', token: null },
      },
    ]);
    await office.human.send('RW1 AN human-1 re=payer-1 from=human to=payer val=Y');
    expect(await ids()).toEqual([]);
  });

  test('are those to one agent or several where they are named, and of one conversation', async () => {
    await office.payer.send(ask(1));
    await office.payer.send(ask(2, 'scheduler'));
    await office.payer.send(ask(3));
    expect(await ids()).toEqual(['payer-1', 'payer-2', 'payer-3']);
    expect(await ids({ to: 'human' })).toEqual(['payer-1', 'payer-3']);
    expect(await ids({ to: ['scheduler', 'nobody'] })).toEqual(['payer-2']);
    expect(await ids({ to: 'no\0body' })).toEqual([]);
    expect(await ids({}, office.ledger.as({ principal: 'other', agents: [], conversation: 'b' }))).toEqual(
      [],
    );
  });

  test('come a page at a time', async () => {
    for (let number = 1; number <= 5; number += 1) await office.payer.send(ask(number));
    expect(await ids({ limit: 2 })).toEqual(['payer-1', 'payer-2']);
    expect(await ids({ limit: 2, after: 2 })).toEqual(['payer-3', 'payer-4']);
    expect(await ids({ limit: 2, after: 5 })).toEqual([]);
  });

  test('are no refused lines', async () => {
    await office.scheduler.send(ask(1));
    expect(await ids()).toEqual([]);
  });

  test('tell of an outcome that nobody knows, until it is found out without an answer', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['lost'];
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    expect(await office.human.questions({ to: 'human' })).toMatchObject([
      { about: 'outcome', token, handoff: 'scheduler-1', item: 'inv:MD-2026-057' },
    ]);
    office.bank.can = { ...office.bank.can, lookup: { kind: 'by-key' } };
    expect(await office.pays().settle({ token })).toMatchObject({ outcome: 'executed' });
    expect(await ids()).toEqual([]);
  });

  test('ask again where the answer was STILL-UNKNOWN', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['lost'];
    await office.paying.commit({ token });
    const [first] = await ids();
    const asPerson = office.pays({ ledger: office.human });
    await asPerson.settle({ token, answer: { outcome: 'STILL-UNKNOWN', evidence: 'not booked yet' } });
    const [second, ...others] = await ids();
    expect(others).toEqual([]);
    expect(second).not.toBe(first);
  });

  test('ask whether to undo what ran otherwise than planned, though its handoff is closed', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['swaps-account'];
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: true });
    expect(await office.scheduler.open()).toEqual([]);
    expect(await abouts()).toEqual(['undo to scheduler']);
    const [id] = await ids();
    await office.scheduler.send(`RW1 AN scheduler-9 re=${id} p=pay from=scheduler to=payer val=N`);
    expect(await ids()).toEqual([]);
  });

  test('ask about records that contradict a handoff, and no more once it is cancelled', async () => {
    await office.scheduler.send(HO0, { record });
    const books = office.pays({ resolve: () => ({ acct: '20-00-00/55512345' }) });
    expect(await books.prepare({ handoff: 'scheduler-1' })).toMatchObject({ outcome: 'question' });
    expect(await abouts()).toEqual(['contradiction to scheduler']);
    await office.scheduler.send(CX0);
    expect(await ids()).toEqual([]);
  });

  test('are found behind a page of those that wait no more', async () => {
    const books = office.pays({ resolve: () => ({ acct: '20-00-00/55512345' }) });
    for (let number = 20; number < 24; number += 1) {
      const { line, record: own } = payment(number);
      await office.scheduler.send(line, { record: own });
      await books.prepare({ handoff: `scheduler-${number}` });
    }
    for (let number = 20; number < 23; number += 1) {
      const id = await office.scheduler.nextId('scheduler');
      const cancel = `RW1 CX ${id} re=scheduler-${number} p=pay from=scheduler to=payer item=inv:MD-${number} why=REVOKED`;
      expect(await office.scheduler.send(cancel)).toMatchObject({ outcome: 'accepted' });
    }
    expect(await office.human.questions({ limit: 1 })).toMatchObject([{ handoff: 'scheduler-23' }]);
  });
});

describe.each(stores)('conversations at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  test('are named in order, a page at a time, without those that are the ledger’s own', async () => {
    await office.ledger.principals.add({ principal: 'shop', agents: ['shop'], by: 'm.okafor' });
    await office.scheduler.send(HO0);
    for (const conversation of ['c', 'a', 'b'])
      await office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation }).send(ask(1));
    expect(await office.ledger.conversations()).toEqual(['a', 'b', 'c', 'main']);
    expect(await office.ledger.conversations({ limit: 2 })).toEqual(['a', 'b']);
    expect(await office.ledger.conversations({ after: 'b', limit: 2 })).toEqual(['c', 'main']);
    expect(await office.ledger.conversations({ after: 'main' })).toEqual([]);
  });
});
