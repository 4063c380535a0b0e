// The results that the protocol was published with, and the relay that alters what it hands on (threat T23):
// each fault is planted, and only what the checks say of it counts.
import { describe, expect, test } from 'vitest';
import {
  checkDone,
  checkHandoff,
  checkReadback,
  checkRelay,
  checkThread,
} from '../../../src/checks/index.ts';
import { type AnyMessage, encode, parse } from '../../../src/codec/index.ts';
import {
  type DoneOptions,
  makeAnswer,
  makeDone,
  makeHandoff,
  makeReadback,
} from '../../../src/compose/index.ts';
import type { Verdict } from '../../../src/diagnostic/verdict.ts';

const now = '20261002T0900Z';
const executed = ['sup', 'amt', 'cur', 'kind', 'acct', 'paid', 'ref', 'apref'] as const;
type Slot = (typeof executed)[number];
type Values = Readonly<Record<Slot, string>>;

const digits = (n: number, width: number): string => String(n).padStart(width, '0');

/** The n-th payment that somebody approved. */
function approved(n: number): Values {
  return {
    sup: ['marlow', 'evergreen', 'northfield'][n % 3] ?? '',
    amt: `${1000 + n * 37}.${digits((n * 13) % 100, 2)}`,
    cur: ['GBP', 'USD', 'EUR'][n % 3] ?? '',
    kind: ['GROSS', 'NET'][n % 2] ?? '',
    acct: `40-12-${digits(n % 100, 2)}/${61100000 + n}`,
    paid: `202610${digits(2 + (n % 28), 2)}`,
    ref: `MD-2026-${digits(n, 3)}`,
    apref: `FD-${digits(n, 4)}`,
  };
}

const envelope = (n: number): Readonly<Record<string, string>> => ({
  p: 'pay',
  from: 'scheduler',
  to: 'payer',
  item: `inv:${n}`,
  ask: 'PAY',
});
const recordOf = (n: number): Readonly<Record<string, string>> => ({ ...envelope(n), ...approved(n) });

function composed({ message }: { readonly message: AnyMessage | null }): AnyMessage {
  if (message === null) throw new Error('it was not composed');
  return message;
}

const handoffOf = (n: number): AnyMessage =>
  composed(makeHandoff({ record: recordOf(n), id: `scheduler-${n * 2 + 1}` }));
const readbackOf = (n: number): AnyMessage =>
  composed(makeReadback({ ho: handoffOf(n), id: `payer-${n * 2 + 1}`, set: { x_tok: `tk${n}` } }));
const reportOf = (n: number, result: DoneOptions['result'] = approved(n)): AnyMessage =>
  composed(makeDone({ ho: handoffOf(n), id: `payer-${n * 2 + 2}`, result }));

/** Another value of a slot that the profile takes: that of another payment. */
function other(slot: Slot, n: number): string {
  for (let k = n + 1; ; k++) if (approved(k)[slot] !== approved(n)[slot]) return approved(k)[slot];
}

/** Ways in which a line is altered on its way, by the word of the slot. */
const mutations: Readonly<Record<string, (slot: Slot, value: string) => string>> = {
  'takes another value': (slot) => `${slot}=${other(slot, 0)}`,
  'loses its last character': (slot, value) => `${slot}=${value.slice(0, -1)}`,
  'is left out': () => '',
  'is said under another key': (slot, value) => `${slot}0=${value}`,
  'holds a character that nobody sees': (slot, value) => `${slot}=${value[0]}\u200b${value.slice(1)}`,
};
const mutants = executed.flatMap((slot) => Object.keys(mutations).map((name) => ({ slot, name })));

function mutated(line: string, { slot, name }: (typeof mutants)[number]): string {
  const words = line.split(' ').map((word) => {
    return word.startsWith(`${slot}=`) ? (mutations[name]?.(slot, word.slice(slot.length + 1)) ?? '') : word;
  });
  return words.filter((word) => word !== '').join(' ');
}

/** How many of the altered lines are refused, by the parser or by the check. */
function caught(line: string, check: (altered: AnyMessage) => Verdict): number {
  return mutants.filter((mutant) => {
    const { message } = parse(mutated(line, mutant));
    return message === null || !check(message).passes;
  }).length;
}

describe('a line that is altered on its way is caught, 8 execution slots and 5 mutations, 40 of 40', () => {
  const [received, rb] = [handoffOf(0), readbackOf(0)];
  const forwarded = encode(received)
    .replace('HO scheduler-1 from=scheduler to=payer', 'HO payer-9 re=scheduler-1 from=payer to=auditor')
    .concat(' // as it came');
  const tailed = parse(`${encode(received)} // as it came`).message as AnyMessage;

  test('a handoff at a relay (T23)', () => {
    const check = (ho: AnyMessage): Verdict => checkRelay({ ho, received: tailed, now });
    expect(check(parse(forwarded).message as AnyMessage).passes).toBe(true);
    expect(caught(forwarded, check)).toBe(40);
  });

  test('a draft that differs from the record', () => {
    const check = (ho: AnyMessage): Verdict => checkHandoff({ ho, record: recordOf(0), now });
    expect(check(received).passes).toBe(true);
    expect(caught(encode(received), check)).toBe(40);
  });

  test('a statement on its way back', () => {
    const check = (altered: AnyMessage): Verdict => checkReadback({ ho: received, rb: altered, now });
    expect(check(rb).passes).toBe(true);
    expect(caught(encode(rb), check)).toBe(40);
  });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test('a tool that resolves the call otherwise than approved is held before it acts, 60 of 60', () => {
  const held = range(60).filter((n) => {
    const slot = executed[n % executed.length] as Slot;
    const { [slot]: _, ...left } = recordOf(n);
    const ho = composed(makeHandoff({ record: left }));
    const statement = (value: string): Verdict => {
      const rb = composed(makeReadback({ ho, set: { [slot]: value, x_tok: 'tk1' } }));
      return checkReadback({ ho, rb, record: recordOf(n), now });
    };
    return statement(approved(n)[slot]).passes && !statement(other(slot, n)).passes;
  });
  expect(held.length).toBe(60);
});

test('a tool that executes something else than told is flagged by its report, 45 of 45', () => {
  const flagged = range(45).filter((n) => {
    const slot = executed[n % executed.length] as Slot;
    const dn = reportOf(n, { ...approved(n), [slot]: other(slot, n) });
    const { diagnostics } = checkDone({ ho: handoffOf(n), rb: readbackOf(n), dn, now });
    return diagnostics.some(({ code, data }) => code === 'done/mismatch' && data['slot'] === slot);
  });
  expect(flagged.length).toBe(45);
});

test('clean statements are not held, 0 of 255, nor their handoffs, reports and threads', () => {
  const held = range(255).filter((n) => {
    const record = recordOf(n);
    const [ho, rb, dn] = [handoffOf(n), readbackOf(n), reportOf(n)];
    const an = composed(makeAnswer({ to: rb, val: 'Y', id: `scheduler-${n * 2 + 2}` }));
    const lines = [ho, rb, an, dn].map((message) => parse(encode(message)));
    const verdicts = [
      checkHandoff({ ho, record, now }),
      checkReadback({ ho, rb, record, now }),
      checkDone({ ho, rb, dn, record, now }),
      checkThread({ lines, now }),
    ];
    return verdicts.some(({ diagnostics }) => diagnostics.length > 0);
  });
  expect(held).toEqual([]);
});
