import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser, picture } from '../support/browser.ts';
import { type Decided, decide } from '../support/decided.ts';
import { hostile } from '../support/hostile.ts';

const inert =
  'script:not([src^="/assets/"]),img,iframe,svg,object,embed,base,video,template,math,style,link:not([href^="/assets/"]),a[href^="javascript"],form[action^="//"]';

describe.skipIf(!hasChromium)('what agents write', () => {
  let browser: Browser;
  let console: Decided;
  beforeAll(async () => {
    browser = await openBrowser();
    console = await decide();
    const { scheduler } = console.office;
    for (const [index, text] of hostile.entries()) {
      const parts =
        index % 2 === 0
          ? `item=x:${index} opts=HOLD+${text.replaceAll('+', '-')}`
          : `item=${text} x_note=${text} opts=HOLD+CALLBACK`;
      const line = `RW1 AQ scheduler-${index + 1} from=scheduler to=human need=ENUM ${parts} // ${text}`;
      expect(await scheduler.send(line), line).toMatchObject({ outcome: 'accepted' });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await console?.close();
  });

  test('two hundred hostile tails and slots are text on every page: no dialog, nothing against the policy (A20)', async () => {
    expect(hostile).toHaveLength(200);
    const { page, incidents } = await console.arrive(browser, 'm.okafor');
    let seen = 0;
    for (let from = 0; from < hostile.length; from += 20) {
      await page.goto(`${console.origin}/?from=${from}`);
      expect(await page.locator(inert).count()).toBe(0);
      const tails = await page.locator('blockquote .text').allTextContents();
      seen += tails.length;
      for (const [index, tail] of tails.entries()) expect(plain(tail)).toBe(hostile[from + index]);
    }
    expect(seen).toBe(200);
    await picture(page, 'questions-hostile');
    expect(incidents).toEqual([]);
  });

  test('so they are in the step that confirms', async () => {
    const { page, incidents } = await console.arrive(browser, 'j.reyes');
    for (const index of [1, 26, 27, 66, 81, 107]) {
      await page.goto(`${console.origin}/questions/main/scheduler-${index + 1}`);
      await page.locator('button.option').last().click();
      await page.getByText('Nothing is recorded yet').waitFor();
      expect(await page.locator(inert).count()).toBe(0);
    }
    expect(incidents).toEqual([]);
  });
});

/** The text without the code points that stand beside a character that looks like another. */
function plain(shown: string): string {
  return shown.replaceAll(/U\+FF1[CE]/g, '');
}
