import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/ledger/index.ts';
import { openPostgres, type PostgresPool } from '../../../src/ledger/postgres.ts';
import { officeAt } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { poolBetween } from '../../support/postgres-pool.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('readers of a ledger in PostgreSQL', () => {
  let cluster: Cluster;
  let schema: string;
  let schemas = 0;
  const opened: Store[] = [];
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => cluster?.remove());

  async function open(pool: PostgresPool = new Pool({ connectionString: cluster.url })): Promise<Store> {
    const store = await openPostgres(pool, { schema });
    opened.push(store);
    return store;
  }
  function newSchema(): void {
    schemas += 1;
    schema = `listen_${schemas}`;
  }
  async function raw(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  let sent = 0;
  async function tell(store: Store): Promise<void> {
    sent += 1;
    await officeAt(store).scheduler.send(`RW1 ST scheduler-${sent} from=scheduler to=payer item=x:1`);
  }
  async function last(store: Store): Promise<number> {
    return (await store.read('main', {})).rows.head.sequence;
  }
  const isHead = (text: string): boolean => text.includes('ORDER BY sequence DESC LIMIT 1');
  const listener = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
  async function listens(): Promise<unknown> {
    for (let tries = 0; tries < 100; tries++) {
      const [row] = await raw(listener);
      if (row !== undefined) return row['pid'];
      await sleep(50);
    }
    throw new Error('nobody listens');
  }

  /** A pool of connections that hear what a test lets them hear, and find nothing new until they have heard of it. */
  function hearing(isHeard: () => boolean, blind = false): PostgresPool {
    const real = new Pool({ connectionString: cluster.url });
    let told = false;
    return {
      connect: async () => {
        const client = await real.connect();
        return {
          query: (text, values) =>
            blind && !told && typeof text === 'string' && isHead(text)
              ? Promise.resolve({ command: 'SELECT', rows: [] })
              : client.query(text as string, values), // or a prepared one
          release: (destroy) => client.release(destroy),
          on: (event, heard) =>
            client.on(event, (...what: unknown[]) => {
              if (!isHeard()) return;
              told ||= event === 'notification';
              heard(...what);
            }),
        };
      },
      end: () => real.end(),
      on: (event, heard) => real.on(event, heard),
    };
  }

  test('are told of what another process writes, before they look by themselves', async () => {
    newSchema();
    const reader = await open(hearing(() => true, true));
    const writer = await open();
    const waited = reader.wait('main', 0, 60_000);
    await listens();
    await tell(writer);
    await waited; // it is blind until it is told
  });

  test('are not woken by what is written in other conversations, nor by other ledgers of the database', async () => {
    newSchema();
    const other = await open();
    newSchema();
    const reader = await open();
    const writer = await open();
    let over = false;
    const waited = reader.wait('main', 0, 60_000).then(() => {
      over = true;
    });
    await listens();
    await writer.reserve('main', 'payer');
    await tell(other);
    const elsewhere = officeAt(writer).ledger.as({ principal: 'p', agents: ['a'], conversation: 'other' });
    await elsewhere.send('RW1 ST a-1 from=a to=b item=x:1');
    await sleep(200);
    expect(over).toBe(false);
    await tell(writer);
    await waited;
  });

  test('look by themselves where nobody tells them', async () => {
    newSchema();
    const reader = await open();
    const mute = await open(
      poolBetween(cluster.url, async (text, next) => {
        if (text.includes('pg_notify')) throw new Error('not sent');
        return next();
      }),
    );
    const waited = reader.wait('main', 0, 60_000);
    await listens();
    await tell(mute);
    await waited;
  });

  test('look by themselves where no connection can be spared, and leave it to the others', async () => {
    newSchema();
    const small = await open(new Pool({ connectionString: cluster.url, max: 1 }));
    const writer = await open();
    const waited = small.wait('main', 0, 60_000);
    await sleep(100);
    expect(await small.cursor('main', 'payer')).toBe(0); // the one connection is free while it waits
    expect(await raw(listener)).toEqual([]);
    await tell(writer);
    await waited;
  });

  test('get another connection when theirs dies', async () => {
    newSchema();
    const reader = await open();
    const writer = await open();
    const waited = reader.wait('main', 0, 60_000);
    const first = await listens();
    await raw(`SELECT pg_terminate_backend(${first})`);
    let second = first;
    while (second === first) second = await listens();
    await tell(writer);
    await waited;
  });

  test('get another connection when theirs is deaf', async () => {
    newSchema();
    let deaf = true;
    const reader = await open(hearing(() => !deaf));
    const writer = await open();
    let waited = reader.wait('main', 0, 60_000);
    const first = await listens();
    let second = first;
    while (second === first) {
      await tell(writer);
      await waited; // it looked; the first time it may just have begun to listen
      waited = reader.wait('main', await last(reader), 60_000);
      second = await listens();
    }
    deaf = false;
    await tell(writer);
    await waited;
  });

  test('go on when the database comes back', async () => {
    newSchema();
    const reader = await open();
    const writer = await open();
    const waited = reader.wait('main', 0, 60_000);
    await listens();
    const down = expect(waited).rejects.toMatchObject({ code: 'ledger/down', retryable: true });
    await cluster.stop();
    await down;
    await cluster.run();
    const again = reader.wait('main', 0, 60_000);
    await tell(writer);
    await again;
  });

  test('keep no connection when nobody waits any more, and hold none up that closes', async () => {
    newSchema();
    const reader = await open();
    await reader.wait('main', 0, 50);
    const waited = reader.wait('main', 0, 60_000);
    await listens();
    opened.pop();
    await reader.close();
    await waited;
    for (let tries = 0; (await raw(listener)).length > 0; tries++) {
      expect(tries).toBeLessThan(100);
      await sleep(20);
    }
  });

  test('are told by a process that writes and goes at once', async () => {
    newSchema();
    const told: string[] = [];
    const hears = new Client({ connectionString: cluster.url });
    await hears.connect();
    hears.on('notification', ({ payload = '' }) => told.push(payload));
    await hears.query(`LISTEN "hearback_${schema}"`);
    const writer = await open();
    await tell(writer);
    opened.pop();
    await writer.close();
    while (told.length === 0) await sleep(10);
    expect(told).toEqual(['main']);
    await hears.end();
  });
});
