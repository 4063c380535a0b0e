import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Store, StoreReport } from '../../../src/ledger/index.ts';
import { openPostgres, type PostgresOptions } from '../../../src/ledger/postgres.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('what PostgreSQL promises', () => {
  let sound: Cluster;
  let careless: Cluster;
  const opened: Store[] = [];
  beforeAll(async () => {
    sound = await Cluster.start();
    careless = await Cluster.start('fsync=off', 'full_page_writes=off');
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(async () => {
    await sound?.remove();
    await careless?.remove();
  });

  async function reportOf(url: string, options: PostgresOptions = {}): Promise<StoreReport> {
    const store = await openPostgres(new Pool({ connectionString: url }), options);
    opened.push(store);
    return store.report();
  }
  async function raw(sql: string): Promise<void> {
    const client = new Client({ connectionString: sound.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
  function promised({ promises }: StoreReport, words: RegExp): StoreReport['promises'][number] | undefined {
    return promises.find(({ promise }) => words.test(promise));
  }

  test('with the settings that it has out of the box', async () => {
    const report = await reportOf(sound.url);
    expect(report.version).toMatch(/^PostgreSQL \d+/);
    expect(report.settings).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      synchronous_standby_names: '',
      isolation: 'read committed',
      unlogged_tables: '',
      acceptDataLoss: 'false',
      clock_skew: expect.stringMatching(/^-?\d+ ms$/),
    });
    expect(promised(report, /crash of the server/)).toMatchObject({ holds: true });
    expect(promised(report, /loss of the server/)).toMatchObject({
      holds: false,
      because: 'synchronous_standby_names is empty: no standby is waited for',
    });
    expect(promised(report, /agree on the time/)).toMatchObject({ holds: true });
    expect(report.size).toBeGreaterThan(0);
  });

  test('whether its pool gives a connection up of which nobody hears any more', async () => {
    const givenUp = /nobody hears any more/;
    expect(promised(await reportOf(sound.url), givenUp)).toMatchObject({
      holds: false,
      because: expect.stringContaining('0 waits without end'),
    });
    const patient = { connectionString: sound.url, connectionTimeoutMillis: 5_000 };
    for (const [pool, holds] of [
      [patient, false],
      [{ ...patient, query_timeout: 20_000 }, true],
    ] as const) {
      const store = await openPostgres(new Pool(pool));
      opened.push(store);
      expect(promised(await store.report(), givenUp)).toMatchObject({ holds });
    }
  });

  test('repeats each reason for which what was acknowledged can be lost', async () => {
    const report = await reportOf(careless.url, { acceptDataLoss: true });
    expect(promised(report, /crash of the server/)).toEqual({
      promise: 'what was acknowledged outlives a crash of the server',
      holds: false,
      because: 'fsync is off, full_page_writes is off, it was opened with acceptDataLoss',
    });
    expect(promised(report, /loss of the server/)).toMatchObject({ holds: false });
  });

  test('that what was acknowledged outlives the server, where a standby is waited for', async () => {
    await reportOf(sound.url, { schema: 'standby' });
    const [store] = opened;
    await raw("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (a, b)'");
    await raw('SELECT pg_reload_conf()');
    try {
      let report = await (store as Store).report();
      while (report.settings['synchronous_standby_names'] === '') report = await (store as Store).report();
      expect(promised(report, /loss of the server/)).toMatchObject({
        holds: true,
        because: expect.stringContaining('synchronous_standby_names is ANY 1 (a, b)'),
      });
    } finally {
      await raw('ALTER SYSTEM RESET synchronous_standby_names');
      await raw('SELECT pg_reload_conf()');
    }
  });

  test('names a table that a crash empties', async () => {
    await reportOf(sound.url, { schema: 'unlogged' });
    await raw('ALTER TABLE unlogged.cursors SET UNLOGGED');
    const report = await reportOf(sound.url, { schema: 'unlogged', acceptDataLoss: true });
    expect(report.settings['unlogged_tables']).toBe('cursors');
    expect(promised(report, /crash of the server/)?.because).toContain('unlogged: cursors');
  });
});
