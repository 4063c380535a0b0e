import { describe, expect, test } from 'vitest';
import { hasChromium } from '../support/browser.ts';
import { hostileRows } from '../support/hostile.ts';
import { HostilePages } from '../support/hostile-pages.ts';
import { at } from '../support/ledger/lines.ts';

const isAscii = (text: string): boolean => /^[!-~]+$/.test(text);

/** Two hundred payments, five texts each: an item may be of any script, what runs is ASCII. */
const payments = hostileRows.map((texts) => {
  const [item = '', sup = '', acct = '', ref = '', apref = ''] = texts.toSorted(
    (one, other) => Number(isAscii(one)) - Number(isAscii(other)),
  );
  return {
    item,
    ask: 'PAY',
    sup,
    amt: '5.00',
    cur: 'GBP',
    kind: 'GROSS',
    acct,
    paid: '20261002',
    ref,
    apref,
  };
});

/** What a line has of a payment. */
function words({ item, ...slots }: (typeof payments)[number]): string {
  return [`item=${item}`, ...Object.entries(slots).map(([slot, value]) => `${slot}=${value}`)].join(' ');
}

/** A thousand texts, five an act, on every page that shows what may run or ran (T11, A20). */
describe.skipIf(!hasChromium)('what agents have run', () => {
  const pages = new HostilePages();

  test('is text on the list of a run', async () => {
    const { scheduler } = pages.console.office;
    for (const [row, payment] of payments.entries()) {
      const line = `RW1 AQ scheduler-${row + 1} p=pay from=scheduler to=human need=ENUM opts=APPROVE+HOLD ${words(payment)}`;
      expect(await scheduler.send(line), line).toMatchObject({ outcome: 'accepted' });
    }
    pages.expectAll([await pages.said('/runs/main/PAY')]);
  });

  test('is text on statements, unknown outcomes, totals and overrides', async () => {
    const { scheduler, human, pays, sending, bank } = pages.console.office;
    const tokens: string[] = [];
    for (const [row, record] of payments.entries()) {
      const line = `RW1 HO scheduler-${row + 1_001} p=pay from=scheduler to=payer rb=exec ${words(record)} exp=20261002T2300Z`;
      const sent = await scheduler.send(line, { record });
      if (sent.outcome === 'refused') throw new Error(`${line}: ${sent.message}`);
      const prepared = await pays().prepare({ handoff: sent.id });
      if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
      tokens.push(prepared.token);
    }
    pages.expectAll([await pages.said('/statements')]);
    await pages.open(`/statements/main/${tokens[7]}`);

    bank.moods = tokens.map(() => 'lost');
    for (const token of tokens) {
      await sending.confirm({ token });
      expect(await pays().commit({ token })).toMatchObject({ outcome: 'unknown' });
    }
    pages.expectAll([await pages.said('/unknown')]);
    await pages.open(`/unknown/main/${tokens[7]}`);

    for (const [row, token] of tokens.entries()) {
      const { item, ask, ...values } = payments[row] as (typeof payments)[number];
      const answer = { outcome: 'EXECUTED', evidence: `${ask} ${item}`, values } as const;
      expect(await pays({ ledger: human }).settle({ token, answer })).toMatchObject({ outcome: 'executed' });
    }
    pages.expectAll([await pages.said('/overrides')]);
    for (const by of ['sup', 'acct', 'ref', 'apref'] as const)
      pages.expectAll(
        [await pages.said(`/totals?by=${by}`)],
        payments.map((payment) => payment[by]),
      );
  });

  test('is text where it is held', async () => {
    const { scheduler } = pages.console.office;
    for (const [row, [item, one, two, three, tail]] of hostileRows.entries()) {
      const line = `RW1 HO scheduler-${row + 2_001} from=scheduler to=payer item=${item} ask=REVIEW x_a=${one} x_b=${two} x_c=${three} exp=20261002T1410Z // ${tail}`;
      expect(await scheduler.send(line), line).toMatchObject({ outcome: 'accepted' });
    }
    pages.console.office.clock.now = at('14:20:00');
    pages.expectAll([await pages.said('/held')]);
  });
});
