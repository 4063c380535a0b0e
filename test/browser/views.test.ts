import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, hasChromium, openBrowser, picture } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { hostile } from '../support/hostile.ts';
import { confirmed } from '../support/ledger/office.ts';

const paths = {
  ledger: '/ledger',
  item: '/items/main/inv%3AMD-2026-057',
  totals: '/totals',
  overrides: '/overrides',
} as const;

describe.skipIf(!hasChromium)('what is looked up', () => {
  let browser: Browser;
  let console: Decided;
  beforeAll(async () => {
    browser = await openBrowser();
    console = await decide();
    const { office } = console;
    const token = await confirmed(office);
    office.bank.moods = ['lost'];
    await office.paying.commit({ token });
    const answer = { outcome: 'NOTEXEC', evidence: 'not on the feed' } as const;
    await office.pays({ ledger: office.human }).settle({ token, answer });
    for (const [index, text] of hostile.slice(0, 45).entries())
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

  /** By how many pixels the page is wider than its window. */
  const overflow = (page: Page): Promise<unknown> =>
    page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  test.each<[string, BrowserContextOptions]>([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 320, height: 700 } }],
  ])(
    'every page is one that axe has nothing serious against, and fits its window: %s',
    async (how, options) => {
      const { page, incidents } = await arrive(options);
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(`${console.origin}${path}`);
        expect([name, await axe(page), await overflow(page)]).toEqual([name, [], 0]);
        await picture(page, `${name}-${how}`);
      }
      expect(incidents).toEqual([]);
    },
  );

  test.each<[string, BrowserContextOptions]>([
    ['with scripts', {}],
    ['without scripts', { javaScriptEnabled: false }],
  ])('the ledger is searched by the keyboard alone, and leads to an item: %s', async (_how, options) => {
    const { page, incidents } = await arrive(options);
    await page.goto(`${console.origin}/ledger`);
    await page.getByLabel('Item').focus();
    await page.keyboard.type('inv:MD-2026-057');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d+ found/).waitFor();
    expect(await page.getByLabel('Item').inputValue()).toBe('inv:MD-2026-057');
    await page.getByRole('link', { name: 'inv:MD-2026-057' }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'inv:MD-2026-057', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Acts' }).waitFor();
    expect(incidents).toEqual([]);
  });

  test('the totals and the overrides say what happened, in words', async () => {
    const { page } = await arrive();
    await page.goto(`${console.origin}/totals`);
    const row = page.getByRole('row', { name: /marlow/ });
    expect(await row.textContent()).toContain('5400.00');
    await page.goto(`${console.origin}/overrides`);
    await page.getByText('a person said that it was not done').waitFor();
  });

  test('what somebody types stays when something arrives, and what is new is offered', async () => {
    const { page } = await arrive();
    await page.goto(`${console.origin}/ledger`);
    const agent = page.getByLabel('Agent, from or to');
    await agent.fill('half a na');
    await console.office.scheduler.send('RW1 ST scheduler-990 from=scheduler to=auditor item=doc:new');
    await page.getByRole('button', { name: 'Show it' }).waitFor();
    expect(await agent.inputValue()).toBe('half a na');
    expect(await page.evaluate('document.activeElement.id')).toBe('agent');
    expect(await page.getByRole('link', { name: 'doc:new' }).count()).toBe(0);
  });

  test('what is new appears by itself where nobody is busy, and is said politely', async () => {
    const { page, incidents } = await arrive();
    await page.goto(`${console.origin}/ledger`);
    await console.office.scheduler.send('RW1 ST scheduler-991 from=scheduler to=auditor item=doc:newer');
    await page.getByRole('link', { name: 'doc:newer' }).waitFor();
    await page
      .getByRole('status')
      .getByText(/^Updated\. /)
      .waitFor();
    expect(incidents).toEqual([]);
  });
});
