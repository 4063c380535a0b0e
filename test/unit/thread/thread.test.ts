import { describe, expect, test } from 'vitest';
import { checkThread, createThread, ownerOf } from '../../../src/checks/thread.ts';
import { parse } from '../../../src/codec/index.ts';
import { afterwards, linesOf, stories } from '../../support/conversations.ts';

const now = '20261002T1200Z';
const { ho, rb, yes, dn, un, cx, ack } = linesOf(1);

function standingAfter(...lines: string[]): object | undefined {
  const { handoffs, owners } = checkThread({ lines: lines.map((line) => parse(line)), now });
  const { state, by, closer, owner } = handoffs[0] as (typeof handoffs)[number];
  return { state, by, closer, owner, item: owners['inv:1'] };
}

describe('a handoff stands', () => {
  const open = { by: null, closer: null };
  const closedBy = (by: string, closer: string) => ({ state: 'closed', by, closer });
  const sender = { owner: 'scheduler', item: 'scheduler' };
  const receiver = { owner: 'payer', item: 'payer' };
  const void_ = rb.replace('5400.00', '5100.00');
  test.each([
    ['open with its sender until it is read back', [ho], { state: 'open', ...open, ...sender }],
    ['held by its sender after a void readback', [ho, void_], { state: 'held', ...open, ...sender }],
    ['owned by its receiver after one that passes', [ho, rb], { state: 'owned', ...open, ...receiver }],
    ['closed by its DN', [ho, rb, yes, dn], { ...closedBy('payer-22', 'DN'), ...receiver }],
    ['closed by its UN', [ho, un], { ...closedBy('payer-23', 'UN'), ...sender }],
    ['closed by its CX', [ho, rb, cx, ack], { ...closedBy('scheduler-24', 'CX'), ...receiver }],
    [
      'closed by what came before the CX',
      [ho, rb, yes, dn, cx],
      { ...closedBy('payer-22', 'DN'), ...receiver },
    ],
    [
      'open after a readback of another agent',
      [ho, rb.replaceAll('payer', 'auditor')],
      { state: 'open', ...open, ...sender },
    ],
  ])('%s', (_, lines, standing) => {
    expect(standingAfter(...lines)).toEqual(standing);
  });

  test('closed by the handoff that took its place', () => {
    const lines = stories['read back wrong, sent again']?.(1) ?? [];
    expect(standingAfter(...lines)).toEqual({
      ...closedBy('scheduler-28', 'HO'),
      owner: 'scheduler',
      item: 'payer',
    });
  });
});

test('the item goes back to the sender when the sender finds the readback void', () => {
  const [first, second] = [1, 2].map(
    (k) => `RW1 HO a-${k}${k === 1 ? '' : ' re=b-1'} from=a to=b item=x:1 ask=DRAFT rb=acc`,
  );
  const readback = 'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT acc=len:150w';
  const ownerAfter = (lines: readonly (string | undefined)[]): string | undefined =>
    checkThread({ lines: lines.map((line) => parse(line ?? '')), now }).owners['x:1'];
  expect(ownerAfter([first, readback])).toBe('b');
  expect(ownerAfter([first, readback, second])).toBe('a');
  const report = 'RW1 DN b-2 re=a-1 from=b to=a item=x:1 out=OK';
  expect(ownerAfter([first, readback, report, second])).toBe('b');
});

test('a readback found void takes nothing from who got the item since', () => {
  const lines = [
    'RW1 HO a-1 from=a to=b item=x:1 ask=DRAFT rb=acc',
    'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT acc=len:150w',
    'RW1 HO b-2 from=b to=c item=x:1 ask=TEST',
    'RW1 RB c-1 re=b-2 from=c to=b item=x:1 ask=TEST',
    'RW1 HO a-2 re=b-1 from=a to=b item=x:1 ask=DRAFT rb=acc',
  ];
  expect(checkThread({ lines: lines.map((line) => parse(line)), now }).owners['x:1']).toBe('c');
});

test('a readback found void gives the item back to whom an earlier one gave it', () => {
  const lines = [
    'RW1 HO a-1 from=a to=b item=x:1 ask=DRAFT',
    'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT',
    'RW1 HO d-1 from=d to=c item=x:1 ask=TEST rb=acc',
    'RW1 RB c-1 re=d-1 from=c to=d item=x:1 ask=TEST acc=len:150w',
    'RW1 HO d-2 re=c-1 from=d to=c item=x:1 ask=TEST rb=acc',
  ].map((line) => parse(line));
  const owners = [2, 4, 5].map((count) => checkThread({ lines: lines.slice(0, count), now }).owners['x:1']);
  expect(owners).toEqual(['b', 'c', 'b']);
});

test('an item may be called anything', () => {
  const lines = ['__proto__', 'constructor'].map((item, k) =>
    parse(`RW1 HO a-${k} from=a to=b item=${item} ask=FIX`),
  );
  const { owners } = checkThread({ lines, now });
  expect(Object.entries(owners)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'a'],
  ]);
  expect(owners['toString']).toBeUndefined();
});

test('findings are told in the order of their lines, by the numbers that the caller gives', () => {
  const thread = createThread({ now: afterwards });
  for (const [line, number] of [
    ['RW1 HO', 3],
    [ho, 7],
    [cx, 12],
    [dn, 15],
  ] as const)
    thread.add(parse(line), number);
  const told = thread.finish().diagnostics.map(({ code, at }) => [at?.number, code]);
  expect(told).toEqual([
    [3, 'thread/unreadable'],
    [15, 'thread/ran-after-cancel'],
    [15, 'thread/no-readback'],
  ]);
});

test('what comes later is told by the order of adding, whatever the numbers say', () => {
  const no = yes.replace('val=Y x_tok=tk1', 'val=N');
  const again = rb.replace('payer-21', 'payer-28');
  const yesAgain = yes.replace('scheduler-22', 'scheduler-29').replace('payer-21', 'payer-28');
  const thread = createThread({ now });
  for (const line of [ho, rb, no, again, yesAgain, dn]) thread.add(parse(line), 1);
  expect(thread.finish().passes).toBe(true);
});

test('a clock that is none is refused', () => {
  for (const clock of ['', 'today', '20261002', '20261302T0000Z']) {
    expect(() => createThread({ now: clock })).toThrowError(expect.objectContaining({ code: 'usage/now' }));
  }
});

test('ownership follows the newest handoff that was read back', () => {
  const [ab, bc, cb] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'b'],
  ].map(([from = '', to = '']) => ({ from, to }));
  const owner = (...handoffs: [{ from: string; to: string } | undefined, boolean][]): string | null =>
    ownerOf(handoffs.map(([one, passed]) => ({ from: one?.from ?? '', to: one?.to ?? '', passed })));
  expect(owner()).toBeNull();
  expect(owner([ab, false])).toBe('a');
  expect(owner([ab, false], [cb, false])).toBe('a');
  expect(owner([ab, true], [bc, false])).toBe('b');
  expect(owner([ab, true], [bc, true])).toBe('c');
  expect(owner([bc, false], [ab, true])).toBe('b');
});
