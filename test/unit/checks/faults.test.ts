import { describe, expect, test } from 'vitest';
import { checkDone, checkHandoff, checkReadback, checkRelay } from '../../../src/checks/index.ts';
import { decode } from '../../../src/codec/index.ts';
import type { Verdict } from '../../../src/diagnostic/verdict.ts';

const now = '20261002T0900Z';
const values = {
  sup: ['marlow', 'mar1ow', 'Marlow', 'marlow-ltd', 'marlo'],
  amt: ['5400.00', '5400.01', '54000.00', '540.00', '-5400.00', '5400.10'],
  cur: ['GBP', 'USD', 'EUR'],
  kind: ['GROSS', 'NET'],
  acct: [
    '40-12-88/61102938',
    '40-12-88/61102983',
    '40-12-88/6110293',
    '401288/61102938',
    '40-12-89/61102938',
    '40-12-88/61102938x',
  ],
  paid: ['20261002', '20261003', '20251002', '20261020', '20261001'],
  ref: ['MD-2026-057', 'MD-2026-075', 'md-2026-057', 'MD-2026-57', 'MD2026057'],
  apref: ['FD-0929', 'FD-0930', 'FD-929', 'fd-0929', 'FD-0929-1'],
} as const;
type Slot = keyof typeof values;

/** Every execution slot with each wrong value that the profile takes. */
const faults = (Object.keys(values) as Slot[]).flatMap((slot) =>
  values[slot].slice(1).map((wrong) => ({ slot, wrong })),
);
const record = Object.fromEntries(Object.entries(values).map(([slot, [right]]) => [slot, right]));

function slots(fault?: { slot: string; wrong: string | null }): string {
  return Object.entries(record)
    .map(([slot, right]) => [slot, slot === fault?.slot ? fault.wrong : right] as const)
    .filter(([, value]) => value !== null)
    .map((pair) => pair.join('='))
    .join(' ');
}
const handoff = (fault?: { slot: string; wrong: string | null }): string =>
  `RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec ${slots(fault)}`;
const readback = (fault?: { slot: string; wrong: string | null }): string =>
  `RW1 RB payer-1 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 ask=PAY ${slots(fault)}`;
const report = (fault?: { slot: string; wrong: string | null }): string =>
  `RW1 DN payer-2 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 out=OK ${slots(fault)}`;

/** Errors as [code, slot]. */
function told({ diagnostics }: Verdict): [string, unknown][] {
  return diagnostics.flatMap(({ code, severity, data }) =>
    severity === 'error' ? [[code, data['slot']]] : [],
  );
}

// The amount of a payment is above zero (pay): such a line is refused before any check.
const onHandoff = faults.filter(({ wrong }) => !wrong.startsWith('-'));

test('without a fault nothing is held', () => {
  const [ho, rb, dn] = [decode(handoff()), decode(readback()), decode(report())];
  expect(told(checkHandoff({ ho, record, now }))).toEqual([]);
  expect(told(checkReadback({ ho, rb, record, now }))).toEqual([]);
  expect(told(checkDone({ ho, rb, dn, record, now }))).toEqual([]);
});

describe.each(onHandoff)('$slot=$wrong', (fault) => {
  const { slot } = fault;

  test('in the draft is refused before it is sent', () => {
    expect(told(checkHandoff({ ho: decode(handoff(fault)), record, now }))).toEqual([
      ['record/mismatch', slot],
    ]);
  });

  test('at a relay is refused', () => {
    const received = decode(handoff());
    const forwarded = handoff(fault)
      .replace('HO scheduler-1', 'HO payer-9')
      .replace('from=scheduler to=payer', 'from=payer to=auditor');
    expect(told(checkRelay({ ho: decode(forwarded), received, now }))).toEqual([['relay/mismatch', slot]]);
  });

  test('in the readback holds the act', () => {
    const verdict = checkReadback({ ho: decode(handoff()), rb: decode(readback(fault)), now });
    expect(told(verdict)).toEqual([['execution/mismatch', slot]]);
    expect(verdict).toMatchObject({ roger: true, wilco: false });
  });

  test('resolved by the receiver holds the act where the record has it', () => {
    const open = decode(handoff({ slot, wrong: null }));
    expect(told(checkReadback({ ho: open, rb: decode(readback(fault)), record, now }))).toEqual([
      ['record/mismatch', slot],
    ]);
  });

  test('in the done report is told, with or without the readback', () => {
    const [ho, rb, dn] = [decode(handoff()), decode(readback()), decode(report(fault))];
    expect(told(checkDone({ ho, dn, now }))).toEqual([['done/mismatch', slot]]);
    expect(told(checkDone({ ho, rb, dn, record, now }))).toEqual([['done/mismatch', slot]]);
  });

  test('left open in the handoff and done otherwise than read back is told', () => {
    const [ho, rb, dn] = [decode(handoff({ slot, wrong: null })), decode(readback()), decode(report(fault))];
    expect(told(checkDone({ ho, rb, dn, now }))).toEqual([['done/mismatch', slot]]);
  });
});

test.each(Object.keys(values))('%s left out is told at every stage', (slot) => {
  const left = { slot, wrong: null };
  const ho = decode(handoff());
  expect(told(checkHandoff({ ho: decode(handoff(left)), record, now }))).toEqual([['record/missing', slot]]);
  expect(told(checkReadback({ ho, rb: decode(readback(left)), now }))).toEqual([['execution/missing', slot]]);
  expect(told(checkDone({ ho, dn: decode(report(left)), now }))).toEqual([['done/missing', slot]]);
});

test('a report that runs backwards in amount is a mismatch too', () => {
  const dn = decode(report({ slot: 'amt', wrong: '-5400.00' }));
  expect(told(checkDone({ ho: decode(handoff()), dn, now }))).toEqual([['done/mismatch', 'amt']]);
});
