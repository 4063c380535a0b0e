import type { Capabilities } from '../../../src/act/index.ts';
import { dayOf, timeOf } from '../../../src/ledger/clock.ts';
import { payment } from '../ledger/lines.ts';
import { chance, drawn } from './chance.ts';

/** How long everybody waits, in milliseconds. */
export interface Patience {
  /** For a reply of the bank. */
  readonly timeout: number;
  /** From the claim to the send. */
  readonly sendWithin: number;
  /** After which nothing that was sent can still be paid: more than the timeout and the bank's longest delay. */
  readonly horizon: number;
}

/** Enough for a machine that is busy with other things. */
export const patience: Patience = { timeout: 1_000, sendWithin: 2_000, horizon: 6_000 };

/** What the bank can do, by the conversation in which it is asked. */
export const kinds = ['keyed', 'looked-up', 'unaided'] as const;
export type Kind = (typeof kinds)[number];

export function abilityOf(kind: Kind, { horizon }: Patience): Partial<Capabilities> {
  const table: Readonly<Record<Kind, Partial<Capabilities>>> = {
    keyed: { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } },
    'looked-up': { lookup: { kind: 'by-key' }, horizon: horizon / 1_000 },
    unaided: {},
  };
  return table[kind];
}

/** One payment to be made, and what else happens to it. */
export interface Payment {
  readonly kind: Kind;
  /** The id of its handoff. */
  readonly id: string;
  readonly line: string;
  readonly record: Readonly<Record<string, string>>;
  /** Its sender takes it back so many milliseconds after it was sent. */
  readonly cancelAfter: number | null;
  /** Two processes commit it at the same moment. */
  readonly twice: boolean;
}

/** What happens besides, as a share of all payments. */
const besides = { cancelled: 0.05, twice: 0.1, plain: 0 } as const;

const day = 86_400_000;
const minute = 60_000;

/** The payment of a number. `expires`: its handoff's exp is the first full minute that is 15 s away. */
export function paymentOf(
  seed: number,
  number: number,
  { now, expires }: { readonly now: number; readonly expires: boolean },
): Payment {
  const what = drawn<keyof typeof besides>(besides, 'plain', chance(seed, 'besides', number));
  const exp = expires ? Math.ceil((now + minute / 4) / minute) * minute : now + day;
  const { line, record } = payment(number, { paid: dayOf(now + day) }, timeOf(exp));
  return {
    kind: kinds[Math.floor(chance(seed, 'kind', number) * kinds.length)] as Kind,
    id: `scheduler-${number}`,
    ...{ line, record },
    cancelAfter: what === 'cancelled' ? Math.floor(chance(seed, 'cancel', number) * 400) : null,
    twice: what === 'twice',
  };
}
