/** The lines that the tests of the command line share: a payment, all of it valid (cases F01 to F29). */
const act =
  'sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929';

export const HO: string = `RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec ${act} exp=20261002T1700Z`;
export const RB: string = `RW1 RB payer-1 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 ask=PAY h=33b212141208 ${act} exp=20261002T1630Z x_tok=tk1`;
export const DN: string = `RW1 DN payer-2 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 out=OK ${act} // as executed, from the tool`;
export const AQ: string =
  'RW1 AQ payer-3 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD by=20261002';
export const AN: string = 'RW1 AN human-1 re=payer-3 p=pay from=human to=payer val=HOLD';
/** What was approved. */
export const record: Readonly<Record<string, string>> = {
  from: 'scheduler',
  to: 'payer',
  item: 'inv:MD-2026-057',
  ask: 'PAY',
  ...Object.fromEntries(act.split(' ').map((word) => word.split('=') as [string, string])),
};
/** A minute at which the handoff and the statement are open. */
export const open = ['--now', '20261001T0900Z'] as const;
