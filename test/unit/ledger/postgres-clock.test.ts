import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lateness } from '../../../src/ledger/clock.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { DatabaseClock, rightUntil } from '../../../src/ledger/postgres/clock.ts';
import { at } from '../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../support/ledger/office.ts';

let ours: number;
beforeEach(() => {
  ours = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => ours);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('goes on from what the database said, and is never ahead of it', () => {
  const clock = new DatabaseClock();
  expect(clock.now).toBeNull();
  clock.heard(50_000);
  ours += 10.9;
  expect(clock.now).toBe(50_010);
  clock.heard(50_004); // that was said a while ago
  expect(clock.now).toBe(50_010);
  clock.heard(50_012);
  expect(clock.now).toBe(50_012);
});

test('a clock that was set back counts once something was not as it was judged by', () => {
  const clock = new DatabaseClock();
  clock.heard(50_000);
  clock.distrust();
  expect(clock.now).toBeNull();
  clock.heard(40_000);
  expect(clock.now).toBe(40_000);
});

test('a decision stays right up to the next moment that a row names, or a line can name, and not for long', async () => {
  const store = openMemory();
  const office = officeAt(store);
  const token = await confirmed(office);
  const read = async (): Promise<Parameters<typeof rightUntil>[0]> => store.read('main', { tokens: [token] });
  const exp = at('17:00:00');
  expect(rightUntil(await read(), exp - 1)).toBe(exp);
  expect(rightUntil(await read(), exp)).toBe(exp + lateness);
  expect(rightUntil(await read(), at('14:00:00'))).toBe(at('14:00:00') + lateness);
  expect(rightUntil(await read(), at('14:00:59') + 950)).toBe(at('14:01:00'));
  const slice = await read();
  const statement = slice.rows.statements.get(token);
  if (statement === undefined) throw new Error('no statement');
  const leased = { ...statement, state: 'CLAIMED', lease: at('14:00:05') + 30 } as const;
  const claimed = { ...slice, rows: { ...slice.rows, statements: new Map([[token, leased]]) } };
  expect(rightUntil(claimed, at('14:00:05'))).toBe(at('14:00:05') + 30);
  const [handoff] = [...slice.rows.handoffs.values()];
  if (handoff === undefined) throw new Error('no handoff');
  const awaited = { ...handoff, readbackBy: at('14:00:05') + 7 };
  const rows = { ...slice.rows, handoffs: new Map([[awaited.id, awaited]]) };
  expect(rightUntil({ ...slice, rows }, at('14:00:05'))).toBe(at('14:00:05') + 7);
});
