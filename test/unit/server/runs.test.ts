import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Asked } from '../../../src/ledger/approval/asked.ts';
import { approvalsOn, questionAt } from '../../../src/ledger/index.ts';
import { whyAlone } from '../../../src/server/approvals/run.ts';
import { sessionCookie } from '../../../src/server/security/cookies.ts';
import { builtIn, defineProfile, profilesOf } from '../../../src/vocabulary/index.ts';
import { answers, askAboutHO0, type Deciding, deciding, mainText } from '../../support/deciding.ts';
import { payment, record } from '../../support/ledger/lines.ts';
import { mayPay } from '../../support/ledger/questions.ts';

/** A profile whose amounts may be below zero. */
const own = defineProfile({
  profile: 'lab',
  version: '1',
  extends: 'RW1',
  asks: { MOVE: 'move a fee' },
  enums: { cur: { GBP: 'pounds' } },
  slots: [
    { key: 'fee', type: 'money', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'cur', type: 'enum:cur', on: ['HO', 'RB', 'AQ', 'DN'] },
  ],
  exec: { MOVE: ['fee', 'cur'] },
  irreversible: ['MOVE'],
  amounts: { fee: 'cur' },
});
const lab = profilesOf(builtIn, [own]).profiles?.get('lab') ?? builtIn.core;

let all: Deciding;
beforeEach(async () => {
  all = await deciding();
});
afterEach(() => all.console.close());

const entries = async (): Promise<number> => (await all.office.human.thread({ limit: 10_000 })).length;
const list = '/runs/main/PAY';

async function asks(number: number, change: Readonly<Record<string, string | null>> = {}): Promise<void> {
  const line = mayPay(number, { ref: `MD-${number}`, ...change }).replace(record.item, `inv:MD-${number}`);
  expect(await all.office.scheduler.send(line)).toMatchObject({ outcome: 'accepted' });
}

/** The values of the boxes on a page. */
const boxes = (html: string): readonly string[] =>
  [...html.matchAll(/type="checkbox"[^>]* value="([^"]*)"/g)].map(([, value = '']) => value);

/** Ticks lines and goes on to the page with the totals. */
async function reviewed(pick: (line: string) => boolean = () => true): Promise<Response> {
  const html = await all.okafor.read(list);
  return send(
    html,
    `${list}/review`,
    boxes(html)
      .filter(pick)
      .map((line) => ['line', line]),
  );
}

