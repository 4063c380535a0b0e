import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvalSource } from '../../src/act/records/approvals.ts';
import { decode } from '../../src/codec/index.ts';
import { approvalFor, approvalsOn } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { axe, hasChromium, openBrowser, picture, type Visit } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { askAboutHO0 } from '../support/deciding.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { mayPay } from '../support/ledger/questions.ts';

describe.skipIf(!hasChromium)('deciding in a browser', () => {
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

  async function arrive(person = 'm.okafor', options: BrowserContextOptions = {}): Promise<Page> {
    const arrived = await console.arrive(browser, person, options);
    visits.push(arrived);
    arrived.context.setDefaultTimeout(5_000);
    return arrived.page;
  }
  const open = (page: Page, path: string) => page.goto(`${console.origin}${path}`);
  const entries = async (): Promise<number> => (await console.office.human.thread({ limit: 10_000 })).length;

  async function choose(page: Page, question: string, val: string): Promise<void> {
    await open(page, `/questions/main/${question}`);
    await page.getByRole('button', { name: new RegExp(`^${val}`) }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
  }
  async function approve(page: Page, question: string, typed: string): Promise<void> {
    await choose(page, question, 'APPROVE');
    await page.getByLabel(/Type the amount/).fill(typed);
    await page.getByRole('button', { name: /^APPROVE: / }).click();
  }

  test.each<[string, BrowserContextOptions]>([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])(
    'a question is approved, its approval is the record of the handoff, and one payment is made: %s',
    async (how, options) => {
      const { office } = console;
      await office.scheduler.send(mayPay(1));
      const page = await arrive('m.okafor', options);
      await open(page, '/');
      expect(await page.locator('[data-question]').count()).toBe(1);
      await page.getByRole('button', { name: /^APPROVE/ }).click();
      await page.getByText('Nothing is recorded yet').waitFor();
      if (how === 'with scripts') {
        expect(await axe(page)).toEqual([]);
        await picture(page, 'question-confirm');
      }
      await page.getByLabel(/Type the amount/).fill('5,400.00');
      await page.getByRole('button', { name: 'APPROVE: PAY of inv:MD-2026-057' }).click();
      await page.getByRole('heading', { name: 'The approval' }).waitFor();
      if (how === 'with scripts') {
        expect(await axe(page)).toEqual([]);
        await picture(page, 'question-answered');
      }
      const [approval] = await approvalsOn(office.scheduler, record.item);
      const line = HO0.replace('scheduler-1', 'scheduler-2').replace('FD-0929', approval?.reference ?? '');
      const found = await approvalFor(office.scheduler, decode(line));
      if (found.outcome === 'not-found') throw new Error(found.message);
      const changed = line.replace('scheduler-2', 'scheduler-3').replace('amt=5400.00', 'amt=5450.00');
      expect(await office.scheduler.send(changed, { record: found.record })).toMatchObject({
        reason: 'handoff-fails',
      });
      expect(await office.scheduler.send(line, { record: found.record })).toMatchObject({
        outcome: 'accepted',
      });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      const { token } = (await paying.prepare({ handoff: 'scheduler-2' })) as { token: string };
      await office.sending.confirm({ token });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
      await paying.commit({ token });
      expect(office.bank.paid.map(({ call }) => call.values['amt'])).toEqual(['5400.00']);
    },
  );

  test('the page has no serious fault for a screen reader, in light, dark and narrow', async () => {
    await askAboutHO0(console.office);
    await console.office.scheduler.send(mayPay(2, { acct: null }));
    for (const [name, options] of [
      ['light', {}],
      ['dark', { colorScheme: 'dark' }],
      ['narrow', { viewport: { width: 320, height: 800 } }],
    ] as const) {
      const page = await arrive(`reader-${name}`, options);
      await open(page, '/');
      expect(await axe(page)).toEqual([]);
      await picture(page, `questions-${name}`);
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(wider).toBe(0);
    }
  });

  test('everything is done with the keyboard alone', async () => {
    await askAboutHO0(console.office);
    const page = await arrive();
    await open(page, '/');
    await tabTo(page, 'HOLD');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is recorded yet').waitFor();
    await tabTo(page, 'Answer HOLD');
    await page.keyboard.press('Enter');
    await page.getByText('answered by').waitFor();
    expect(await entries()).toBe(3);
  });
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let times = 0; times < 60; times++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate('document.activeElement?.textContent ?? ""');
      if (String(focused).trim().startsWith(name)) return;
    }
    throw new Error(`${name} is not reached with the Tab key`);
  }

  test('a double click on the last button records one answer', async () => {
    await askAboutHO0(console.office);
    const page = await arrive();
    await choose(page, 'payer-3', 'HOLD');
    await page.getByRole('button', { name: 'Answer HOLD' }).dblclick();
    await page.getByText('answered by').waitFor();
    expect(await entries()).toBe(3);
  });

  test('two tabs of one person: the second one is told what the first one recorded', async () => {
    await askAboutHO0(console.office);
    const first = await arrive();
    const second = await first.context().newPage();
    await choose(first, 'payer-3', 'HOLD');
    await choose(second, 'payer-3', 'APPROVE');
    await first.getByRole('button', { name: 'Answer HOLD' }).click();
    await first.getByText('answered by').waitFor();
    await second.getByLabel(/Type the amount/).fill('5400.00');
    const [response] = await Promise.all([
      second.waitForNavigation(),
      second.getByRole('button', { name: /^APPROVE: / }).click(),
    ]);
    expect(response?.status()).toBe(409);
    for (const words of ['This question has its answer', 'm.okafor', 'Nothing was recorded now'])
      expect(await second.getByText(words).first().isVisible()).toBe(true);
    await picture(second, 'question-too-late');
    expect(await entries()).toBe(3);
  });

  test('two people: the second one is told who was faster', async () => {
    await askAboutHO0(console.office);
    const [okafor, reyes] = [await arrive('m.okafor'), await arrive('j.reyes')];
    await choose(reyes, 'payer-3', 'HOLD');
    await approve(okafor, 'payer-3', '5400.00');
    await okafor.getByText('answered by').waitFor();
    await reyes.getByRole('button', { name: 'Answer HOLD' }).click();
    await reyes.getByText('This question has its answer').waitFor();
    expect(await reyes.getByText('m.okafor').first().isVisible()).toBe(true);
    expect(await entries()).toBe(3);
  });

  test('a page that was open past the time to answer is told so', async () => {
    await askAboutHO0(console.office);
    console.office.clock.now = Date.parse('2026-10-02T16:59:00Z');
    const page = await arrive('a.lim');
    await choose(page, 'payer-3', 'HOLD');
    console.office.clock.now = Date.parse('2026-10-02T17:00:00Z');
    await page.getByRole('button', { name: 'Answer HOLD' }).click();
    await page.getByText('It is too late to answer').first().waitFor();
    expect(await entries()).toBe(2);
  });

  test('after a restart of the server the same address shows the same question, and one answer is read once (F09)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-questions-'));
    const path = join(folder, 'ledger.sqlite');
    await console.close();
    const { clock } = console.office;
    const before = await decide({ store: openSqlite(path), clock });
    console = before;
    await askAboutHO0(before.office);
    const page = await arrive();
    await open(page, '/questions/main/payer-3');
    const shown = await page.locator('main').textContent();
    await before.close();
    const port = Number(new URL(before.origin).port);
    console = await decide({ store: openSqlite(path), clock, port });
    const [reloaded] = await Promise.all([page.waitForNavigation(), page.reload()]);
    expect(reloaded?.status()).toBe(200);
    expect(await page.locator('main').textContent()).toBe(shown);
    await choose(page, 'payer-3', 'HOLD');
    const [said] = await Promise.all([
      page.waitForNavigation(),
      page.getByRole('button', { name: 'Answer HOLD' }).click(),
    ]);
    expect(said?.status()).toBe(200);
    const { payer } = console.office;
    const inbox = await payer.inbox();
    expect(inbox.filter(({ type }) => type === 'AN')).toHaveLength(1);
    await payer.acknowledge(inbox.at(-1)?.sequence ?? 0);
    expect(await payer.inbox()).toEqual([]);
    await console.store.close();
    await before.store.close();
    rmSync(folder, { recursive: true });
  });

  test('over the limit a second, different person is needed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-policy-'));
    const policyFile = join(folder, 'policy.json');
    writeFileSync(
      policyFile,
      JSON.stringify({
        name: 'ap',
        rules: [{ asks: ['PAY'], alone: { amt: { currency: 'cur', most: { GBP: '5000.00' } } } }],
      }),
    );
    await console.close();
    console = await decide({ settings: { policyFile } });
    await console.office.scheduler.send(mayPay(1));
    const [okafor, reyes] = [await arrive('m.okafor'), await arrive('j.reyes')];
    await approve(okafor, 'scheduler-1', '5400.00');
    await okafor.getByText('so far has').waitFor();
    await picture(okafor, 'question-second-person');
    await open(okafor, '/questions/main/scheduler-1');
    await okafor.getByRole('button', { name: /^APPROVE/ }).click();
    await okafor.getByText('Another person has to say go').waitFor();
    await approve(reyes, 'scheduler-1', '5400.00');
    await reyes.getByRole('heading', { name: 'The approval' }).waitFor();
    expect(await approvalsOn(console.office.payer, record.item)).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('a run is approved as one list with its total typed once', async () => {
    for (const number of [1, 2, 3]) {
      const line = mayPay(number, { ref: `MD-${number}`, amt: `${number}000.50` });
      await console.office.scheduler.send(line.replace(record.item, `inv:MD-${number}`));
    }
    const page = await arrive();
    await open(page, '/runs/main/PAY');
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('inv:MD-2').uncheck();
    await page.getByRole('button', { name: /Go on/ }).click();
    await page.getByLabel('Type the total of GBP as shown above').fill('4,001.00');
    await picture(page, 'run-confirm');
    await page.getByRole('button', { name: 'Approve PAY: 2 lines' }).click();
    await page.getByText('Approved as AP-').first().waitFor();
    await picture(page, 'run-approved');
    expect(await page.getByText(/Approved as AP-/).count()).toBe(2);
    expect(await approvalsOn(console.office.payer, 'inv:MD-2')).toEqual([]);
  });

  test('an iframe of another page shows nothing, and a POST from there is refused (A20)', async () => {
    await askAboutHO0(console.office);
    const page = await arrive();
    await page.route('http://other.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${console.origin}/questions/main/payer-3"></iframe><form method="post" action="${console.origin}/questions/main/payer-3/answer"><button name="val" value="APPROVE">go</button></form>`,
      }),
    );
    await page.goto('http://other.example/');
    const frame = page.frames().find((one) => one !== page.mainFrame());
    expect(await frame?.locator('body').textContent()).not.toContain('APPROVE');
    const [said] = await Promise.all([
      page.waitForNavigation(),
      page.getByRole('button', { name: 'go' }).click(),
    ]);
    expect(said?.status()).toBe(403);
    expect(await entries()).toBe(2);
    for (const one of visits) one.incidents.length = 0; // what the browser says of the frame that it did not load
  });
});
