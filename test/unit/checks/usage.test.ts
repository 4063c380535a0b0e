import { describe, expect, test } from 'vitest';
import {
  checkAnswer,
  checkDone,
  checkHandoff,
  checkReadback,
  checkRelay,
} from '../../../src/checks/index.ts';
import { type AnyMessage, decode, toJson } from '../../../src/codec/index.ts';

const now = '20261002T0900Z';
const ho = decode('RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX');
const rb = decode('RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX');
const dn = decode('RW1 DN builder-6 re=ops-3 from=builder to=ops item=jira:OPS-77 out=OK');
const aq = decode('RW1 AQ ops-4 from=ops to=human need=YESNO');
const an = decode('RW1 AN human-1 re=ops-4 from=human to=ops val=Y');
const record = { item: 'jira:OPS-77' };

/** The code of what is thrown; `passed` when nothing is. */
function codeOf(check: () => unknown): unknown {
  try {
    check();
    return 'passed';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('a message of another type is refused before anything is compared', () => {
  test.each<[string, () => unknown]>([
    ['an RB to check-ho', () => checkHandoff({ ho: rb, record, now })],
    ['an RB to the check of a relay', () => checkRelay({ ho, received: rb, now })],
    ['two HOs to check-rb', () => checkReadback({ ho, rb: ho, now })],
    ['two RBs to check-rb', () => checkReadback({ ho: rb, rb, now })],
    ['an RB for the DN', () => checkDone({ ho, dn: rb, now })],
    ['a DN for the readback', () => checkDone({ ho, dn, rb: dn, now })],
    ['an RB for the AQ', () => checkAnswer({ aq: rb, an })],
    [
      'a UN for the AN',
      () => checkAnswer({ aq, an: decode('RW1 UN human-1 re=ops-4 from=human to=ops why=NOCTX') }),
    ],
  ])('%s', (_, check) => {
    expect(codeOf(check)).toBe('usage/type');
  });
});

test('an object that only looks like a message is refused', () => {
  const copies = (message: AnyMessage): AnyMessage[] => [
    { ...message },
    toJson(message) as unknown as AnyMessage,
  ];
  for (const copy of copies(ho)) {
    expect(codeOf(() => checkReadback({ ho: copy, rb, now }))).toBe('message/not-judged');
    expect(codeOf(() => checkHandoff({ ho: copy, record, now }))).toBe('message/not-judged');
    expect(codeOf(() => checkRelay({ ho, received: copy, now }))).toBe('message/not-judged');
    expect(codeOf(() => checkDone({ ho: copy, dn, now }))).toBe('message/not-judged');
  }
  for (const copy of copies(rb)) {
    expect(codeOf(() => checkReadback({ ho, rb: copy, now }))).toBe('message/not-judged');
    expect(codeOf(() => checkDone({ ho, dn, rb: copy, now }))).toBe('message/not-judged');
  }
  for (const copy of copies(an))
    expect(codeOf(() => checkAnswer({ aq, an: copy }))).toBe('message/not-judged');
});

test.each([undefined, null, '', 'now', '20261002', '20261002T0900', '20260931T0900Z', 20261002, new Date(0)])(
  'a clock that is none is refused: %s',
  (clock) => {
    const wrong = clock as string;
    expect(codeOf(() => checkHandoff({ ho, record, now: wrong }))).toBe('usage/now');
    expect(codeOf(() => checkRelay({ ho, received: ho, now: wrong }))).toBe('usage/now');
    expect(codeOf(() => checkReadback({ ho, rb, now: wrong }))).toBe('usage/now');
    expect(codeOf(() => checkDone({ ho, dn, now: wrong }))).toBe('usage/now');
  },
);

test.each([[null], [undefined], ['{}'], [[]], [7]])('a record that is no object is refused: %j', (wrong) => {
  const unreadable = wrong as unknown as Record<string, unknown>;
  expect(codeOf(() => checkHandoff({ ho, record: unreadable, now }))).toBe('usage/record');
  if (wrong === null || wrong === undefined) return; // elsewhere it may be left out
  expect(codeOf(() => checkReadback({ ho, rb, record: unreadable, now }))).toBe('usage/record');
  expect(codeOf(() => checkDone({ ho, dn, record: unreadable, now }))).toBe('usage/record');
});

test('whatever a record holds is a finding and no exception', () => {
  const circle: Record<string, unknown> = {};
  circle['item'] = circle;
  const held = [
    undefined,
    null,
    7n,
    Number.NaN,
    1e300,
    Symbol('x'),
    () => 1,
    new Date(0),
    circle,
    [circle],
    ['a', null],
  ];
  for (const value of held) {
    for (const key of ['item', 'pri', 'keep', 'due', 'x_a', 'nothing', '__proto__', 'toString']) {
      const told = checkHandoff({
        ho,
        record: Object.fromEntries([
          ['ask', 'FIX'],
          [key, value],
        ]),
        now,
      });
      expect(told.passes).toBe(false);
    }
  }
});

test.each([
  ['', 'usage/kept-empty'],
  [[], 'usage/kept-empty'],
  [['', ''], 'usage/kept-empty'],
  ['len', 'usage/kept-form'],
  ['len:', 'usage/kept-form'],
  [':120w', 'usage/kept-form'],
  [' len:120w', 'usage/kept-form'],
  ['len:120w++tone:plain', 'usage/kept-form'],
  [[7], 'usage/kept-form'],
  [[null], 'usage/kept-form'],
  [{ len: '120w' }, 'usage/kept-form'],
  ['len:120w+LEN:150w', 'usage/kept-twice'],
  [['tone:plain', 'tone:plain'], 'usage/kept-twice'],
  ['must:a+must:b+no:a', 'passed'],
  [['len:120w', 'tone:plain+must:a b'], 'passed'],
  [undefined, 'passed'],
  [null, 'passed'],
])('kept criteria: %j is %s', (kept, code) => {
  expect(codeOf(() => checkReadback({ ho, rb, now, kept: kept as string }))).toBe(code);
});

test('kept criteria that are none are refused with or without a readback to compare', () => {
  for (const readback of [rb, null]) {
    expect(codeOf(() => checkDone({ ho, dn, rb: readback, kept: 'nonsense', now }))).toBe('usage/kept-form');
    expect(codeOf(() => checkDone({ ho, dn, rb: readback, kept: '', now }))).toBe('usage/kept-empty');
  }
});

test('what an object hides from reading is not approved by standing there', () => {
  const hidden = Object.defineProperty({ item: 'x:1' }, 'acct', { value: '1', enumerable: false });
  const payment = decode(
    'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=x:1 ask=CHGBANK rb=exec acct=2',
  );
  const { diagnostics } = checkHandoff({ ho: payment, record: hidden, now });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, data }) => [code, data['slot']])).toEqual([['record/unapproved', 'acct']]);
});
