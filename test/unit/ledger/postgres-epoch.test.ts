import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../../src/ledger/index.ts';
import { openPostgres, type PostgresOptions, type PostgresPool } from '../../../src/ledger/postgres.ts';
import { at } from '../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('which database a ledger is in', () => {
  let cluster: Cluster;
  const opened: Store[] = [];
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => cluster?.remove());

  async function open(options: PostgresOptions, url = cluster.url): Promise<Store> {
    const store = await openPostgres(new Pool({ connectionString: url }), options);
    opened.push(store);
    return store;
  }
  async function raw(sql: string, url = cluster.url): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  test('is told by its epoch, which a crash of the server leaves as it is', async () => {
    const store = await open({ schema: 'crashes' });
    const before = await store.epoch();
    expect(before.quarantined).toBe(false);
    await store.close();
    opened.pop();
    await cluster.stop();
    await cluster.run();
    expect(await (await open({ schema: 'crashes' })).epoch()).toEqual(before);
  });

  test('a clone is quarantined until it is settled, and what was confirmed there is unknown', async () => {
    const store = await open({ schema: 'cloned' });
    const office = officeAt(store);
    const token = await confirmed(office);
    await store.close();
    opened.pop();
    await raw('CREATE DATABASE clone TEMPLATE postgres');
    const url = cluster.url.replace(/postgres$/, 'clone');
    const clone = await open({ schema: 'cloned' }, url);
    expect((await clone.epoch()).quarantined).toBe(true);
    const there = officeAt(clone);
    expect(await there.paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'quarantined' });
    expect(await there.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    expect(there.bank.asked).toEqual([]);
    await clone.settleEpoch();
    expect((await clone.epoch()).quarantined).toBe(false);
    const original = officeAt(await open({ schema: 'cloned' }));
    expect(await original.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('a standby that takes over, and lacks the payment, pays nothing for a process that remembers everything', async () => {
    const standby = await cluster.standby();
    const pools = [cluster.url, standby.url].map((url) => new Pool({ connectionString: url }));
    let [serving, other] = pools as [Pool, Pool];
    try {
      const pool: PostgresPool = {
        connect: () => serving.connect(),
        on: (event, listener) => pools.map((one) => one.on(event, listener)),
        end: () => Promise.all(pools.map((one) => one.end())),
      };
      const store = await openPostgres(pool, { schema: 'failover' });
      opened.push(store);
      const office = officeAt(store);
      const token = await confirmed(office);
      const { epoch } = await store.epoch();
      const behind = "SELECT count(*)::int AS n FROM failover.statements WHERE state = 'CONFIRMED'";
      await vi.waitFor(async () => expect((await other.query(behind)).rows).toEqual([{ n: 1 }]), 10_000);
      await other.query("ALTER SYSTEM SET primary_conninfo = ''");
      await other.query('SELECT pg_reload_conf()');
      const receiving = 'SELECT 1 FROM pg_stat_wal_receiver';
      await vi.waitFor(async () => expect((await other.query(receiving)).rows).toEqual([]), 10_000);
      const elsewhere = officeAt(await open({ schema: 'failover' }));
      expect(await elsewhere.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      await other.query('SELECT pg_promote()');
      [serving, other] = [other, serving];
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'quarantined' });
      expect(office.bank.asked).toEqual([]);
      expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
      expect(await store.epoch()).toMatchObject({
        epoch: expect.not.stringMatching(epoch),
        quarantined: true,
      });
    } finally {
      await opened.pop()?.close();
      await standby.remove();
    }
  }, 60_000);

  test('is told as far as it can be to a user who may not ask the server', async () => {
    await raw(`CREATE ROLE plain LOGIN; CREATE SCHEMA plain AUTHORIZATION plain;
      REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC`);
    const url = cluster.url.replace('//postgres@', '//plain@');
    const store = await open({ schema: 'plain' }, url);
    expect(await store.epoch()).toEqual({ epoch: expect.stringMatching(/^\d+\/\d+$/), quarantined: false });
    await raw('GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC');
    expect((await store.epoch()).quarantined).toBe(true); // more is known: it may be another database
  });

  test('workers pass over a statement that somebody is changing, and find the others', async () => {
    const store = await open({ schema: 'picked' });
    const office = officeAt(store);
    const token = await confirmed(office);
    const holder = new Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('BEGIN; SELECT * FROM picked.statements FOR UPDATE');
    expect(await store.pick('treasury', at('14:00:00'), 10)).toEqual([]);
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await store.pick('treasury', at('14:00:00'), 10)).toEqual([{ conversation: 'main', token }]);
  });

  test('the sweeper passes over what somebody is changing, and waits for nobody', async () => {
    const store = await open({ schema: 'swept' });
    const token = await confirmed(officeAt(store));
    const holder = new Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('BEGIN; SELECT * FROM swept.statements FOR UPDATE');
    expect(await store.due(at('17:00:00'), 1)).toEqual([]); // a full page goes to the end of the row
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await store.due(at('17:00:00'), 1)).toEqual([{ conversation: 'main', token }]);
  });
});
