import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sumOf } from '../../../src/codec/decimal.ts';
import { openConsole, type Reader, type TestConsole } from '../../support/console.ts';
import { at, HO0, payment, record } from '../../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../../support/ledger/office.ts';

let console: TestConsole;
let office: Office;
let reader: Reader;
beforeEach(async () => {
  console = openConsole({ now: at('14:00:00') });
  office = officeAt(console.store);
  reader = await console.signIn('m.okafor', ['main']);
});
afterEach(() => console.close());

interface Total {
  readonly group: string;
  readonly currency: string;
  readonly fate: string;
  readonly count: number;
  readonly sum: string;
}
async function totals(query = ''): Promise<readonly Total[]> {
  return JSON.parse(await reader.read(`/totals.json${query}`));
}
async function kinds(): Promise<readonly string[]> {
  const found = JSON.parse(await reader.read('/overrides.json')) as { readonly kind: string }[];
  return found.map(({ kind }) => kind);
}
const pay = async (number: number, change = {}): Promise<string> => {
  const { line, record: own } = payment(number, change);
  return confirmed(office, line, own);
};

test('adds up what was paid by supplier and currency, exactly', async () => {
  for (const [index, amt] of ['0.10', '0.20', '90071992547409.93'].entries())
    await office.paying.commit({ token: await pay(20 + 10 * index, { amt }) });
  await office.paying.commit({ token: await pay(50, { cur: 'USD', amt: '1.00' }) });
  await office.paying.commit({ token: await pay(60, { sup: 'hart', amt: '7.00' }) });
  expect(await totals()).toEqual([
    { group: 'hart', currency: 'GBP', fate: 'done', count: 1, sum: '7.00' },
    { group: 'marlow', currency: 'GBP', fate: 'done', count: 3, sum: '90071992547410.23' },
    { group: 'marlow', currency: 'USD', fate: 'done', count: 1, sum: '1.00' },
  ]);
  expect(await totals('?by=acct')).toMatchObject([{ group: '40-12-88/61102938', count: 4 }, { count: 1 }]);
});

test('tells what is open, unknown, refused and not done apart, and counts what was sent again once', async () => {
  await office.scheduler.send(HO0, { record });
  expect(await totals()).toMatchObject([{ fate: 'held', sum: '5400.00' }]);
  await office.scheduler.send(
    HO0.replace('amt=5400.00', 'amt=1.00').replace('scheduler-1 ', 'scheduler-5 '),
    {
      record,
    },
  );
  expect(await totals()).toMatchObject([{ fate: 'held' }, { fate: 'refused', sum: '1.00' }]);
  office.bank.moods = ['lost', 'declines'];
  await office.paying.commit({ token: await pay(40, { amt: '2.00' }) });
  await office.paying.commit({ token: await pay(50, { amt: '3.00' }) });
  const found = (await totals()).map(({ fate, sum }) => [fate, sum]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['held', '5400.00'],
      ['unknown', '2.00'],
      ['refused', '4.00'],
    ]),
  );
  expect(found).toHaveLength(3);
});

test('says what really ran, not what was asked for', async () => {
  office.bank.moods = ['swaps-account'];
  await office.paying.commit({ token: await confirmed(office) });
  expect(await totals('?by=acct')).toMatchObject([{ group: '20-00-00/99999999', fate: 'done' }]);
});

test('tells what was paid and taken back by an UNDO apart from what was paid', async () => {
  await office.paying.commit({ token: await confirmed(office) });
  const [report] = (await office.scheduler.thread()).filter(({ type }) => type === 'DN');
  const undo = `RW1 HO scheduler-70 p=pay from=scheduler to=payer item=${record.item} ask=UNDO rb=exec+all ctx=${report?.id} sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929 exp=20261002T1700Z`;
  const { ask: _, ...values } = record;
  const token = await confirmed(office, undo, { ...values, ask: 'UNDO', ctx: report?.id ?? '' });
  expect(await totals()).toMatchObject([{ fate: 'done' }]);
  await office.paying.commit({ token });
  expect(await totals()).toMatchObject([{ fate: 'undone', count: 1, sum: '5400.00' }]);
});

test('keeps to days, both of them whole', async () => {
  await office.paying.commit({ token: await confirmed(office) });
  expect(await totals('?from=2026-10-02&until=2026-10-02')).toHaveLength(1);
  expect(await totals('?from=2026-10-03')).toEqual([]);
  expect(await totals('?until=2026-10-01')).toEqual([]);
});

test('goes on where the last report ended, and shows nothing of other people’s conversations', async () => {
  expect(await totals()).toEqual([]);
  await office.paying.commit({ token: await confirmed(office) });
  expect(await totals()).toMatchObject([{ count: 1 }]);
  const stranger = await console.signIn('r.osei', ['elsewhere']);
  expect(await stranger.read('/totals.json')).toBe('[]\n');
  expect(await stranger.read('/overrides.json')).toBe('[]\n');
});

test('reports an outcome that a person settled, and nothing that passed its checks', async () => {
  await office.paying.commit({ token: await confirmed(office) });
  expect(await kinds()).toEqual([]);
  office.bank.moods = ['lost', 'lost'];
  const [first, second] = [await pay(50), await pay(60)];
  for (const token of [first, second]) await office.paying.commit({ token });
  const asPerson = office.pays({ ledger: office.human });
  const values = payment(50).record;
  const { item: _, ask: __, ...slots } = values;
  await asPerson.settle({
    token: first,
    answer: { outcome: 'EXECUTED', evidence: 'on the feed', values: slots },
  });
  await asPerson.settle({ token: second, answer: { outcome: 'NOTEXEC', evidence: 'not on the feed' } });
  expect([...(await kinds())].sort()).toEqual([
    'a person said that it was done',
    'a person said that it was not done',
  ]);
  const rows = parse(await reader.read('/overrides.csv'), { columns: true }) as Record<string, string>[];
  expect(rows.map(({ principal }) => principal)).toEqual(['m.okafor', 'm.okafor']);
});

test('reports a go against the records, and no stop', async () => {
  await office.scheduler.send(HO0, { record });
  const books = office.pays({ resolve: () => ({ acct: '20-00-00/55512345' }) });
  const asked = await books.prepare({ handoff: 'scheduler-1' });
  expect(asked).toMatchObject({ outcome: 'question' });
  const [question] = await office.human.questions();
  expect(await kinds()).toEqual([]);
  await office.scheduler.send(
    `RW1 AN scheduler-9 re=${question?.id} p=pay from=scheduler to=payer item=${record.item} val=APPROVE`,
  );
  expect(await kinds()).toEqual(['runs as sent, against the records']);
  expect(await reader.read('/overrides')).toContain('records 20-00-00/55512345');
});

test('adds up written decimals without a float', () => {
  expect(sumOf([])).toBe('0');
  expect(sumOf(['0.1', '0.20', '-1'])).toBe('-0.70');
  expect(sumOf(['99999999999999999999.99', '0.01'])).toBe('100000000000000000000.00');
});
