import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type BankRow, ended, type Fault, hearback, MonthEnd, type Played } from '../support/month-end.ts';

const places: MonthEnd[] = [];
const month = (): MonthEnd => {
  const one = new MonthEnd();
  places.push(one);
  return one;
};
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

interface Approval {
  withdrawn?: string;
  readonly record: Record<string, string>;
}

const pay = (what: string, item: string, slot?: string, value?: string): Fault => ({
  what,
  ask: 'PAY',
  item,
  ...(slot === undefined || value === undefined ? {} : { slot, value }),
});

/** What was paid for an invoice and not taken back. */
function paid(bank: readonly BankRow[], item: string): readonly string[] {
  return bank
    .filter((row) => row.ask === 'PAY' && row.item === item && !row.reversed)
    .map(({ did }) => did['amt'] ?? '');
}

/** The sum of what was paid in a currency and not taken back, in hundredths. */
function total(bank: readonly BankRow[], currency: string): number {
  return bank
    .filter(({ ask, reversed, did }) => ask === 'PAY' && !reversed && did['cur'] === currency)
    .reduce((sum, { did }) => sum + Math.round(Number(did['amt']) * 100), 0);
}

/** The lines under a heading of the report. */
function section({ output }: Played, heading: RegExp): string {
  const [, found] = output
    .split(/\n(?=\S[^\n]* -+\n)/)
    .flatMap((part) => (heading.test(part) ? [null, part] : []));
  return found ?? '';
}

describe('as it stands', () => {
  test('catches the four planted faults, closes every handoff and pays what was approved', async () => {
    const played = await month().play();
    expect(played.errors).toBe('');
    expect(played.exit).toBe(0);
    const faults = section(played, /faults planted/);
    expect(faults).toContain('4 faults planted, 4 caught');
    for (const check of ['check-ho, before', 'check-rb, before', 'prepare, which', 'check-dn, on']) {
      expect(faults).toContain(`caught by ${check}`);
    }
    for (const carets of ['amt=2728.08', 'amt=1830.00', 'acct=00-52-44/16620937', 'amt=1176.00']) {
      expect(faults).toMatch(new RegExp(`${carets}.*\n +\\^{${carets.length}}\n`));
    }
    expect(paid(played.bank, 'inv:OT-7731')).toEqual(['2782.08']);
    expect(paid(played.bank, 'inv:KI-0442')).toEqual(['1380.00']);
    expect(paid(played.bank, 'inv:SG-3307-A')).toEqual([]);
    expect(paid(played.bank, 'inv:PP-2088')).toEqual([]);
    expect([total(played.bank, 'GBP'), total(played.bank, 'USD')]).toEqual([1346508, 245000]);
    expect(section(played, /payments made/)).toMatch(
      /8 payments +13,465\.08 +GBP\n +1 payment +2,450\.00 +USD/,
    );
    expect(played.output).not.toContain('OPEN');
    expect(played.output).not.toContain('\x1b');
    for (const line of played.output.split('\n').slice(0, -3))
      expect([...line].length).toBeLessThanOrEqual(100);
  });

  test('says lines that pass lint --strict', async () => {
    const { folder } = month();
    const files = readdirSync(join(folder, 'lines')).map((file) => join(folder, 'lines', file));
    expect(await hearback('lint', ...files, '--strict', '--now', '20261030T1200Z')).toBe(0);
  });
});

describe('without faults', () => {
  test('pays everything but the withdrawn approval, and leaves a clean thread', async () => {
    const october = month().plant();
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([0, '']);
    expect(played.output).toContain('0 faults planted, 0 caught');
    expect(played.bank.filter(({ reversed }) => reversed)).toEqual([]);
    expect([total(played.bank, 'GBP'), total(played.bank, 'USD')]).toEqual([1665108, 245000]);
    expect(section(played, /payments made/)).toMatch(/10 payments +16,651\.08 +GBP/);
    expect(section(played, /check-thread/)).toContain('0 problems, 0 warnings');
    // BF-90344 was withdrawn between its statement and its confirmation
    expect(section(played, /handoffs and their verdicts/)).toMatch(/inv:BF-90344 .*CX REVOKED/);
    expect(played.bank.filter(({ item }) => item === 'inv:BF-90344')).toEqual([]);
    const thread = join(october.work, 'month-end.rw1');
    expect(await hearback('check-thread', thread, '--now', '20261030T1230Z')).toBe(0);
  });
});

