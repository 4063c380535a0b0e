import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { approvalSource } from '../../src/act/records/approvals.ts';
import { decode } from '../../src/codec/index.ts';
import { approvalFor, approvalsOn } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { authenticator, axe, hasChromium, picture, visit } from '../support/browser.ts';
import { arriveAt, consoleProcess } from '../support/decided.ts';
import { askAboutHO0 } from '../support/deciding.ts';
import { InBrowser } from '../support/in-browser.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { officeAt } from '../support/ledger/office.ts';
import { mayPay } from '../support/ledger/questions.ts';

describe.skipIf(!hasChromium)('deciding in a browser', () => {
  const desk = new InBrowser();

  test.each<[string, BrowserContextOptions]>([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])(
    'a question is approved, its approval is the record of the handoff, and one payment is made: %s',
    async (how, options) => {
      const { office } = desk.console;
      await office.scheduler.send(mayPay(1));
      const page = await desk.at('/', 'm.okafor', options);
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

  test('the approval names the passkey with which the person signed in', async () => {
    const { office, origin } = desk.console;
    await office.scheduler.send(mayPay(1));
    const { secret } = await office.ledger.people.invite({
      person: 'm.okafor',
      life: 60_000,
      by: 'operator',
    });
    const arrived = await visit(desk.browser);
    desk.visits.push(arrived);
    const { page } = arrived;
    const device = await authenticator(arrived);
    await page.goto(`${origin}/enrol/${secret}`);
    await page.getByRole('button', { name: 'Make my passkey' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto(`${origin}/questions/main/scheduler-1`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/questions/main/scheduler-1');
    await desk.approve(page, 'scheduler-1', '5400.00');
    await page.getByRole('heading', { name: 'The approval' }).waitFor();
    const [approval] = await approvalsOn(office.payer, record.item);
    const [credential] = await device.credentials();
    const made = Buffer.from(credential?.credentialId ?? '', 'base64').toString('base64url');
    expect(approval?.approvers).toMatchObject([
      { person: 'm.okafor', proof: { kind: 'passkey', passkey: made } },
    ]);
  });

  test('the page has no serious fault for a screen reader, in light, dark and narrow', async () => {
    await askAboutHO0(desk.console.office);
    await desk.console.office.scheduler.send(mayPay(2, { acct: null }));
    for (const [name, options] of [
      ['light', {}],
      ['dark', { colorScheme: 'dark' }],
      ['narrow', { viewport: { width: 320, height: 800 } }],
    ] as const) {
      const page = await desk.at('/', `reader-${name}`, options);
      expect(await axe(page)).toEqual([]);
      await picture(page, `questions-${name}`);
      const wider = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(wider).toBe(0);
    }
  });

  test('everything is done with the keyboard alone', async () => {
    await askAboutHO0(desk.console.office);
    const page = await desk.at('/');
    await tabTo(page, 'HOLD');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is recorded yet').waitFor();
    await tabTo(page, 'Answer HOLD');
    await page.keyboard.press('Enter');
    await page.getByText('answered by').waitFor();
    expect(await desk.entries()).toBe(3);
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
    await askAboutHO0(desk.console.office);
    const page = await desk.at('/');
    await desk.choose(page, 'payer-3', 'HOLD');
    await page.getByRole('button', { name: 'Answer HOLD' }).dblclick();
    await page.getByText('answered by').waitFor();
    expect(await desk.entries()).toBe(3);
  });

  test('two tabs of one person: the second one is told what the first one recorded', async () => {
    await askAboutHO0(desk.console.office);
    const first = await desk.at('/');
    const second = await first.context().newPage();
    await desk.choose(first, 'payer-3', 'HOLD');
    await desk.choose(second, 'payer-3', 'APPROVE');
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
    expect(await desk.entries()).toBe(3);
  });

  test('two people: the second one is told who was faster', async () => {
    await askAboutHO0(desk.console.office);
    const [okafor, reyes] = [await desk.at('/', 'm.okafor'), await desk.at('/', 'j.reyes')];
    await desk.choose(reyes, 'payer-3', 'HOLD');
    await desk.approve(okafor, 'payer-3', '5400.00');
    await okafor.getByText('answered by').waitFor();
    await reyes.getByRole('button', { name: 'Answer HOLD' }).click();
    await reyes.getByText('This question has its answer').waitFor();
    expect(await reyes.getByText('m.okafor').first().isVisible()).toBe(true);
    expect(await desk.entries()).toBe(3);
  });

  test('a page that was open past the time to answer is told so', async () => {
    await askAboutHO0(desk.console.office);
    desk.console.office.clock.now = Date.parse('2026-10-02T16:59:00Z');
    const page = await desk.at('/', 'a.lim');
    await desk.choose(page, 'payer-3', 'HOLD');
    desk.console.office.clock.now = Date.parse('2026-10-02T17:00:00Z');
    await page.getByRole('button', { name: 'Answer HOLD' }).click();
    await page.getByText('It is too late to answer').first().waitFor();
    expect(await desk.entries()).toBe(2);
  });

  test('after its server was killed the same address shows the same question, and one answer is read once (F09)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-questions-'));
    const path = join(folder, 'ledger.sqlite');
    const store = openSqlite(path);
    const office = officeAt(store);
    await askAboutHO0(office);
    const first = await consoleProcess(path, office.clock);
    const arrived = await arriveAt(office, desk.browser, 'm.okafor');
    desk.visits.push(arrived);
    const { page } = arrived;
    await page.goto(`http://localhost:${first.port}/questions/main/payer-3`);
    const shown = await page.locator('main').textContent();
    expect(shown).toContain('account differs from the one on file');
    await first.kill();
    const second = await consoleProcess(path, office.clock, first.port);
    // the form that was shown before the kill still holds, and so does the session
    await page.getByRole('button', { name: /^HOLD/ }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    await page.goto(`http://localhost:${first.port}/questions/main/payer-3`);
    expect(await page.locator('main').textContent()).toBe(shown);
    await page.getByRole('button', { name: /^HOLD/ }).click();
    const [said] = await Promise.all([
      page.waitForNavigation(),
      page.getByRole('button', { name: 'Answer HOLD' }).click(),
    ]);
    expect(said?.status()).toBe(200);
    const inbox = await office.payer.inbox();
    expect(inbox.filter(({ type }) => type === 'AN')).toHaveLength(1);
    await office.payer.acknowledge(inbox.at(-1)?.sequence ?? 0);
    expect(await office.payer.inbox()).toEqual([]);
    await second.kill();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  test('an iframe of another page shows nothing, and a POST from there is refused (A20)', async () => {
    await askAboutHO0(desk.console.office);
    const page = await desk.at('/');
    await page.route('http://other.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${desk.console.origin}/questions/main/payer-3"></iframe><form method="post" action="${desk.console.origin}/questions/main/payer-3/answer"><button name="val" value="APPROVE">go</button></form>`,
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
    expect(await desk.entries()).toBe(2);
    for (const one of desk.visits) one.incidents.length = 0; // what the browser says of the frame that it did not load
  });
});
