import { afterEach, expect, test } from 'vitest';
import { createLedger } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { bearerOf, type Caller, callerOf } from '../../../src/mcp/caller.ts';

const ledger = createLedger({ store: openMemory() });
afterEach(async () => {
  for (const { principal, revoked } of await ledger.principals.list())
    if (revoked === null) await ledger.principals.revoke(principal);
});

async function keyOf(principal: string, agent: string, more: object = {}): Promise<string> {
  return (await ledger.principals.add({ principal, agents: [agent], by: 'test', ...more })).key;
}

test('a key is its principal, in the conversations that are its principal’s', async () => {
  const key = await keyOf('treasury', 'payer', { conversation: ['october', 'november'] });
  const caller = (await callerOf(ledger, key)) as Caller;
  expect(caller).toMatchObject({ principal: 'treasury', agents: ['payer'] });
  expect(await caller.handle()).toMatchObject({ principal: 'treasury', conversation: 'october' });
  expect(await caller.handle('november')).toMatchObject({ conversation: 'november' });
  expect(await caller.handle('december')).toBeNull();
});

test('no key, a key of no principal and one that was revoked are nobody', async () => {
  const key = await keyOf('treasury', 'payer');
  expect(await callerOf(ledger, null)).toBe('no-key');
  expect(await callerOf(ledger, '')).toBe('no-key');
  expect(
    await callerOf(
      ledger,
      key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ),
  ).toBe('unknown-key');
  const caller = (await callerOf(ledger, key)) as Caller;
  await ledger.principals.revoke('treasury');
  expect(await callerOf(ledger, key)).toBe('unknown-key');
  expect(await caller.handle()).toBeNull();
});

test('a person’s key is no agent’s (F18)', async () => {
  const key = await keyOf('m.okafor', 'human', { person: true });
  expect(await callerOf(ledger, key)).toBe('person-key');
  const other = await keyOf('a.lang', 'approver', { person: true });
  expect(await callerOf(ledger, other)).toBe('person-key');
});

test.each([
  ['Bearer hbk_1_abc', 'hbk_1_abc'],
  ['bearer hbk_1_abc', 'hbk_1_abc'],
  ['Basic hbk_1_abc', null],
  ['Bearer', null],
  ['Bearer a b', null],
  ['Bearer a,b', null],
  [' Bearer  x', null],
])('of Authorization: %j the key is %j', (header, key) => {
  expect(bearerOf(new Headers({ authorization: header }))).toBe(key);
});

test('a request without Authorization shows no key, whatever its session is called', () => {
  expect(bearerOf(new Headers({ 'mcp-session-id': 'hbk_1_abc' }))).toBeNull();
});
