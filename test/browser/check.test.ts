import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, hasChromium, openBrowser, picture } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { hostileRows } from '../support/hostile.ts';
import { HO0, RB0 } from '../support/ledger/lines.ts';

const wrong = RB0.replace('40-12-88/61102938', '20-00-00/55512345');

describe.skipIf(!hasChromium)('checking a line in the console', () => {
  let browser: Browser;
  let console: Decided;
  beforeAll(async () => {
    browser = await openBrowser();
    console = await decide();
  });
  afterAll(async () => {
    await browser?.close();
    await console?.close();
  });

  test('the browser judges while one types, and sends nothing', async () => {
    const { page, incidents } = await console.arrive(browser, 'm.okafor');
    const sent: string[] = [];
    await page.goto(`${console.origin}/check`);
    const findings = page.locator('#findings');
    await page.locator('#findings[data-ready]').waitFor({ state: 'attached' });
    page.on('request', (request) => sent.push(request.url()));
    await page.getByLabel('Lines').fill(HO0.replace('amt=5400.00', 'amt=5400'));
    await findings.getByText('slot/').first().waitFor();
    expect(await findings.locator('.carets').textContent()).toMatch(/^ +\^+$/);
    expect(await findings.textContent()).toContain('Line 1: not valid');
    expect(await axe(page)).toEqual([]);
    await picture(page, 'check');
    await page.getByLabel('Lines').fill(HO0);
    await findings.getByText('Line 1: HO scheduler-1, digest 33b212141208').waitFor();
    expect(await findings.textContent()).toContain('Nothing was found.');
    expect(sent).toEqual([]);
    expect(incidents).toEqual([]);
  });

  test.each([true, false])(
    'several lines are judged as a conversation too (scripts: %s)',
    async (javaScriptEnabled) => {
      const { page } = await console.arrive(browser, 'm.okafor', { javaScriptEnabled });
      await page.goto(`${console.origin}/check`);
      if (javaScriptEnabled) await page.locator('#findings[data-ready]').waitFor({ state: 'attached' });
      await page.getByLabel('Lines').fill(`# a comment\n${HO0}\n${wrong}\nRW1 XX nobody-1\n`);
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check' }).click();
      const findings = page.locator('#findings');
      await findings.getByText('Between the lines').waitFor();
      const text = (await findings.textContent()) ?? '';
      for (const told of [
        'Line 2: HO scheduler-1',
        'Line 3: RB payer-1',
        'Line 4: not valid',
        '20-00-00/55512345',
      ])
        expect(text).toContain(told);
      if (!javaScriptEnabled) expect(await page.getByLabel('Lines').inputValue()).toContain('# a comment');
    },
  );

  test.each([true, false])('hostile lines are text (scripts: %s)', async (javaScriptEnabled) => {
    const { page, incidents } = await console.arrive(browser, 'm.okafor', { javaScriptEnabled });
    await page.goto(`${console.origin}/check`);
    if (javaScriptEnabled) await page.locator('#findings[data-ready]').waitFor({ state: 'attached' });
    // in a line that is one, and as a line; the page looks at two hundred of them
    const lines = hostileRows.map((texts, at) => {
      const [item, one, two, three, tail] = texts;
      const whole = `RW1 ST a-${at} from=a to=b item=${item} x_a=${one} x_b=${two} x_c=${three} // ${tail}`;
      return at % 2 === 0 ? whole : `\u202e${texts.join(' ')}`;
    });
    await page.getByLabel('Lines').fill(lines.join('\n'));
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('#findings').getByText('Line 200').first().waitFor();
    expect(await page.locator('#findings :is(script,img,iframe,svg,object,form,a)').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  test('with the keyboard alone, on a narrow screen', async () => {
    const { page } = await console.arrive(browser, 'm.okafor', { viewport: { width: 320, height: 800 } });
    await page.goto(`${console.origin}/check`);
    await page.locator('#findings[data-ready]').waitFor({ state: 'attached' });
    await page.getByLabel('Lines').focus();
    await page.keyboard.type('RW1 ST a-1 from=a to=b');
    await page.getByText('Line 1: not valid').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Check');
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(wider).toBe(0);
    expect(await axe(page)).toEqual([]);
  });
});
