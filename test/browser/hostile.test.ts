import { describe, expect, test } from 'vitest';
import { hasChromium, picture } from '../support/browser.ts';
import { hostile, hostileRows } from '../support/hostile.ts';
import { HostilePages, inert } from '../support/hostile-pages.ts';

/** A thousand texts, five a line, on every page that shows what agents wrote (T11, A20). */
describe.skipIf(!hasChromium)('what agents write', () => {
  const pages = new HostilePages();

  test('are a thousand', () => {
    expect([hostile.length, new Set(hostile).size, hostileRows.flat().length]).toEqual([1_000, 1_000, 1_000]);
    expect(hostile.filter((text) => /\s/.test(text))).toEqual([]);
  });

  test('is text on the questions, and in the step that confirms', async () => {
    const { scheduler } = pages.console.office;
    for (const [row, [item, option = '', note, more, tail]] of hostileRows.entries()) {
      const opts =
        row % 2 === 0 ? `HOLD+${option.replaceAll('+', '-')}` : `${option.replaceAll('+', '-')}+HOLD`;
      const line = `RW1 AQ scheduler-${row + 1} from=scheduler to=human need=ENUM item=${item} opts=${opts} x_note=${note} x_more=${more} // ${tail}`;
      expect(await scheduler.send(line), line).toMatchObject({ outcome: 'accepted' });
    }
    const texts: string[] = [];
    for (let from = 0; from < hostileRows.length; from += 20) texts.push(await pages.said(`/?from=${from}`));
    await picture(pages.arrived.page, 'questions-hostile');
    pages.expectAll(texts);
    for (const row of [1, 26, 67, 81, 107, 140, 199]) {
      const page = await pages.open(`/questions/main/scheduler-${row}`);
      await page.locator('button.option').last().click();
      await page.getByText('Nothing is recorded yet').waitFor();
      expect(await page.locator(inert).count()).toBe(0);
    }
    pages.expectQuiet();
  });

  test('is text in the ledger, in the picture of a thread and its entries, and on the page of an item', async () => {
    const { scheduler } = pages.console.office;
    for (const [row, [one, two, three, four, tail]] of hostileRows.entries()) {
      const line = `RW1 ST scheduler-${row + 1_001} from=scheduler to=auditor item=x:all x_a=${one} x_b=${two} x_c=${three} x_d=${four} // ${tail}`;
      expect(await scheduler.send(line), line).toMatchObject({ outcome: 'accepted' });
    }
    pages.expectAll([await pages.said('/items/main/x%3Aall')]);
    const ledger: string[] = [];
    let next: string | null = '/ledger?item=x%3Aall';
    while (next !== null) {
      ledger.push(await pages.said(next));
      const further = pages.arrived.page.locator('a[rel=next]');
      next = (await further.count()) === 0 ? null : await further.getAttribute('href');
    }
    pages.expectAll(ledger);
    const last = (await pages.console.office.human.thread({ limit: 10_000 })).length;
    for (let after = 0; after < last; after += 60) await pages.open(`/threads/main?after=${after}`);
    for (let sequence = 7; sequence <= last; sequence += 40)
      await pages.open(`/threads/main?at=${sequence}#entry`);
    const answer = await pages.arrived.page.goto(`${pages.console.origin}/threads/main.svg`);
    expect(answer?.headers()['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(await pages.arrived.page.locator('script,foreignObject,[onload]').count()).toBe(0);
    pages.expectQuiet();
  });
});
