import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { hasChromium, openBrowser } from '../support/browser.ts';
import { arriveAt } from '../support/decided.ts';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { type ServeProcess, serveProcess } from '../support/serve-process.ts';

describe.skipIf(!hasChromium)('a guarded call, with its approver at the console', () => {
  let browser: Browser;
  let office: GuardOffice;
  let server: ServeProcess;
  beforeAll(async () => {
    browser = await openBrowser();
    office = await GuardOffice.open();
    await office.init('bank');
    server = await serveProcess(['--port', '0'], {
      HEARBACK_LEDGER: office.office.ledger,
      HEARBACK_CONFIG: office.path('hearback.json'),
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGTERM');
    await office?.close();
  });

  test('the link that the guard gives leads to the call, whole; confirmed there, it runs once', async () => {
    const given = { to: 'Marlow', amount: 5400.5, memo: `${'a long memo '.repeat(200)}\u202eend` };
    const guard = await office.guard('bank', 'treasury', '--console', server.origin);
    const { token, link } = await guard.told('pay', given);
    expect(link).toBe(`${server.origin}/statements/main/${token}`);

    const ledger = createLedger({ store: openSqlite(office.office.ledger) });
    const { page, incidents } = await arriveAt({ ledger }, browser, 'm.okafor');
    await page.goto(String(link));
    const main = await page.locator('main').textContent();
    for (const word of [given.memo.slice(0, -4), 'U+202E', '5400.5', 'Marlow']) expect(main).toContain(word);
    await page.getByRole('button', { name: /^Y/ }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    await page.getByLabel(/^Type the .*amount.* as shown above/).fill('5,400.5');
    await page.getByRole('button', { name: /^Confirm: / }).click();
    await page.getByText('confirmed, will run').waitFor();
    for (const repeat of [false, true])
      expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'executed', repeat });
    expect(office.paid).toEqual([given]);
    expect(incidents).toEqual([]);
    await ledger.close();
  });
});
