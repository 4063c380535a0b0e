import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { approvalsOn } from '../../src/ledger/index.ts';
import { axe, hasChromium, picture } from '../support/browser.ts';
import { decide } from '../support/decided.ts';
import { InBrowser } from '../support/in-browser.ts';
import { HO0, payment, RB0, record, values } from '../support/ledger/lines.ts';
import { confirmed, prepared } from '../support/ledger/office.ts';
import { mayPay } from '../support/ledger/questions.ts';

describe.skipIf(!hasChromium)('what waits, in a browser', () => {
  const desk = new InBrowser();

  async function lose(): Promise<string> {
    desk.console.office.bank.moods = ['lost'];
    const token = await confirmed(desk.console.office);
    expect(await desk.console.office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    return token;
  }

  test('each page has no serious fault, and is kept as a picture', async () => {
    await lose();
    const second = payment(58);
    await prepared(desk.console.office, second.line, second.record);
    await desk.console.office.scheduler.send(
      HO0.replace('scheduler-1', 'scheduler-9').replaceAll('MD-2026-057', 'MD-9'),
      {
        record: { ...record, item: 'inv:MD-9', ref: 'MD-9' },
      },
    );
    const failing = RB0.replace('scheduler-1', 'scheduler-9')
      .replaceAll('MD-2026-057', 'MD-9')
      .replace('5400.00', '5450.00');
    await desk.console.office.payer.send(
      failing.replace('payer-1', 'payer-20').replace(' h=33b212141208', ''),
    );
    for (const [name, says] of [
      ['statements', 'prepared, not confirmed'],
      ['unknown', 'What to look up'],
      ['held', 'Its readback failed'],
    ] as const) {
      const page = await desk.at(`/${name}`, 'm.okafor', { viewport: { width: 1_000, height: 800 } });
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
    await desk.console.office.paying.settle({ token });
    const page = await desk.at('/', 'm.okafor', options);
    await page.getByRole('link', { name: 'Look it up, and say what you found' }).click();
    await page.getByText('What to look up').waitFor();
    await page.getByRole('radio', { name: /^EXECUTED/ }).check();
    await page.getByLabel(/What you looked at/).fill('the statement of 2 October, line 14');
    for (const [slot, value] of Object.entries(values))
      await page.getByLabel(slot, { exact: true }).fill(value);
    if (options.javaScriptEnabled === undefined) expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    expect(await desk.console.office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    if (options.javaScriptEnabled === undefined) await picture(page, 'unknown-confirm');
    await page.getByRole('button', { name: `EXECUTED: PAY of ${record.item}` }).click();
    await page.getByText('There is nothing to settle').waitFor();
    expect(await desk.console.office.payer.statement(token)).toMatchObject({
      state: 'EXECUTED',
      result: { values },
    });
    expect(desk.console.office.bank.asked).toHaveLength(1);
  });

  test('the time to answer stands in UTC, and with scripts in the reader’s own time beside it', async () => {
    await desk.console.office.scheduler.send(mayPay(1));
    const page = await desk.at('/', 'm.okafor', { timezoneId: 'Asia/Tokyo' });
    await page.getByText('2026-10-03 00:00:00Z').waitFor();
    await page.getByText(/09:00/).first().waitFor();
    const plain = await desk.at('/', 'm.okafor', { timezoneId: 'Asia/Tokyo', javaScriptEnabled: false });
    expect(await plain.getByText('2026-10-03 00:00:00Z').count()).toBe(1);
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
    await desk.console.close();
    desk.console = await decide({ settings: { policyFile } });
    await desk.console.office.scheduler.send(mayPay(1));
    const [okafor, reyes] = [await desk.at('/', 'm.okafor'), await desk.at('/', 'j.reyes')];
    await desk.approve(okafor, 'scheduler-1', '5400.00');
    await okafor.getByText('so far has').waitFor();
    await picture(okafor, 'question-second-person');
    await desk.open(okafor, '/questions/main/scheduler-1');
    await okafor.getByRole('button', { name: /^APPROVE/ }).click();
    await okafor.getByText('Another person has to say go').waitFor();
    await desk.approve(reyes, 'scheduler-1', '5400.00');
    await reyes.getByRole('heading', { name: 'The approval' }).waitFor();
    expect(await approvalsOn(desk.console.office.payer, record.item)).toHaveLength(1);
    rmSync(folder, { recursive: true });
  });

  test('a run is approved as one list with its total typed once', async () => {
    for (const number of [1, 2, 3]) {
      const line = mayPay(number, { ref: `MD-${number}`, amt: `${number}000.50` });
      await desk.console.office.scheduler.send(line.replace(record.item, `inv:MD-${number}`));
    }
    const page = await desk.at('/runs/main/PAY');
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('inv:MD-2').uncheck();
    await page.getByRole('button', { name: /Go on/ }).click();
    await page.getByLabel('Type the total of GBP as shown above').fill('4,001.00');
    await picture(page, 'run-confirm');
    await page.getByRole('button', { name: 'Approve PAY: 2 lines' }).click();
    await page.getByText('Approved as AP-').first().waitFor();
    await picture(page, 'run-approved');
    expect(await page.getByText(/Approved as AP-/).count()).toBe(2);
    expect(await approvalsOn(desk.console.office.payer, 'inv:MD-2')).toEqual([]);
  });
});
