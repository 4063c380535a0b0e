import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, hasChromium, openBrowser, picture } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { hostile } from '../support/hostile.ts';
import { confirmed } from '../support/ledger/office.ts';

describe.skipIf(!hasChromium)('threads as pictures', () => {
  let browser: Browser;
  let console: Decided;
  beforeAll(async () => {
    browser = await openBrowser();
    console = await decide();
    const { office } = console;
    await office.paying.commit({ token: await confirmed(office) });
    await office.payer.send(
      'RW1 DN payer-77 re=scheduler-1 from=payer to=scheduler item=inv:MD-2026-057 out=OK',
    );
    for (const [index, text] of hostile.slice(0, 40).entries())
      await office.scheduler.send(
        `RW1 ST scheduler-${900 + index} from=scheduler to=auditor item=x:${index} // ${text}`,
      );
  });
  afterAll(async () => {
    await browser?.close();
    await console?.close();
  });

  async function arrive(options: BrowserContextOptions = {}): Promise<{ page: Page; incidents: string[] }> {
    const { page, incidents, context } = await console.arrive(browser, 'm.okafor', options);
    context.setDefaultTimeout(5_000);
    return { page, incidents };
  }

  const aboutHO0 = '/threads/main?item=inv%3AMD-2026-057';

  test('the conversations are listed, and lead to their pictures', async () => {
    const { page, incidents } = await arrive();
    await page.goto(`${console.origin}/threads`);
    expect(await axe(page)).toEqual([]);
    await picture(page, 'threads');
    await page.getByRole('link', { name: 'main', exact: true }).click();
    await page.getByRole('heading', { name: 'main', level: 1 }).waitFor();
    expect(incidents).toEqual([]);
  });

  test.each<[string, BrowserContextOptions]>([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])(
    'a message that is chosen shows its line, what it decodes to and how it was judged: %s',
    async (how, options) => {
      const { page, incidents } = await arrive(options);
      await page.goto(`${console.origin}${aboutHO0}`);
      const lanes = page.locator('svg .picture-lane');
      expect(await page.locator('svg').count()).toBe(1);
      expect(await lanes.count()).toBeGreaterThanOrEqual(2);
      await page.locator('svg a', { hasText: 'scheduler-1' }).first().click();
      const entry = page.locator('#entry');
      await entry.waitFor();
      const text = (await entry.textContent()) ?? '';
      for (const told of ['RW1 HO scheduler-1', '40-12-88/61102938', 'ap-office', 'profile', 'passes'])
        expect(text).toContain(told);
      if (how === 'with scripts') {
        expect(await axe(page)).toEqual([]);
        await picture(page, 'thread-chosen');
      }
      expect(incidents).toEqual([]);
    },
  );

  test('a line that was refused is in it, with why', async () => {
    const { page } = await arrive();
    await page.goto(`${console.origin}/threads/main`);
    await page.getByText('The same in words').click();
    await page.locator('.sentences a', { hasText: 'payer-77' }).click();
    await page.locator('#entry').waitFor();
    expect(await page.locator('#entry').textContent()).toMatch(/refused/);
  });

  test('the keyboard reaches every message of the picture and opens it', async () => {
    const { page } = await arrive();
    await page.goto(`${console.origin}${aboutHO0}`);
    const reached = new Set<string>();
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab');
      const href = await page.evaluate<string>('document.activeElement?.getAttribute("href") ?? ""');
      if (href.includes('at=')) reached.add(href);
    }
    expect(reached.size).toBe(await page.locator('svg a').count());
    await page.locator('svg a').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('#entry').waitFor();
  });

  test('hostile tails are text in it, and the picture stands by itself as SVG', async () => {
    const { page, incidents } = await arrive();
    await page.goto(`${console.origin}/threads/main`);
    expect(await page.locator('main svg script, main img, main iframe, main foreignObject').count()).toBe(0);
    const href = await page.getByRole('link', { name: 'This picture as SVG' }).getAttribute('href');
    const answer = await page.goto(`${console.origin}${href}`);
    expect(answer?.headers()['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(await page.locator('script').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  test.each<[string, BrowserContextOptions]>([
    ['narrow', { viewport: { width: 320, height: 800 } }],
    ['dark', { colorScheme: 'dark' }],
  ])('it can be read on a %s screen', async (name, options) => {
    const { page } = await arrive(options);
    await page.goto(`${console.origin}${aboutHO0}`);
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(wider).toBe(0);
    expect(await axe(page)).toEqual([]);
    await picture(page, `thread-${name}`);
  });

  test('a conversation that nobody may see, and one that there is not, are not there', async () => {
    const { page } = await arrive();
    for (const name of ['nobody', '.principals', '..%2f', 'main%00'])
      expect((await page.goto(`${console.origin}/threads/${name}`))?.status(), name).toBe(404);
  });
});
