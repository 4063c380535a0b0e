import { decode, digest } from '../../src/codec/index.ts';
import type { Kept } from '../../src/ledger/index.ts';

/** A line as its sender brings it to the ledger. */
export interface Brought {
  readonly by: 'sender' | 'receiver';
  readonly line: string;
  readonly kept?: Kept;
}

/** A payment as people hand it over: the handoff with what it was approved by, its readback, the answer, the report. */
export interface Payment {
  readonly ho: Brought;
  readonly rb: Brought;
  readonly an: Brought;
  readonly dn: Brought;
}

/** A month from now: every line is in time while it is measured. */
const later = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

/** The n-th payment, from 1, of so many that are brought together: no two are one act, and ids rise in the order of sending. */
function payment(n: number, { from, count }: { readonly from: number; readonly count: number }): Payment {
  const first = n + from - 1;
  const second = first + count;
  const record = {
    item: `inv:MD-${n}`,
    ask: 'PAY',
    sup: 'marlow',
    amt: `${5400 + (n % 1000)}.00`,
    cur: 'GBP',
    kind: 'GROSS',
    acct: '40-12-88/61102938',
    paid: later,
    ref: `MD-${n}`,
    apref: `FD-${n}`,
  };
  const { item, ask, ...values } = record;
  const slots = Object.entries(values).map(([slot, value]) => `${slot}=${value}`);
  const there = 'p=pay from=scheduler to=payer';
  const back = 'p=pay from=payer to=scheduler';
  const run = slots.join(' ');
  const ho = `RW1 HO scheduler-${first} ${there} item=${item} ask=${ask} rb=exec ${run} exp=${later}T1700Z`;
  const answers = `re=scheduler-${first}`;
  const h = digest(decode(ho));
  return {
    ho: { by: 'sender', line: ho, kept: { record } },
    rb: {
      by: 'receiver',
      line: `RW1 RB payer-${first} ${answers} ${back} item=${item} ask=${ask} h=${h} ${run} exp=${later}T1630Z`,
    },
    an: { by: 'sender', line: `RW1 AN scheduler-${second} re=payer-${first} ${there} val=Y` },
    dn: {
      by: 'receiver',
      line: `RW1 DN payer-${second} ${answers} ${back} item=${item} out=OK ${run} // as executed, from the payment tool`,
    },
  };
}

/** So many payments from a number on. */
export function payments(from: number, count: number): readonly Payment[] {
  return Array.from({ length: count }, (_, index) => payment(from + index, { from, count }));
}
