import { describe, expect, test } from 'vitest';
import { hasChromium, visit } from '../support/browser.ts';
import { hostile, hostileRows } from '../support/hostile.ts';
import { HostilePages, inert } from '../support/hostile-pages.ts';

/** How many stand in one address, all of them together: no header is longer than 16 KB. */
const most = 80;
const chunks = Array.from({ length: Math.ceil(hostile.length / most) }, (_, at) =>
  hostile.slice(at * most, (at + 1) * most).join(' '),
);

/** A thousand texts in names, and in addresses that somebody was sent (T11, A20). */
describe.skipIf(!hasChromium)('what stands in a name or an address', () => {
  const pages = new HostilePages();

  test('is text on the list of conversations, and as the title of one', async () => {
    const { ledger } = pages.console.office;
    for (const texts of hostileRows) {
      const by = { principal: 'ap-office', agents: ['scheduler'], conversation: texts.join('~') };
      const line = 'RW1 ST scheduler-1 from=scheduler to=auditor item=x:1';
      expect(await ledger.as(by).send(line), by.conversation).toMatchObject({ outcome: 'accepted' });
    }
    const lists: string[] = [];
    let next: string | null = '/threads';
    while (next !== null) {
      lists.push(await pages.said(next));
      const further = pages.arrived.page.locator('a[rel=next]');
      next = (await further.count()) === 0 ? null : await further.getAttribute('href');
    }
    pages.expectAll(lists);
    for (const row of [0, 30, 77, 120, 199]) {
      const name = (hostileRows[row] ?? []).join('~');
      expect(await pages.said(`/threads/${encodeURIComponent(name)}`)).toContain('scheduler');
      expect(await pages.arrived.page.title()).toContain(name);
    }
    pages.expectQuiet();
  });

  test('is text in the fields of a search', async () => {
    for (const chunk of chunks) {
      const text = encodeURIComponent(chunk);
      const ledger = await pages.open(`/ledger?value=${text}`);
      expect(await ledger.locator('#value').inputValue()).toBe(chunk);
      const threads = await pages.open(`/threads?like=${text}`);
      expect(await threads.locator('#like').inputValue()).toBe(chunk);
    }
    pages.expectQuiet();
  });

  test('leads nowhere from the page where one signs in, and is text where nothing is found', async () => {
    const stranger = await visit(pages.browser);
    const { origin } = pages.console;
    for (const chunk of chunks) {
      const text = encodeURIComponent(chunk);
      for (const path of [`/sign-in?to=${text}`, `/enrol/${text}`]) {
        await stranger.page.goto(`${origin}${path}`);
        expect(await stranger.page.locator(inert).count()).toBe(0);
        expect(new URL(stranger.page.url()).origin).toBe(origin);
      }
      for (const path of [`/${text}`, `/items/main/${text}`]) await pages.open(path);
    }
    expect(stranger.incidents).toEqual([]);
    pages.expectQuiet();
  });
});
