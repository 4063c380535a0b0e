import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fold, type Rows, type Store } from '../../../src/ledger/index.ts';
import { builtIn } from '../../../src/vocabulary/built-in.ts';
import type { ProfileData } from '../../../src/vocabulary/profile-data.ts';
import { profileSet } from '../../../src/vocabulary/profile-set.ts';
import { resolve } from '../../../src/vocabulary/resolve.ts';
import { at } from './lines.ts';
import { officeAt } from './office.ts';

/** The statements that make a ledger as version 1 of its tables left it. */
export function version1(database: 'sqlite' | 'postgres'): string {
  return readFileSync(new URL(`version-1.${database}.sql`, import.meta.url), 'utf8');
}

/** Everything that was done under version 1 stands, and goes on. */
export async function expectVersion1(store: Store): Promise<void> {
  const office = officeAt(store, { profiles: profileSet(builtIn.core, [resolve(payThen())]) });
  expect(await office.ledger.verify({ state: true })).toMatchObject({ holds: true, entries: 20 });
  const rebuilt = await foldedFrom(store);
  const { rows } = await store.read('main', { ids: [...rebuilt.messages.keys()] });
  for (const table of ['messages', 'handoffs', 'statements'] as const) {
    // to the letter, as it is written today
    const texts = (state: Rows) =>
      Object.fromEntries([...state[table]].map(([key, row]) => [key, JSON.stringify(row)]));
    expect(texts(rows)).toEqual(texts(rebuilt));
  }
  const tokenIn = (state: string): string =>
    [...rows.statements.values()].find((statement) => statement.state === state)?.token ?? '';
  expect((await store.read('other', { openBy: 'ap-office' })).open).toBe(4);
  expect((await store.read('main', { openBy: 'p "2"' })).open).toBe(1);
  expect(await store.cursor('main', 'payer')).toBe(0);
  expect((await store.epoch()).quarantined).toBe(false);
  const named = { conversation: 'main', token: tokenIn('CONFIRMED') };
  expect(await store.pick('treasury', at('14:00:00'), 10)).toEqual([named]);
  expect(await office.paying.commit({ token: tokenIn('EXECUTED') })).toMatchObject({ repeat: true });
  expect(await office.paying.commit({ token: tokenIn('UNKNOWN') })).not.toMatchObject({
    outcome: 'executed',
  });
  expect(office.bank.asked).toEqual([]);
  expect(await office.paying.commit({ token: named.token })).toMatchObject({ outcome: 'executed' });
  expect(office.bank.paid).toHaveLength(1);
  expect(await office.sending.confirm({ token: tokenIn('PREPARED') })).toMatchObject({
    outcome: 'confirmed',
  });
  office.clock.now = at('17:00:00');
  expect(await office.ledger.sweep()).toMatchObject({ expired: 1, closed: 1 });
  expect(await office.ledger.verify()).toMatchObject({ holds: true });
}

/** The profile that judged its payments. */
function payThen(): ProfileData {
  return JSON.parse(readFileSync(new URL('version-1.pay.json', import.meta.url), 'utf8')) as ProfileData;
}

async function foldedFrom(store: Store): Promise<Rows> {
  const stored = await store.entries('main', { after: 0, limit: 1_000 });
  return fold(
    'main',
    stored.map(({ entry }) => entry),
  );
}
