import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Policy, PolicyRule } from '../../src/ledger/index.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const small: PolicyRule = {
  on: 'readback',
  asks: ['PAY'],
  amounts: { amt: { currency: 'cur', most: { GBP: '5400.00' } } },
  among: { sup: ['marlow', 'northfield'] },
  answer: 'Y',
};
const policy = (...rules: readonly PolicyRule[]): Policy => ({ name: 'small-payments', rules });

describe.each(stores)('a policy that answers at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  test('confirms what is within its limits, and is recorded as a policy', async () => {
    const token = await prepared(office);
    expect(await office.scheduler.answerBy(policy(small), 'payer-1')).toMatchObject({
      outcome: 'answered',
      rule: 0,
      sent: { outcome: 'accepted', entry: { principal: 'ap-office', policy: 'small-payments' } },
    });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED' });
    const [stored] = await under.store.entries('main', { after: 2, limit: 1 });
    expect(stored?.entry.body).toMatchObject({
      person: false,
      facts: [
        { fact: 'by-policy', policy: 'small-payments', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        {},
        {},
      ],
    });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect((await office.scheduler.thread()).map((entry) => entry.policy)).toEqual([
      null,
      null,
      'small-payments',
      null,
      null,
    ]);
  });

  test.each<[string, PolicyRule]>([
    ['a penny more', { ...small, amounts: { amt: { currency: 'cur', most: { GBP: '5399.99' } } } }],
    ['another currency', { ...small, amounts: { amt: { currency: 'cur', most: { USD: '9999.00' } } } }],
    ['another supplier', { ...small, among: { sup: ['northfield'] } }],
    ['an amount without a limit', { ...small, amounts: {} }],
    ['another ask', { ...small, asks: ['CHGBANK'] }],
    ['a slot that is not there', { ...small, among: { nosuch: ['x'] } }],
    ['a slot that every object has', { ...small, among: { constructor: ['x'] } }],
    ['a question', { ...small, on: 'question' }],
  ])('gives no answer to %s', async (_, rule) => {
    const token = await prepared(office);
    const before = await office.scheduler.thread();
    expect(await office.scheduler.answerBy(policy(rule), 'payer-1')).toMatchObject({ outcome: 'no-answer' });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'PREPARED' });
    expect(await office.scheduler.thread()).toEqual(before);
  });

  test('gives only the answer of its rule, and none where its command withholds it', async () => {
    const token = await prepared(office);
    const asked: unknown[] = [];
    const withheld: Policy = {
      ...policy(small),
      agrees: async (one) => {
        asked.push(one);
        return 'Y' as unknown as boolean; // anything but true is none
      },
    };
    expect(await office.scheduler.answerBy(withheld, 'payer-1')).toEqual({
      outcome: 'no-answer',
      because: ['rules[0]: it was withheld'],
    });
    expect(asked).toMatchObject([{ ask: 'PAY', values: { amt: '5400.00', sup: 'marlow' }, answer: 'Y' }]);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'PREPARED' });
    const agreed: Policy = { ...policy(small), agrees: async () => true };
    expect(await office.scheduler.answerBy(agreed, 'payer-1')).toMatchObject({ outcome: 'answered' });
  });

  test('answers for nobody else: not for a person, not for another agent, not for the one who executes', async () => {
    await prepared(office);
    await expect(office.human.answerBy(policy(small), 'payer-1')).rejects.toMatchObject({
      code: 'usage/policy',
    });
    expect(await office.payer.answerBy(policy(small), 'payer-1')).toMatchObject({ outcome: 'no-answer' });
    const both = office.ledger.as({ principal: 'treasury', agents: ['payer', 'scheduler'] });
    expect(await both.answerBy(policy(small), 'payer-1')).toMatchObject({
      sent: { outcome: 'refused', reason: 'principal-differs' },
    });
  });

  test('settles no unknown outcome, whoever is asked about it', async () => {
    const token = await prepared(office);
    await office.sending.confirm({ token });
    office.bank.moods = ['lost'];
    await office.pays({ person: 'auditor' }).commit({ token });
    const statement = await office.payer.statement(token);
    expect(statement).toMatchObject({ state: 'UNKNOWN', question: expect.any(String) });
    const rule: PolicyRule = { ...small, on: 'question', answer: 'NOTEXEC' };
    expect(await office.scheduler.answerBy(policy(rule), statement?.question ?? '')).toMatchObject({
      outcome: 'no-answer',
    });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
  });

  test('stops an act on which records and handoff differ, and lets none of them through', async () => {
    const tool = office.pays({ resolve: () => ({ acct: '20-00-00/55512345' }) });
    await office.scheduler.send(HO0, { record });
    const asked = await tool.prepare({ handoff: 'scheduler-1' });
    expect(asked).toMatchObject({ outcome: 'question' });
    const go: PolicyRule = { ...small, on: 'question', answer: 'APPROVE' };
    expect(await office.scheduler.answerBy(policy(go), 'payer-1')).toMatchObject({ outcome: 'no-answer' });
    const stop: PolicyRule = { ...small, on: 'question', answer: 'HOLD' };
    expect(await office.scheduler.answerBy(policy(go, stop), 'payer-1')).toMatchObject({
      outcome: 'answered',
      rule: 1,
    });
    expect(await tool.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'stopped' });
  });

  test.each<[string, PolicyRule]>([
    ['an act without a limit', { on: 'readback', asks: ['PAY'], answer: 'Y' }],
    ['no ask', { ...small, asks: [] }],
    ['an amount that is none', { ...small, amounts: { amt: { currency: 'cur', most: { GBP: '5400' } } } }],
    ['an amount in no currency', { ...small, amounts: { amt: { currency: 'cur', most: {} } } }],
    ['nothing let through', { ...small, among: { sup: [] } }],
  ])('with %s is none', async (_, rule) => {
    await prepared(office);
    await expect(office.scheduler.answerBy(policy(rule), 'payer-1')).rejects.toMatchObject({
      code: 'usage/policy',
    });
  });

  test('a question about a guarded act is not answered by the principal that asked it', async () => {
    await office.scheduler.send(HO0, { record });
    const both = office.ledger.as({ principal: 'treasury', agents: ['payer', 'auditor'] });
    const ask =
      'RW1 AQ payer-7 re=scheduler-1 p=pay from=payer to=auditor item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD';
    await both.send(ask);
    const answer = 'RW1 AN auditor-1 re=payer-7 p=pay from=auditor to=payer val=APPROVE';
    expect(await both.send(answer)).toMatchObject({ outcome: 'refused', reason: 'self-confirmed' });
    expect(await office.scheduler.send(answer)).toMatchObject({ outcome: 'accepted' });
  });

  test('a value that nobody approved is a note, and fails where its sender demands that', async () => {
    const line = HO0.replace(' kind=GROSS', '');
    const { kind: _, ...approved } = record;
    for (const [number, onlyRecorded, outcome] of [
      [30, false, 'prepared'],
      [40, true, 'held'],
    ] as const) {
      const item = `inv:X-${number}`;
      const own = { ...approved, item, apref: `FD-${number}` };
      const sent = line
        .replace('scheduler-1', `scheduler-${number}`)
        .replace('inv:MD-2026-057', item)
        .replace('FD-0929', `FD-${number}`);
      await office.scheduler.send(sent, { record: own, onlyRecorded });
      const tool = office.pays({ resolve: () => ({ kind: 'GROSS' }) });
      expect(await tool.prepare({ handoff: `scheduler-${number}` })).toMatchObject({ outcome });
    }
  });
});