describe('other faults', () => {
  test('each is caught where it has to be, and none of them pays anybody wrongly', async () => {
    const lookalike = { slot: 'addr', value: 'accounts@mar1ow.example' };
    const played = await month()
      .plant(
        { what: 'draft', ask: 'SEND', item: 'inv:MD-2026-057', ...lookalike },
        { what: 'resolve', ask: 'CHGBANK', item: 'sup:fennimore', slot: 'prev', value: '00-12-88/61102938' },
        pay('drop-reply', 'inv:MD-2026-057'),
        pay('decline', 'inv:HT-88120'),
        pay('execute', 'inv:TW-1193', 'acct', '00-77-41/90018822'),
      )
      .play();
    expect([played.exit, played.errors]).toEqual([0, '']);
    const { bank } = played;
    const faults = section(played, /5 faults planted, 5 caught/);

    expect(faults).toContain('record: addr mismatch');
    expect(bank.filter(({ ask }) => ask === 'SEND').map(({ did }) => did['addr'])).toEqual([
      'accounts@marlow.example',
    ]);

    expect(faults).toContain("check-rb, on the tool's statement");
    expect(bank.filter(({ ask }) => ask === 'CHGBANK')).toEqual([]);
    expect(paid(bank, 'inv:FU-6120')).toEqual([]); // it waits for the change of account

    expect(faults).toContain('asked 2 times and did it once');
    expect(bank.filter(({ ask, item }) => ask === 'PAY' && item === 'inv:MD-2026-057')).toMatchObject([
      { asked: 2, reversed: false, did: { amt: '5400.00' } },
    ]);

    expect(bank.filter(({ item }) => item === 'inv:HT-88120')).toEqual([]);
    expect(section(played, /approved and not done/)).toMatch(/FD-1011 .*refused by the bank/);
    expect(section(played, /approved and not done/)).toMatch(/FD-1015 .*waits for FD-1011/);

    expect(paid(bank, 'inv:TW-1193')).toEqual([]);
    expect(bank.filter(({ ask }) => ask === 'UNDO')).toHaveLength(1);
  });

  test('one that cannot come about is no month: exit code 2, and why', async () => {
    const unknown = await month().plant(pay('explode', 'inv:MD-2026-057')).play();
    expect([unknown.exit, unknown.bank]).toEqual([2, []]);
    expect(unknown.errors).toContain('faults.json: "explode" has what=explode; known are draft ');
    const nowhere = await month().plant(pay('decline', 'inv:NOPE')).play();
    expect([nowhere.exit, nowhere.errors]).toEqual([2, expect.stringContaining('is about inv:NOPE')]);
  });

  test('what is not caught, not taken back, or hidden by the bank fails the month', async () => {
    const october = month().plant(
      pay('execute', 'inv:TW-1193', 'amt', '786.00'),
      pay('misreport', 'inv:KI-0442', 'amt', '1830.00'),
      pay('draft', 'inv:BF-90211', 'amt', '498.00'), // changes nothing, so nothing can catch it
    );
    october.change<{ answers: Record<string, { val: string }> }>('policy.json', ({ answers }) => {
      if (answers['undo']) answers['undo'].val = 'N';
    });
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([1, '']);
    expect(played.output).toContain('3 faults planted, 1 caught');
    expect(played.output).toMatch(/NO +the bank did nothing that was not approved/);
    expect(played.output).toMatch(/NO +the bank did nothing that was not reported/);
    expect(section(played, /bank's own file/)).toContain('reported otherwise: amt=1830.00, not 1380.00');
    expect(paid(played.bank, 'inv:TW-1193')).toEqual(['786.00']);
    expect(paid(played.bank, 'inv:BF-90211')).toEqual(['498.00']);
  });
});

describe('other documents', () => {
  test('another amount in invoice, order, lines and record is what is paid', async () => {
    const october = month().plant();
    october.replace('2,450.00', '2,540.00').replace('2,300.00', '2,390.00').replace('2450.00', '2540.00');
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([0, '']);
    expect(paid(played.bank, 'inv:HT-88120')).toEqual(['2540.00']);
    expect(section(played, /payments made/)).toMatch(/1 payment +2,540\.00 +USD/);
    expect(section(played, /other acts? done/)).toContain('remittance advice for 2,540.00 USD');
  });

  test('a record, an invoice or a limit that says otherwise keeps its payment back, and no other', async () => {
    const october = month().plant();
    october.replace('2,782.08', '2,728.08', 'october.mbox');
    october.change<{ limit: string }>('policy.json', (policy) => {
      policy.limit = '2100.00';
    });
    october.change<Approval[]>('approvals.json', (approvals) => {
      for (const { record } of approvals) if (record['item'] === 'inv:NF-20418') record['amt'] = '1101.00';
    });
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([1, '']);
    const said = played.output.replaceAll(/\s+/g, ' ');
    expect(said).toContain('approves PAY northfield 1101.00 GBP, decided was PAY northfield 1011.00 GBP');
    expect(said).toContain('extractor-6: 2782.08 does not stand in email:4');
    expect(said).toContain('2154.00 is above the limit of 2100.00');
    for (const item of ['inv:NF-20418', 'inv:OT-7731', 'inv:SG-3307-A'])
      expect(paid(played.bank, item)).toEqual([]);
    expect(paid(played.bank, 'inv:MD-2026-057')).toEqual(['5400.00']);
    expect(paid(played.bank, 'inv:TW-1193')).toEqual(['768.00']);
  });

  test('an invoice that is approved twice is paid once', async () => {
    const october = month().plant();
    october.change<(Approval & { apref: string; release: string })[]>('approvals.json', (approvals) => {
      const first = approvals.find(({ record }) => record['item'] === 'inv:NF-20418');
      if (first === undefined) throw new Error('NF-20418 is approved');
      const record = { ...first.record, apref: 'FD-1099' };
      approvals.push({ ...first, apref: 'FD-1099', release: '20261030T1300Z', record });
    });
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([0, '']);
    expect(paid(played.bank, 'inv:NF-20418')).toEqual(['1011.00']);
    expect(section(played, /handoffs and their verdicts/)).toMatch(/inv:NF-20418 .*UN DUP/);
  });

  test('a line that cannot be read fails the month, and stops nothing else', async () => {
    const october = month().plant();
    october.replace(
      'ST extractor-4 p=pay from=extractor to=reconciler item=inv:NF-20418 sup=northfield po=PO-1031 net=842.50',
      'ST extractor-4 p=pay from=extractor to=reconciler item=inv:NF-20418 sup=northfield po=PO-1031 net=842.5',
    );
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([1, '']);
    expect(played.output).toMatch(/NO +the ledger took every line.*\n +unreadable: RW1 ST extractor-4/);
    expect(paid(played.bank, 'inv:NF-20418')).toEqual([]);
    expect(paid(played.bank, 'inv:TW-1193')).toEqual(['768.00']);
  });

  test('a run that does not add up is not released at all', async () => {
    const played = await month()
      .plant()
      .replace(
        'ST scheduler-9 re=scheduler-5 p=pay from=scheduler to=auditor item=run:2026-10 n=11 tot=16972.68',
        'ST scheduler-9 re=scheduler-5 p=pay from=scheduler to=auditor item=run:2026-10 n=11 tot=16927.68',
      )
      .play();
    expect([played.exit, played.bank]).toEqual([1, []]);
  });

  test('an approval withdrawn in the morning is never handed over', async () => {
    const october = month().plant();
    october.change<Approval[]>('approvals.json', (approvals) => {
      for (const approval of approvals) {
        if (approval.record['item'] === 'inv:KI-0442') approval.withdrawn = '20261030T0900Z';
      }
    });
    const played = await october.play();
    expect(played.exit).toBe(0);
    expect(played.bank.filter(({ item }) => item === 'inv:KI-0442')).toEqual([]);
    expect(section(played, /handoffs and their verdicts/)).not.toContain('inv:KI-0442');
    expect(section(played, /approved and not done/)).toMatch(/inv:KI-0442.*approval withdrawn/);
    expect(section(played, /payments made/)).toMatch(/9 payments +15,271\.08 +GBP/);
  });

  test('a readback that misreads the audit leaves the handoff open and fails the month', async () => {
    const october = month().plant();
    october.replace(
      'RB auditor-5 re=scheduler-10 p=pay from=auditor to=scheduler item=audit:2026-10 ask=AUDIT due=20261029 n=12',
      'RB auditor-5 re=scheduler-10 p=pay from=auditor to=scheduler item=audit:2026-10 ask=AUDIT due=20261029 n=21',
    );
    const played = await october.play();
    expect(played.exit).toBe(1);
    expect(played.output).toMatch(/NO +every handoff has ended, once\n +scheduler-10: OPEN/);
  });
});

describe('kill -9', () => {
  // the bank's file says when: right after its k-th act, whose reply may not have been kept yet
  test.each([1, 6, 11])(
    'after the act number %i of the bank loses nothing and doubles nothing',
    async (acts) => {
      const october = month();
      const child = october.start();
      const over = ended(child);
      while (child.exitCode === null && october.bank().length < acts)
        await new Promise((resolve) => setTimeout(resolve, 2));
      child.kill('SIGKILL');
      expect(await over).toBe(null);
      const played = await october.play();
      expect([played.exit, played.errors]).toEqual([0, '']);
      const counts = Map.groupBy(played.bank, ({ ask, item }) => `${ask} ${item}`);
      expect([...counts].filter(([, effects]) => effects.length > 1)).toEqual([]);
      expect([total(played.bank, 'GBP'), total(played.bank, 'USD')]).toEqual([1346508, 245000]);
    },
  );

  test('again and again, at moments that nobody chose', async () => {
    const october = month();
    let kills = 0;
    for (let delay = 150; kills < 5; delay += 250) {
      const child = october.start();
      const timer = setTimeout(() => child.kill('SIGKILL'), delay);
      const exit = await ended(child);
      clearTimeout(timer);
      if (exit !== null) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    const played = await october.play();
    expect([played.exit, played.errors]).toEqual([0, '']);
    expect(played.bank).toHaveLength(14);
    expect([total(played.bank, 'GBP'), total(played.bank, 'USD')]).toEqual([1346508, 245000]);
  });

  test('a play over a finished ledger says the same and does nothing', async () => {
    const october = month();
    const first = await october.play();
    const second = await october.play();
    expect(second.exit).toBe(0);
    expect(second.bank).toEqual(first.bank);
    expect(section(second, /payments made/)).toBe(section(first, /payments made/));
    expect(section(second, /handoffs and their verdicts/)).toBe(
      section(first, /handoffs and their verdicts/),
    );
  });
});
