import { describe, expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import { propose } from '../../src/ledger/propose.ts';
import { axe, hasChromium, picture } from '../support/browser.ts';
import { InBrowser } from '../support/in-browser.ts';
import { HO0, record } from '../support/ledger/lines.ts';

const line = HO0.replace('scheduler-1', 'human-1').replace('from=scheduler', 'from=human');
const call = '{"server":"bank","tool":"transfer","arguments":{"amount":"5400.00","to":"40-12-88/61102938"}}';

describe.skipIf(!hasChromium)('a statement in a browser', () => {
  const at = new InBrowser();

  async function waiting(): Promise<string> {
    const { office } = at.console;
    const owner = { principal: 'm.okafor', agents: ['human'], person: true };
    await propose(office.payer, owner, parse(line).message as AnyMessage, { record, call });
    const prepared = await office.paying.prepare({ handoff: 'human-1' });
    return prepared.outcome === 'prepared' ? prepared.token : '';
  }

  test.each([true, false])(
    'is confirmed by its person, and runs once (scripts: %s)',
    async (javaScriptEnabled) => {
      const token = await waiting();
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
      expect(await at.console.office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    },
  );
});
