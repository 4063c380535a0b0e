// Compiled, never run: each @ts-expect-error must be an error, everything else must not be.
import {
  type Core,
  type clin,
  type Day,
  day,
  type Message,
  type Money,
  money,
  type Plan,
  type pay,
  type Time,
} from '../../src/vocabulary/index.ts';

type Pay = typeof pay;
type Clin = typeof clin;
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const proves = <_T extends true>(): void => {};

export function underPay(m: Message<Pay>): void {
  // @ts-expect-error: amt is not on every type
  m.slots.amt;
  if (m.type === 'HO') {
    proves<Equal<typeof m.slots.amt, Money | undefined>>();
    proves<Equal<typeof m.slots.cur, 'GBP' | 'USD' | 'EUR' | undefined>>();
    proves<Equal<typeof m.slots.paid, Day | undefined>>();
    proves<Equal<typeof m.slots.exp, Time | undefined>>();
    proves<Equal<typeof m.slots.n, number | undefined>>();
    proves<Equal<typeof m.slots.p, 'pay'>>();
    proves<Equal<typeof m.re, string | null>>();
    proves<Equal<typeof m.item, string>>();
    proves<Equal<typeof m.from, 'extractor' | 'reconciler' | 'scheduler' | 'auditor' | 'payer' | 'human'>>();
    m.slots.ask satisfies 'PAY' | 'UNDO' | string;
    proves<Equal<Extract<typeof m.slots.ask, 'PAY' | 'REVIEW'>, 'PAY' | 'REVIEW'>>();
    // @ts-expect-error: no such ask
    m.slots.ask === 'PYA';
    // @ts-expect-error: prev is on RB and DN only
    m.slots.prev;
    // @ts-expect-error: misspelt
    m.slots.amout;
    proves<Equal<typeof m.slots.x_tok, string | undefined>>();
  }
  if (m.type === 'RB') {
    proves<Equal<typeof m.re, string>>();
    proves<Equal<typeof m.slots.prev, string | undefined>>();
    proves<Equal<typeof m.slots.pri, number | undefined>>();
    proves<Equal<typeof m.slots.amt, Money | undefined>>();
  }
  if (m.type === 'ST') {
    type Flag = NonNullable<typeof m.slots.flag>[number];
    proves<Equal<Extract<Flag, 'BANKCHG'>, 'BANKCHG'>>();
    proves<Equal<typeof m.slots.src, readonly string[] | undefined>>();
  }
  if (m.type === 'DN') proves<Equal<typeof m.slots.out, 'OK' | 'PARTIAL' | 'NOOP'>>();
  if (m.type === 'FL') proves<Equal<typeof m.slots.retry, boolean | undefined>>();
}

export function underCore(m: Message): void {
  if (m.type === 'HO') {
    // @ts-expect-error: amt is pay's
    m.slots.amt;
    // @ts-expect-error: no p without a profile
    m.slots.p;
    proves<Equal<typeof m.from, string>>();
    proves<Equal<typeof m.slots.pri, number | undefined>>();
    // @ts-expect-error: PAY is pay's ask
    m.slots.ask === 'PAY';
  }
  proves<Equal<Message, Message<Core>>>();
}

export function underClin(m: Message<Clin>): void {
  if (m.type !== 'ST') return;
  proves<Equal<typeof m.slots.pol, 'POS' | 'NEG'>>();
  proves<Equal<typeof m.slots.res, string | undefined>>();
  proves<
    Equal<
      Exclude<NonNullable<typeof m.slots.freq>[number], 'OD' | 'BD' | 'TDS' | 'QDS' | 'PRN'>,
      'NOCTE' | 'MANE' | 'WKLY' | 'MTHLY' | 'STAT' | 'OTH'
    >
  >();
}

export function execute(plan: Plan<Pay, 'PAY'>): void {
  proves<Equal<typeof plan.amt, Money>>();
  proves<Equal<typeof plan.kind, 'NET' | 'GROSS'>>();
  proves<Equal<keyof typeof plan, 'sup' | 'amt' | 'cur' | 'kind' | 'acct' | 'paid' | 'ref' | 'apref'>>();
  // @ts-expect-error: prev belongs to CHGBANK
  plan.prev;
}

// @ts-expect-error: RECON has no execution slots
export type NoPlan = Plan<Pay, 'RECON'>;

// @ts-expect-error: an amount is no day
export const wrong: Day = money('5.00');
// @ts-expect-error: any text is no amount
export const bare: Money = '5.00';
export const right: Day = day('20261002');