/** Sends a form with fields that may stand in it several times. */
async function send(html: string, path: string, more: readonly (readonly string[])[]): Promise<Response> {
  const form =
    html.match(/<form\b[^>]*>[\s\S]*?<\/form>/g)?.find((one) => one.includes(`action="${path}"`)) ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
  return all.console.request(path, {
    method: 'POST',
    headers: {
      cookie: `${sessionCookie}=${all.okafor.session.secret}`,
      origin: 'http://localhost:8417',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams([...hidden, ...more] as [string, string][]).toString(),
  });
}

async function approve(html: string, totals: Readonly<Record<string, string>>): Promise<Response> {
  return send(
    html,
    `${list}/approve`,
    Object.entries(totals).map(([of, total]) => [`total-${of}`, total]),
  );
}

test('a run is approved as one list with its total typed once a currency; each line keeps its own record', async () => {
  await asks(1, { amt: '1000.10' });
  await asks(2, { amt: '2000.20' });
  await asks(3, { amt: '0.70', cur: 'EUR' });
  expect(mainText(await all.okafor.read('/runs'))).toContain('PAY (make one payment) in main : 3 lines');
  const page = await reviewed();
  const html = await page.text();
  expect(mainText(html)).toMatch(/EUR 0\.70 GBP 3000\.30/);
  expect(await entries()).toBe(3);
  const said = await approve(html, { GBP: '3,000.30', EUR: '0.70' });
  expect(said.status).toBe(200);
  expect(mainText(await said.text()).match(/Approved as AP-/g)).toHaveLength(3);
  for (const number of [1, 2, 3])
    expect(await approvalsOn(all.office.payer, `inv:MD-${number}`)).toEqual([
      expect.objectContaining({
        question: `scheduler-${number}`,
        values: expect.objectContaining({ ref: `MD-${number}` }),
      }),
    ]);
  const lines = (await all.office.human.thread({ limit: 100 })).flatMap(({ line }) => line ?? []);
  expect(lines.filter((line) => line.includes(' AN human-'))).toHaveLength(3);
});

test.each<Readonly<Record<string, string>>>([
  { GBP: '3000.31' },
  { GBP: '' },
  { GBP: '3000' },
  { EUR: '3000.30' },
])('a total of %j records nothing', async (typed) => {
  await asks(1, { amt: '1000.10' });
  await asks(2, { amt: '2000.20' });
  const said = await approve(await (await reviewed()).text(), typed);
  expect(said.status).toBe(422);
  expect(mainText(await said.text())).toContain('That is not the total of GBP');
  expect(await entries()).toBe(2);
});

test('a line that is not ticked stays a question', async () => {
  await asks(1, { amt: '1.00' });
  await asks(2, { amt: '2.00' });
  const said = await approve(await (await reviewed((line) => line.startsWith('scheduler-1 '))).text(), {
    GBP: '1.00',
  });
  expect(said.status).toBe(200);
  expect(await approvalsOn(all.office.payer, 'inv:MD-2')).toEqual([]);
  expect(mainText(await all.okafor.read(list))).toContain('inv:MD-2');
});

test('a line that was answered meanwhile is refused by itself and said; the others are approved', async () => {
  await asks(1, { amt: '1.00' });
  await asks(2, { amt: '2.00' });
  const html = await (await reviewed()).text();
  await answers(all.reyes, 'scheduler-1', 'HOLD');
  const said = await approve(html, { GBP: '3.00' });
  const told = mainText(await said.text());
  expect(told).toContain('A line changed meanwhile');
  expect(told).toMatch(/inv:MD-1 Refused\. scheduler-1 was answered by human-1/);
  expect(told).toMatch(/inv:MD-2 Approved as AP-/);
  expect(await approvalsOn(all.office.payer, 'inv:MD-1')).toEqual([]);
});

test('a mistyped total is refused where a line changed, too', async () => {
  await asks(1, { amt: '1.00' });
  await asks(2, { amt: '2.00' });
  const html = await (await reviewed()).text();
  await answers(all.reyes, 'scheduler-1', 'HOLD');
  const before = await entries();
  expect((await approve(html, { GBP: '2.00' })).status).toBe(422);
  expect(await entries()).toBe(before);
});

test('another line, another digest or another total than was shown is refused', async () => {
  await asks(1, { amt: '1.00' });
  await asks(2, { amt: '2.00' });
  const html = await (await reviewed((line) => line.startsWith('scheduler-1 '))).text();
  const [, second = ''] = boxes(await all.okafor.read(list));
  const forged = [
    html.replace(/name="line" value="[^"]*"/, `name="line" value="${second}"`),
    html.replace(/name="total" value="[^"]*"/, 'name="total" value="GBP 9.00"'),
    html.replace(/<input type="hidden" name="total" value="[^"]*">/, ''),
  ];
  for (const one of forged) {
    expect(one).not.toBe(html);
    expect((await approve(one, { GBP: '9.00' })).status).toBe(409);
  }
  expect(await entries()).toBe(2);
});

test('a line with a missing slot is on no list, and says why', async () => {
  await asks(1, { acct: null });
  await asks(2, { amt: '2.00' });
  const html = await all.okafor.read(list);
  expect(boxes(html)).toEqual([expect.stringMatching(/^scheduler-2 /)]);
  expect(mainText(html)).toContain('Not on this list: acct has no value, and PAY runs with it.');
});

test('a line that differs from its record is on no list: a total says nothing of its account', async () => {
  await all.console.close();
  all = await deciding({ records: () => async () => ({ acct: '20-00-00/61102938' }) });
  await askAboutHO0(all.office);
  await asks(2, { amt: '2.00' });
  const html = await all.okafor.read(list);
  expect(boxes(html)).toEqual([expect.stringMatching(/^scheduler-2 /)]);
  expect(mainText(html)).toContain('Not on this list: acct differs from what stands beside it.');
});

test('nor is an amount that is not above zero: it would hide another one in the total', async () => {
  await asks(1, { amt: '1000000.00' });
  await asks(2, { amt: '-999900.00' });
  await asks(3, { amt: '0.00' });
  const html = await all.okafor.read(list);
  expect(boxes(html)).toEqual([expect.stringMatching(/^scheduler-1 /)]);
  expect(mainText(html)).toContain(
    'Not on this list: amt is -999900.00, and PAY takes an amount above zero.',
  );
});

test.each([
  ['-0.01', 'A total would hide fee, which is not above zero.'],
  ['0.01', null],
])('an amount of %s, which its profile lets below zero', async (fee, why) => {
  await all.office.scheduler.send(mayPay(1));
  const asked = await questionAt(all.office.human, 'scheduler-1');
  const slots = [
    { slot: 'fee', value: fee, about: null, from: 'question', differs: [] },
    { slot: 'cur', value: 'GBP', about: null, from: 'question', differs: [] },
  ] as const;
  expect(whyAlone({ asked: { ...(asked as Asked), slots, vocabulary: lab }, beside: null })).toBe(why);
});

test('nor is one whose question names another value than an amount', async () => {
  const { scheduler, payer } = all.office;
  for (const [number, named] of [
    [1, 'acct=40-12-88/61102938'],
    [2, 'amt=5400.00'],
  ] as const) {
    const own = payment(number);
    await scheduler.send(own.line, { record: own.record });
    const line = `RW1 AQ payer-${number} re=scheduler-${number} p=pay from=payer to=human item=${own.record['item']} need=ENUM opts=APPROVE+HOLD ${named}`;
    expect(await payer.send(line)).toMatchObject({ outcome: 'accepted' });
  }
  const html = await all.okafor.read(list);
  expect(boxes(html)).toEqual([expect.stringMatching(/^payer-2 /)]);
  expect(mainText(html)).toContain('Not on this list: The question itself names acct.');
});

test('a list that does not show every line says so, and its total is that of what it shows', async () => {
  for (let number = 1; number <= 201; number++) await asks(number, { amt: '1.00' });
  const text = mainText(await all.okafor.read(list));
  expect(text).toContain('There are more: these have the nearest deadlines.');
  expect(text).toMatch(/The 200 lines above that can be approved .* GBP 200\.00/);
});

test('nor is an act that has no amount: a number of lines says nothing of what is in them', async () => {
  const line =
    'RW1 AQ scheduler-1 p=pay from=scheduler to=human item=sup:marlow need=ENUM opts=APPROVE+HOLD ask=CHGBANK sup=marlow acct=40-12-88/61102938 eff=20261010 prev=40-12-88/61102937';
  expect(await all.office.scheduler.send(line)).toMatchObject({ outcome: 'accepted' });
  const html = await all.okafor.read('/runs/main/CHGBANK');
  expect(boxes(html)).toEqual([]);
  expect(mainText(html)).toContain('Not on this list: It has no amount to add up.');
  expect(html).not.toContain('Go on with the lines');
});
