import { describe, expect, test } from 'vitest';
import { axe, hasChromium, picture } from '../support/browser.ts';
import { handedOver } from '../support/handed-over.ts';
import { InBrowser } from '../support/in-browser.ts';

const call = '{"server":"bank","tool":"transfer","arguments":{"amount":"5400.00","to":"40-12-88/61102938"}}';

describe.skipIf(!hasChromium)('a statement in a browser', () => {
  const at = new InBrowser();

  test.each([true, false])(
    'is confirmed by its person, and runs once (scripts: %s)',
    async (javaScriptEnabled) => {
      const token = await handedOver(at.console.office, { call, kept: call });
      const page = await at.at('/statements', 'm.okafor', { javaScriptEnabled });
      await page.getByRole('link', { name: /PAY/ }).click();
      await page.getByText('"tool":"transfer"').waitFor();
      if (javaScriptEnabled) {
        expect(await axe(page)).toEqual([]);
        await picture(page, 'statement');
      }
      await page.getByRole('button', { name: /^Y/ }).click();
      await page.getByText('Nothing is recorded yet').waitFor();
      await page.getByLabel(/Type the amount/).fill('5400.00');
      if (javaScriptEnabled) expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: /^Confirm: PAY/ }).click();
      await page.getByText('confirmed, will run').waitFor();
      expect(await at.console.office.pays({ artifact: async () => call }).commit({ token })).toMatchObject({
        outcome: 'executed',
      });
    },
  );
});
