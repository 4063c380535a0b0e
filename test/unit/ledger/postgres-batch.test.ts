import { expect, test } from 'vitest';
import { rowsAfter } from '../../../src/ledger/changes.ts';
import type { Slice } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import {
  allOf,
  beginsAll,
  conditionsOf,
  fitTogether,
  type Judged,
  joined,
  onceOf,
} from '../../../src/ledger/postgres/batch.ts';
import { judge } from '../../../src/ledger/sql/rows.ts';
import { type Writes, writesOf } from '../../../src/ledger/sql/writes.ts';
import { payment } from '../../support/ledger/lines.ts';
import { officeAt } from '../../support/ledger/office.ts';

const nothing: Writes = { updates: [], released: [], inserts: [], redactions: [] };
const head = { sequence: 0, hash: '' };
const writing: Judged['writing'] = {
  conversation: 'main',
  entries: [],
  before: rowsAfter(head),
  changes: rowsAfter(head),
  kept: new Map(),
  redactions: [],
};
const writes = (own: Partial<Writes>): Judged => ({
  ...{ conversation: 'main', old: 'a', at: 1, until: 2, writing, conditions: conditionsOf({}, 0) },
  writes: { ...nothing, ...own },
});
const begins = writes({ inserts: [{ table: 'statements', values: {} }] });
const holds = writes({ inserts: [{ table: 'act_keys', values: { act_key: 'k' } }] });
const moves = writes({ updates: [{ table: 'statements', changed: {}, where: {} }] });
const givesUp = writes({ released: [{ token: 't', actKeys: ['k'] }] });
const plain = writes({
  inserts: [{ table: 'messages', values: {} }],
  updates: [{ table: 'handoffs', changed: {}, where: {} }],
});

test.each([
  [[plain, begins, holds], true],
  [[plain, moves, givesUp], true],
  [[begins, moves], false],
  [[holds, givesUp], false],
  [[givesUp, plain, begins], false],
  [[writes({ inserts: [{ table: 'act_keys', values: {}, yields: true }] })], false],
  [[{ ...plain, writing: { ...writing, redactions: [{} as never] } }], false],
])('what makes room is not written together with what needs it: %#', (judged, fits) => {
  expect(fitTogether(judged)).toBe(fits);
});

test('an act that was asked about and is not begun may be somebody else’s', () => {
  expect(beginsAll(holds.writes, { actKeys: ['k'] })).toBe(true);
  expect(beginsAll(holds.writes, { actKeys: ['k', 'other'] })).toBe(false);
  expect(beginsAll(plain.writes, { actKeys: ['k'] })).toBe(false);
  expect(beginsAll(plain.writes, {})).toBe(true);
});

test('each of several handoffs counts for the ones after it', () => {
  const one = conditionsOf({ openBy: 'office', openBelow: 5_000, lastOf: '.principals' }, 7);
  expect(one.open.get('office')).toEqual({ below: 4_000, more: 1 });
  const other = conditionsOf({ liveBy: 'treasury', liveBelow: 3_000 }, 0);
  const all = allOf([allOf([one, one]), other, allOf([one, one, one])]);
  expect(Object.fromEntries(all.open)).toEqual({ office: { below: 4_000, more: 5 } });
  expect(Object.fromEntries(all.live)).toEqual({ treasury: { below: 2_000, more: 1 } });
  expect(Object.fromEntries(all.last)).toEqual({ '.principals': 7 });
});

test('steps that follow each other are written as one: new rows as they end, old ones from what was there', async () => {
  const store = openMemory();
  const office = officeAt(store, { elsewhere: ['PAY'] });
  const judged: Judged[] = [];
  const step = store.step.bind(store);
  store.step = (conversation, wanted, decide) =>
    step(conversation, wanted, (slice) => {
      const seen: Slice = structuredClone(slice);
      const decision = decide(slice);
      const { writing } = judge(conversation, seen, () => decision as never);
      judged.push({ ...plain, writing, writes: writesOf(writing) });
      return decision;
    });
  const { line, record } = payment(20);
  await office.scheduler.send(line, { record });
  const own = judged.length - 1;
  await office.scheduler.send(
    'RW1 ST scheduler-21 re=scheduler-20 from=scheduler to=payer item=inv:MD-20 // soon',
  );
  await office.scheduler.send(
    'RW1 CX scheduler-22 re=scheduler-20 p=pay from=scheduler to=payer item=inv:MD-20 why=REVOKED',
  );
  const whole = joined(judged.slice(own));
  expect(whole.writing.entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  const handoffs = whole.writes.inserts.filter(({ table }) => table === 'handoffs');
  expect(handoffs.map(({ values }) => values['state'])).toEqual(['CLOSED_CX']);
  expect(whole.writes.inserts.filter(({ table }) => table === 'closes')).toHaveLength(1);
  expect(whole.writes.updates).toEqual([]);
  const later = joined(judged.slice(own + 1));
  expect(later.writes.updates.map(({ table, where }) => [table, where['state']])).toEqual([
    ['handoffs', 'OPEN'],
  ]);
  const { groups } = onceOf([whole], 'mark');
  expect(groups.filter(({ table }) => table === 'numbers').map(({ kind, rows }) => [kind, rows])).toEqual([
    ['insert', [['main', 'scheduler', 22]]],
  ]);
  const entries = groups.find(({ table }) => table === 'entries');
  expect(entries?.rows.map((row) => row[entries.columns.indexOf('step')])).toEqual(['mark', 'mark', 'mark']);
  expect(onceOf([later], 'mark').groups.find(({ table }) => table === 'numbers')).toMatchObject({
    kind: 'update',
    rows: [[22, 'main', 'scheduler', 20]],
  });
});

test('steps that are written together are written in the time of each of them', () => {
  const both = joined([
    { ...plain, at: 10, until: 90 },
    { ...plain, at: 30, until: 70 },
    { ...plain, at: 20, until: 80 },
  ]);
  expect(both).toMatchObject({ at: 30, until: 70 });
});
