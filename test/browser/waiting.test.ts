import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axe, hasChromium, openBrowser, picture, type Visit } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { HO0, payment, RB0, record, values } from '../support/ledger/lines.ts';
import { confirmed, prepared } from '../support/ledger/office.ts';
import { mayPay } from '../support/ledger/questions.ts';

describe.skipIf(!hasChromium)('what waits, in a browser', () => {
  let browser: Browser;
  let console: Decided;
  let visits: Visit[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => browser?.close());
  beforeEach(async () => {
    console = await decide();
  });
  afterEach(async () => {
    const incidents = visits.flatMap((one) => one.incidents);
    for (const { context } of visits) await context.close();
    visits = [];
    await console.close();
    expect(incidents).toEqual([]);
  });

  async function arrive(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const arrived = await console.arrive(browser, 'm.okafor', options);
    visits.push(arrived);
    arrived.context.setDefaultTimeout(5_000);
    await arrived.page.goto(`${console.origin}${path}`);
    return arrived.page;
  }

  async function lose(): Promise<string> {
    console.office.bank.moods = ['lost'];
    const token = await confirmed(console.office);
    expect(await console.office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    return token;
  }

  test('each page has no serious fault, and is kept as a picture', async () => {
    await lose();
    const second = payment(58);
    await prepared(console.office, second.line, second.record);
    await console.office.scheduler.send(
      HO0.replace('scheduler-1', 'scheduler-9').replaceAll('MD-2026-057', 'MD-9'),
      {
        record: { ...record, item: 'inv:MD-9', ref: 'MD-9' },
      },
    );
    const failing = RB0.replace('scheduler-1', 'scheduler-9')
      .replaceAll('MD-2026-057', 'MD-9')
      .replace('5400.00', '5450.00');
    await console.office.payer.send(failing.replace('payer-1', 'payer-20').replace(' h=33b212141208', ''));
    for (const [name, says] of [
      ['statements', 'prepared, not confirmed'],
      ['unknown', 'What to look up'],
      ['held', 'Its readback failed'],
    ] as const) {
      const page = await arrive(`/${name}`, { viewport: { width: 1_000, height: 800 } });
      await page.getByText(says).first().waitFor();
      expect(await axe(page)).toEqual([]);
      await picture(page, `waiting-${name}`);
    }
  });

  test.each<[string, BrowserContextOptions]>([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])('an unknown outcome is looked up and settled, from its question on: %s', async (_, options) => {
    const token = await lose();
    await console.office.paying.settle({ token });
    const page = await arrive('/', options);
    await page.getByRole('link', { name: 'Look it up, and say what you found' }).click();
    await page.getByText('What to look up').waitFor();
    await page.getByRole('radio', { name: /^EXECUTED/ }).check();
    await page.getByLabel(/What you looked at/).fill('the statement of 2 October, line 14');
    for (const [slot, value] of Object.entries(values))
      await page.getByLabel(slot, { exact: true }).fill(value);
    if (options.javaScriptEnabled === undefined) expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    expect(await console.office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    if (options.javaScriptEnabled === undefined) await picture(page, 'unknown-confirm');
    await page.getByRole('button', { name: `EXECUTED: PAY of ${record.item}` }).click();
    await page.getByText('There is nothing to settle').waitFor();
    expect(await console.office.payer.statement(token)).toMatchObject({
      state: 'EXECUTED',
      result: { values },
    });
    expect(console.office.bank.asked).toHaveLength(1);
  });

  test('the time to answer stands in UTC, and with scripts in the reader’s own time beside it', async () => {
    await console.office.scheduler.send(mayPay(1));
    const page = await arrive('/', { timezoneId: 'Asia/Tokyo' });
    await page.getByText('2026-10-03 00:00:00Z').waitFor();
    await page.getByText(/09:00/).first().waitFor();
    const plain = await arrive('/', { timezoneId: 'Asia/Tokyo', javaScriptEnabled: false });
    expect(await plain.getByText('2026-10-03 00:00:00Z').count()).toBe(1);
  });
});
