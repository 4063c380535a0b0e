import { writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticator, hasChromium, openBrowser, type Visit, visit } from '../support/browser.ts';
import { CliOffice } from '../support/cli-office.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { mayPay } from '../support/ledger/questions.ts';
import { type ServeProcess, serveProcess } from '../support/serve-process.ts';

/** The whole way, each step by the program as a user has it, with the bank's own file as the judge of what was paid. */
describe.skipIf(!hasChromium)('from a question to one payment', () => {
  let browser: Browser;
  let office: CliOffice;
  let server: ServeProcess;
  let people: readonly Visit[];
  beforeAll(async () => {
    browser = await openBrowser();
    office = await CliOffice.open();
    office.configure({}, { sources: [{ kind: 'approvals' }] });
    const limit = { amt: { currency: 'cur', most: { GBP: '5000.00' } } };
    writeFileSync(
      office.path('policy.json'),
      JSON.stringify({ name: 'ap-2026', rules: [{ asks: ['PAY'], alone: limit }] }),
    );
    server = await serveProcess(['--port', '0', '--policy', office.path('policy.json')], {
      HEARBACK_LEDGER: office.ledger,
      HEARBACK_CONFIG: office.path('hearback.json'),
    });
    people = await Promise.all(['a.lim', 'j.reyes'].map(enrol));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGTERM');
    office?.remove();
  });

  async function enrol(person: string): Promise<Visit> {
    const { stdout } = await office.run(
      null,
      'person',
      'add',
      person,
      '--console',
      server.origin,
      '--by',
      'operator',
    );
    const arrived = await visit(browser);
    await authenticator(arrived);
    const { page } = arrived;
    await page.goto(stdout.trim());
    await page.getByRole('button', { name: 'Make my passkey' }).click();
    await page.waitForURL('**/sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    return arrived;
  }

  async function approve(page: Page): Promise<void> {
    await page.goto(server.origin);
    await page.getByRole('button', { name: /^APPROVE/ }).click();
    await page.getByLabel(/Type the amount/).fill('5,400.00');
    await page.getByRole('button', { name: /^APPROVE: PAY of / }).click();
    await page.waitForURL('**/questions/main/scheduler-1');
  }

  test('two people approve in the browser; the handoff passes check-ho with that record, another amount does not, and the bank pays once', async () => {
    expect(await office.run('ap-office', 'send', mayPay(1, {}, 'by=20991231'))).toMatchObject({ status: 0 });
    const approvals = () => office.run(null, 'approvals', `item=${record.item}`, '--json');
    const [lim, reyes] = people.map(({ page }) => page) as [Page, Page];
    await approve(lim);
    expect(await approvals()).toMatchObject({ status: 1 });
    await approve(reyes);
    const { status, stdout } = await approvals();
    const approval = JSON.parse(stdout) as { reference: string; approvers: { person: string }[] };
    expect([status, approval.approvers.map(({ person }) => person)]).toEqual([0, ['a.lim', 'j.reyes']]);

    const line = HO0.replace('scheduler-1', 'scheduler-2')
      .replace('FD-0929', approval.reference)
      .replace(/ exp=\S+/, ' exp=20991231T1700Z');
    const other = line.replace('scheduler-2', 'scheduler-3').replace('amt=5400.00', 'amt=5450.00');
    expect(await office.run(null, 'check-ho', other, '--approved')).toMatchObject({ status: 1 });
    expect(await office.run('ap-office', 'send', other, '--approved')).toMatchObject({ status: 1 });
    expect(await office.run(null, 'check-ho', line, '--approved')).toMatchObject({ status: 0 });
    expect(await office.run('ap-office', 'send', line, '--approved')).toMatchObject({ status: 0 });

    const prepared = await office.run('treasury', 'prepare', 'scheduler-2');
    const [, token = ''] = / x_tok=(\S+)/.exec(prepared.stdout) ?? [];
    await lim.goto(`${server.origin}/statements`);
    await lim.getByText('prepared, not confirmed').waitFor();
    expect(await office.run('ap-office', 'confirm', token)).toMatchObject({ status: 0 });
    for (let times = 0; times < 2; times++)
      expect(await office.run('treasury', 'commit', token)).toMatchObject({ status: 0 });
    expect(office.paid().map(({ values }) => [values['amt'], values['apref']])).toEqual([
      ['5400.00', approval.reference],
    ]);
    expect(people.flatMap(({ incidents }) => incidents)).toEqual([]);
  });
});
