/** The exchange of the pay profile that the scenarios are told with. */
export const HO0 =
  'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929 exp=20261002T1700Z';
export const RB0 =
  'RW1 RB payer-1 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 ask=PAY h=33b212141208 sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929 exp=20261002T1630Z';
/** Without its token. */
export const AN = 'RW1 AN scheduler-2 re=payer-1 p=pay from=scheduler to=payer val=Y';
export const DN0 =
  'RW1 DN payer-2 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 out=OK sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929 // as executed, from the tool';
export const CX0 =
  'RW1 CX scheduler-4 re=scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 why=REVOKED // FD-0929 withdrawn';

/** The values that HO0 was approved with. */
export const record = {
  item: 'inv:MD-2026-057',
  ask: 'PAY',
  sup: 'marlow',
  amt: '5400.00',
  cur: 'GBP',
  kind: 'GROSS',
  acct: '40-12-88/61102938',
  paid: '20261002',
  ref: 'MD-2026-057',
  apref: 'FD-0929',
} as const;

/** The values that its act runs with. */
export const values = {
  sup: 'marlow',
  amt: '5400.00',
  cur: 'GBP',
  kind: 'GROSS',
  acct: '40-12-88/61102938',
  paid: '20261002',
  ref: 'MD-2026-057',
  apref: 'FD-0929',
} as const;

/** A second payment, as different as HO0's own from it. */
export function payment(
  number: number,
  change: Readonly<Record<string, string>> = {},
  exp = '20261002T1700Z',
): { line: string; record: Readonly<Record<string, string>> } {
  const own = {
    item: `inv:MD-${number}`,
    ask: 'PAY',
    ...values,
    ref: `MD-${number}`,
    apref: `FD-${number}`,
    ...change,
  };
  const { item, ask, ...slots } = own;
  const words = Object.entries(slots).map(([slot, value]) => `${slot}=${value}`);
  const line = `RW1 HO scheduler-${number} p=pay from=scheduler to=payer item=${item} ask=${ask} rb=exec ${words.join(' ')} exp=${exp}`;
  return { line, record: own };
}

/** A moment of the day on which it happens. */
export function at(time: string): number {
  return Date.parse(`2026-10-02T${time}Z`);
}

/** The reversal of what payer-2 reported, and the record that it is sent with. */
export const undo = {
  line: 'RW1 HO scheduler-20 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=UNDO rb=all ctx=payer-2',
  record: { item: 'inv:MD-2026-057', ask: 'UNDO', ctx: ['payer-2'] },
} as const;
