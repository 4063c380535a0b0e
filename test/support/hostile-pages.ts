import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, type Visit } from './browser.ts';
import { type Decided, decide } from './decided.ts';
import { hostile } from './hostile.ts';

/** What no page of the console has but where it put it itself. */
export const inert: string = [
  'script:not([src^="/assets/"]),link:not([href^="/assets/"]),svg script,svg animate,svg set,foreignObject',
  'img,iframe,object,embed,base,video,audio,template,math,style,marquee,select[autofocus],x,xss',
  'a[href^="javascript" i],a[href^="//"],form[action^="//"],[formaction],[onerror],[onload],[onfocus]',
].join(',');

/** One browser, one console and one signed-in person a file, at pages on which hostile texts stand. */
export class HostilePages {
  browser!: Browser;
  console!: Decided;
  arrived!: Visit;

  constructor() {
    beforeAll(async () => {
      this.browser = await openBrowser();
      this.console = await decide();
      this.arrived = await this.console.arrive(this.browser, 'm.okafor');
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.console?.close();
    });
  }

  /** A page, on which nothing that was written became more than text. */
  async open(path: string): Promise<Page> {
    const { page } = this.arrived;
    await page.goto(`${this.console.origin}${path}`);
    expect([path, await page.locator(inert).count()]).toEqual([path, 0]);
    return page;
  }

  /** What a page says, without the code points that stand beside a character that looks like another. */
  async said(path: string): Promise<string> {
    const page = await this.open(path);
    return ((await page.locator('main').textContent()) ?? '').replaceAll(/U\+FF1[CE]/g, '');
  }

  /** Texts stand on pages as they were written, and nothing came of any: no dialog, nothing against the policy. */
  expectAll(pages: readonly string[], texts: readonly string[] = hostile): void {
    const all = pages.join('\n');
    expect(texts.filter((text) => !all.includes(text))).toEqual([]);
    this.expectQuiet();
  }

  expectQuiet(): void {
    expect(this.arrived.incidents).toEqual([]);
  }
}
