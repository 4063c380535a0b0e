import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser, type Visit } from './browser.ts';
import { type Decided, decide } from './decided.ts';

/** One browser a file, one console a test, and the visits of it: nothing may have happened in them that should not. */
export class InBrowser {
  browser!: Browser;
  console!: Decided;
  readonly visits: Visit[] = [];

  constructor() {
    beforeAll(async () => {
      this.browser = await openBrowser();
    });
    afterAll(async () => this.browser?.close());
    beforeEach(async () => {
      this.console = await decide();
    });
    afterEach(async () => {
      const visits = this.visits.splice(0);
      const incidents = visits.flatMap((one) => one.incidents);
      for (const { context } of visits) await context.close();
      await this.console.close();
      expect(incidents).toEqual([]);
    });
  }

  /** A person at a page of the console. */
  async at(path: string, person = 'm.okafor', options: BrowserContextOptions = {}): Promise<Page> {
    const arrived = await this.console.arrive(this.browser, person, options);
    this.visits.push(arrived);
    await arrived.page.goto(`${this.console.origin}${path}`);
    return arrived.page;
  }

  open(page: Page, path: string): Promise<unknown> {
    return page.goto(`${this.console.origin}${path}`);
  }

  /** How many entries the conversation has. */
  async entries(): Promise<number> {
    return (await this.console.office.human.thread({ limit: 10_000 })).length;
  }

  /** Chooses an answer of a question, up to the step that confirms it. */
  async choose(page: Page, question: string, val: string): Promise<void> {
    await this.open(page, `/questions/main/${question}`);
    await page.getByRole('button', { name: new RegExp(`^${val}`) }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
  }

  /** Both steps of an approval. */
  async approve(page: Page, question: string, typed: string): Promise<void> {
    await this.choose(page, question, 'APPROVE');
    await page.getByLabel(/Type the amount/).fill(typed);
    await page.getByRole('button', { name: /^APPROVE: / }).click();
  }
}
