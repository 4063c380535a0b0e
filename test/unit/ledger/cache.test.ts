import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Cache } from '../../../src/ledger/cache.ts';
import { rowsAfter } from '../../../src/ledger/changes.ts';
import type { Decision, Slice, Store, Wanted } from '../../../src/ledger/index.ts';
import { judge, sliceOf } from '../../../src/ledger/sql/rows.ts';
import { writesOf } from '../../../src/ledger/sql/writes.ts';
import { Counts } from '../../../src/ledger/sqlite/counts.ts';
import { besideOf, countOf, knownOf, nowOf } from '../../../src/ledger/sqlite/read.ts';
import { transaction } from '../../../src/ledger/sqlite/transaction.ts';
import { writeRows } from '../../../src/ledger/sqlite/write.ts';
import { type Database, openSqlite } from '../../../src/ledger/sqlite.ts';
import { payment } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';

/** A store that decides by what the cache finds, and compares it with what the file holds. */
function storeWith(cache: Cache): Store & { readonly found: number } {
  const database = new DatabaseSync(':memory:') as Database;
  const store: Store = openSqlite(database);
  const sql = (text: string) => database.prepare(text);
  const counts = new Counts(sql);
  let found = 0;
  async function step<T>(name: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    return transaction(database, 'WRITE', () => {
      const counted = {
        open: countOf(sql, 'open', wanted.openBy),
        live: countOf(sql, 'live', wanted.liveBy),
      };
      expect(counts.of(wanted)).toEqual(counted);
      const beside = { now: nowOf(sql), ...besideOf(sql, wanted), ...counted };
      const read = sliceOf(name, wanted, { ...knownOf(sql, name, wanted), ...beside });
      const known = cache.find(name, wanted);
      const slice = known === null ? read : sliceOf(name, wanted, { ...known, ...beside });
      expect(slice).toEqual(read);
      if (known === null) cache.learn(name, wanted, slice);
      else found += 1;
      const { writing, answer } = judge(name, slice, decide);
      const writes = writesOf(writing);
      writeRows(sql, writing, writes);
      cache.change(writing, writes);
      counts.wrote(writing);
      return answer();
    });
  }
  async function reserve(name: string, agent: string): Promise<number> {
    const number = await store.reserve(name, agent);
    cache.reserved(name, { agent, number });
    return number;
  }
  return new Proxy(store, {
    get(_, name) {
      if (name === 'step') return step;
      if (name === 'reserve') return reserve;
      return name === 'found' ? found : (Reflect.get(store, name) as () => unknown).bind(store);
    },
  }) as Store & { readonly found: number };
}

test.each([0, 1, 3, 8, 4_096])(
  'with room for %i messages it finds all that is there, or nothing',
  async (most) => {
    const store = storeWith(new Cache(most));
    const office = officeAt(store);
    const tokens: string[] = [];
    for (const number of [10, 20, 30, 40]) {
      const { line, record } = payment(number);
      tokens.push(await prepared(office, line, record));
    }
    for (const [index, token] of tokens.entries()) {
      const answer = index === 1 ? 'N' : 'Y';
      await office.sending.confirm({ token, answer });
      if (index !== 2) await office.paying.commit({ token });
    }
    const again = payment(50, { item: 'inv:MD-20', ref: 'MD-20', apref: 'FD-20' });
    await office.scheduler.send(`${again.line} re=scheduler-20`, { record: again.record });
    await office.paying.prepare({ handoff: 'scheduler-50' });
    for (const line of [
      'RW1 ST scheduler-61 from=scheduler to=payer item=inv:1 // on its way',
      'RW1 AQ payer-61 from=payer to=scheduler item=inv:1 q=which // which one?',
      'RW1 AN scheduler-62 re=payer-61 from=scheduler to=payer val=Y',
      'RW1 AN scheduler-63 re=payer-61 from=scheduler to=payer val=N',
      'RW1 AN scheduler-64 re=payer-7 from=scheduler to=payer val=Y',
      'RW1 ST scheduler-3 from=scheduler to=payer item=inv:1 // late, under a low number',
    ]) {
      await (line.includes(' from=payer') ? office.payer : office.scheduler).send(line);
      await (line.includes(' from=payer') ? office.payer : office.scheduler).send(line);
    }
    await office.ledger.redact({ sequence: 1, reason: 'a name was in it', by: 'm.okafor' });
    await office.scheduler.send(
      'RW1 ST scheduler-70 re=scheduler-10 from=scheduler to=payer item=inv:MD-10 // thanks',
    );
    expect(store.found).toBeGreaterThanOrEqual(most === 0 ? 0 : most > 8 ? 20 : 1);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    await store.close();
  },
);

test('a conversation whose last entry is another one is forgotten', async () => {
  const cache = new Cache();
  const store = storeWith(cache);
  const office = officeAt(store);
  await confirmed(office);
  expect(cache.find('main', { ids: ['scheduler-1'] })?.handoffs).toHaveLength(1);
  const elsewhere = storeWith(new Cache());
  const other = await elsewhere.read('main', { ids: ['scheduler-1'] });
  cache.learn('main', { ids: ['scheduler-1'] }, other);
  expect(cache.find('main', { ids: ['scheduler-1'] })).toMatchObject({ messages: [], handoffs: [] });
  expect(cache.find('main', { ids: ['payer-1'] })).toBeNull();
  await store.close();
  await elsewhere.close();
});

test('an id above every number that was used is free, one below may be taken', async () => {
  const cache = new Cache();
  const store = storeWith(cache);
  const { scheduler } = officeAt(store);
  await scheduler.send('RW1 ST scheduler-5 from=scheduler to=payer item=inv:1 // hello');
  const finds = (id: string): boolean => cache.find('main', { ids: [id] }) !== null;
  expect([finds('scheduler-4'), finds('scheduler-5'), finds('scheduler-6')]).toEqual([false, true, true]);
  expect([finds('payer-1'), finds('stranger-1')]).toEqual([true, false]);
  expect(await scheduler.nextId('scheduler')).toBe('scheduler-6');
  expect([finds('scheduler-4'), finds('scheduler-6'), finds('scheduler-7')]).toEqual([false, true, true]);
  expect(cache.find('main', { agents: ['scheduler'] })?.numbers).toEqual(new Map([['scheduler', 6]]));
  await store.close();
});

test('of agents that are written to once there is no end, and what is known of them has one', () => {
  const cache = new Cache();
  const slice = (agent: string): Slice => ({
    ...{ now: 0, kept: new Map(), holders: new Map(), last: 0, open: 0, live: 0 },
    rows: { ...rowsAfter({ sequence: 1, hash: 'h' }), numbers: new Map([[agent, 7]]) },
  });
  const names = Array.from({ length: 5_000 }, (_, n) => `agent${n}`);
  for (const name of names) {
    cache.learn('main', { agents: [name] }, slice(name));
    expect(cache.find('main', { agents: [name] })?.numbers).toEqual(new Map([[name, 7]]));
  }
  const known = names.filter((name) => cache.find('main', { agents: [name] }) !== null);
  expect(known.length).toBeLessThanOrEqual(1_001);
});
