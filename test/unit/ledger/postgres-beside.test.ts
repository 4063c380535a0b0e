import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../../src/act/index.ts';
import { lateness } from '../../../src/ledger/clock.ts';
import { createLedger, type Handle, type Store } from '../../../src/ledger/index.ts';
import { Prepared } from '../../../src/ledger/postgres/prepared.ts';
import type { PreparedQuery } from '../../../src/ledger/postgres/session.ts';
import { openPostgres, type PostgresOptions } from '../../../src/ledger/postgres.ts';
import { at, payment } from '../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { type Between, poolBetween } from '../../support/postgres-pool.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('what stands between a step and its database', () => {
  let cluster: Cluster;
  let schema: string;
  let schemas = 0;
  let opened: Store[];
  let between: Between;
  beforeAll(async () => {
    cluster = await Cluster.start();
  }, 60_000);
  afterAll(() => cluster?.remove());
  beforeEach(() => {
    schemas += 1;
    schema = `beside_${schemas}`;
    opened = [];
    between = (_, next) => next();
  });
  afterEach(async () => {
    for (const one of opened) await one.close();
  });

  async function open(options: PostgresOptions = {}): Promise<Store> {
    const pool = poolBetween(cluster.url, (...query) => between(...query));
    const store = await openPostgres(pool, { schema, ...options });
    opened.push(store);
    return store;
  }
  async function raw(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    try {
      await client.query(`SET search_path TO "${schema}"`);
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const isOnce = (text: string): boolean => text.startsWith('WITH held');
  const told = (number: number): string =>
    `RW1 ST scheduler-${number} from=scheduler to=payer item=inv:1 // ${number}`;

  /** A pooler loses the database after it has written, and tells so in its own words. */
  const crashed = (code: string): Promise<never> =>
    Promise.reject(Object.assign(new Error('server conn crashed?'), { code }));

  describe('a pooler that answers in the place of the database', () => {
    test.each(['08P01', '08006', '57P01', '58000'])('(%s) leaves a step what it was', async (code) => {
      const office = officeAt(await open());
      const token = await confirmed(office);
      between = async (text, next) => {
        const reply = await next();
        return isOnce(text) ? crashed(code) : reply;
      };
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
      expect(office.bank.paid).toHaveLength(1);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
    });

    test('before the database has written: nothing is, and nothing arrives later', async () => {
      const office = officeAt(await open());
      const token = await confirmed(office);
      let late: PreparedQuery | null = null;
      between = async (text, next, _, query) => {
        if (!isOnce(text)) return next();
        late ??= query as PreparedQuery;
        return crashed('08P01');
      };
      await expect(office.paying.commit({ token })).rejects.toMatchObject({ code: 'ledger/down' });
      expect(office.bank.asked).toEqual([]);
      const client = new Client({ connectionString: cluster.url });
      await client.connect();
      expect((await client.query(late as unknown as PreparedQuery)).rows[0].held).toBeNull();
      await client.end();
      between = (_, next) => next();
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      expect(office.bank.paid).toHaveLength(1);
    });

    test('takes prepared statements away: reads and writes go on', async () => {
      const store = await open();
      const handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
      await handle.send(told(1));
      between = async (text, next, client) => {
        if (isOnce(text) || text.includes('WITH asked')) {
          between = (_, goOn) => goOn();
          await client.query('DEALLOCATE ALL');
          between = forgetting;
        }
        return next();
      };
      const forgetting = between;
      for (const number of [2, 3, 4]) {
        expect(await handle.send(told(number))).toMatchObject({ outcome: 'accepted' });
        expect(await handle.show(`scheduler-${number}`)).not.toBeNull();
      }
    });
  });

  test('of 3,000 shapes of a step no more are prepared than a connection can bear', async () => {
    const { onceQuery } = await import('../../../src/ledger/postgres/once.ts');
    const columns = Array.from({ length: 12 }, (_, n) => `c${n}`);
    const names = new Set<string | undefined>();
    for (let shape = 1; shape <= 3_000; shape++) {
      const own = columns.filter((_, n) => ((shape >> n) & 1) === 1);
      const where = ['conversation', ...own];
      const rows = [where.map(() => 'x')];
      const groups = [{ kind: 'delete', table: 'act_keys', columns: [], where, rows } as const];
      const held = [{ conversation: 'main', old: 'a', at: 0, until: 1 }];
      const conditions = { last: new Map(), open: new Map(), live: new Map() };
      const query = onceQuery('shapes', { held, mark: 'm', conditions, groups });
      for (const column of own) expect(query.text).toContain(`t.${column} `);
      names.add(query.name);
    }
    expect(names.size).toBeLessThanOrEqual(101);
    expect(names).toContain(undefined);
  });

  test('a statement is planned anew while its tables grow from nothing, and then no more', () => {
    const statement = new Prepared('SELECT $1');
    const names = Array.from({ length: 40_000 }, (_, n) => statement.with([n]).name);
    const first = (name: string | undefined): number => names.indexOf(name) + 1;
    expect([...new Set(names)].map(first)).toEqual([1, 301, 3_001, 30_001]);
    expect(new Prepared('SELECT $2').with([]).name).not.toBe(names[0]);
    expect(names.at(-1)?.length).toBeLessThan(64); // a longer one would be cut, and be another one's
  });

  test('a step that holds its conversation wakes who waits for it', async () => {
    const store = await open();
    const handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
    const notified: string[] = [];
    between = (text, next) => {
      if (text.includes('pg_notify')) notified.push(text);
      if (isOnce(text)) return Promise.reject(Object.assign(new Error('given up'), { code: '40P01' }));
      return next();
    };
    expect(await handle.send(told(1))).toMatchObject({ outcome: 'accepted' });
    await store.close();
    opened = [];
    expect(notified).toHaveLength(1);
  });

  test('a row that somebody holds is not waited for without end', async () => {
    const office = officeAt(await open());
    const token = await confirmed(office);
    const holder = new Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query(`BEGIN; SELECT * FROM ${schema}.statements FOR UPDATE`);
    const sent: string[] = [];
    between = (text, next, client, query) => {
      if (!isOnce(text) && !text.includes('lock_timeout')) return next();
      sent.push(text);
      const sooner = text.replace("'10s'", "'200ms'");
      if (sooner === text) return next();
      if (typeof query === 'string') return client.query(sooner);
      return client.query({ text: sooner, values: query.values });
    };
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      code: 'ledger/busy',
      message: expect.stringContaining('nothing was executed'),
    });
    expect(sent.some(isOnce)).toBe(true);
    expect(office.bank.asked).toEqual([]);
    await holder.query('ROLLBACK');
    await holder.end();
    between = (_, next) => next();
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  /** What the database says its clock was when it let somebody go who had to wait for rows. */
  async function holding(sql: string, next: () => Promise<unknown>): Promise<number> {
    const holder = new Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query(`BEGIN; SET search_path TO "${schema}"; ${sql}`);
    const waiting = next();
    await new Promise((resolve) => setTimeout(resolve, 400));
    const [row] = (await holder.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')).rows;
    await holder.query('ROLLBACK');
    await holder.end();
    await waiting;
    return Number(row.now);
  }

  describe('a step that waited for a row is judged anew, by the time that it is then', () => {
    test('that of its conversation', async () => {
      const store = await open();
      const handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
      const released = await holding("INSERT INTO conversations VALUES ('main')", () => handle.send(told(1)));
      const [entry] = await handle.thread();
      expect(entry?.at).toBeGreaterThanOrEqual(Math.floor(released) - lateness);
    });

    test('that of its handoff', async () => {
      const store = await open();
      const ledger = createLedger({ store });
      const scheduler = ledger.as({ principal: 'office', agents: ['scheduler'] });
      const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
      await scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=jira:OPS-77 ask=FIX');
      const un = 'RW1 UN payer-1 re=scheduler-1 from=payer to=scheduler item=jira:OPS-77 why=BUSY';
      const released = await holding('SELECT * FROM handoffs FOR UPDATE', () => payer.send(un));
      const thread = await payer.thread();
      expect(thread.map(({ type }) => type)).toEqual(['HO', 'UN']);
      expect(thread[1]?.at).toBeGreaterThanOrEqual(Math.floor(released) - lateness);
    });
  });

  test.each([true, false])(
    'what was judged before a deadline and waited past it is judged anew (optimistic: %s)',
    async (optimistic) => {
      const store = await open({ optimistic });
      const ledger = createLedger({ store });
      const scheduler = ledger.as({ principal: 'office', agents: ['scheduler'] });
      const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
      const readbackBy = (await store.now()) + 300;
      const ho = 'RW1 HO scheduler-1 from=scheduler to=payer item=jira:OPS-77 ask=FIX';
      expect(await scheduler.send(ho, { readbackBy })).toMatchObject({ outcome: 'accepted' });
      const un = 'RW1 UN payer-1 re=scheduler-1 from=payer to=scheduler item=jira:OPS-77 why=BUSY';
      await holding('SELECT * FROM handoffs FOR UPDATE', () => payer.send(un));
      expect((await payer.thread())[1]?.at).toBeGreaterThanOrEqual(readbackBy);
    },
  );

  test('no connection is to be had: everybody is told, nothing is written, and the same lines go through later', async () => {
    const pool = new Pool({ connectionString: cluster.url, max: 1, connectionTimeoutMillis: 200 });
    const store = await openPostgres(pool, { schema });
    opened.push(store);
    const handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
    await handle.send(told(1));
    const taken = await pool.connect();
    const outcomes = await Promise.allSettled([2, 3, 4].map((number) => handle.send(told(number))));
    for (const one of outcomes) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'ledger/down', retryable: true } });
    }
    taken.release();
    for (const number of [2, 3, 4]) {
      expect(await handle.send(told(number))).toMatchObject({ outcome: 'accepted' });
    }
    expect(await handle.thread()).toHaveLength(4);
  });

  test('another database takes over between the claim and what was seen before it: nothing is sent', async () => {
    const office = officeAt(await open());
    const token = await confirmed(office);
    between = async (text, next) => {
      if (isOnce(text)) await raw("UPDATE meta SET value = 'of another timeline' WHERE name = 'settled'");
      return next();
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    expect(office.bank.asked).toEqual([]);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
  });

  test('a key that another process has revoked writes nothing more, however much is remembered', async () => {
    const ledger = createLedger({ store: await open() });
    const { key } = await ledger.principals.add({
      principal: 'office',
      agents: ['scheduler'],
      by: 'm.okafor',
    });
    const scheduler = await ledger.connect(key);
    for (const number of [1, 2, 3]) {
      expect(await scheduler?.send(told(number))).toMatchObject({ outcome: 'accepted' });
    }
    await createLedger({ store: await open() }).principals.revoke('office');
    expect(await scheduler?.send(told(4))).toMatchObject({ outcome: 'refused', reason: 'revoked' });
  });

  test('tables of an unreleased build, which have no marks, are not written to', async () => {
    const store = await open();
    const handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
    await handle.send(told(1));
    await raw('ALTER TABLE conversations DROP COLUMN mark');
    await expect(handle.send(told(2))).rejects.toMatchObject({ code: '42703' });
    const later = createLedger({ store: await open({ optimistic: false }) });
    const other = later.as({ principal: 'office', agents: ['scheduler'] });
    await expect(other.send(told(2))).rejects.toMatchObject({ code: '42703' });
    expect(await raw('SELECT count(*)::int AS n FROM entries')).toEqual([{ n: 1 }]);
  });

  describe('a cap holds', () => {
    const cap = 5;
    const conversations = ['a', 'b', 'c', 'd'];
    const handleIn = (store: Store, conversation: string): Handle =>
      createLedger({ store, caps: { openHandoffs: cap }, clock: () => at('14:00:00') }).as({
        principal: 'ap-office',
        agents: ['scheduler'],
        conversation,
      });
    const sent = async (handles: readonly Handle[], each: number): Promise<number> => {
      const lines = handles.flatMap((handle) =>
        Array.from({ length: each }, (_, n) => {
          const { line, record: approved } = payment(20 + n, { apref: `${handle.conversation}-${n}` });
          return handle.send(line, { record: approved });
        }),
      );
      const outcomes = await Promise.all(lines);
      return outcomes.filter(({ outcome }) => outcome === 'accepted').length;
    };

    test('for what several conversations of one process send at the same moment', async () => {
      const store = await open();
      const handles = conversations.map((conversation) => handleIn(store, conversation));
      for (const handle of handles) await handle.send(told(1));
      expect(await sent(handles, 4)).toBe(cap);
    });

    test.each([true, false])(
      'for what several processes send at the same moment (optimistic: %s)',
      async (optimistic) => {
        const stores = await Promise.all(conversations.map(() => open({ optimistic })));
        const handles = conversations.map((conversation, n) => handleIn(stores[n] as Store, conversation));
        for (const handle of handles) await handle.send(told(1));
        expect(await sent(handles, 4)).toBe(cap);
        expect(await raw("SELECT count(*)::int AS n FROM handoffs WHERE state = 'OPEN'")).toEqual([
          { n: cap },
        ]);
      },
    );

    test('for statements that several processes prepare at the same moment', async () => {
      const stores = await Promise.all(conversations.map(() => open()));
      const prepared = conversations.map(async (conversation, n) => {
        const office = officeAt(stores[n] as Store);
        const ledger = createLedger({
          store: stores[n] as Store,
          clock: () => office.clock.now,
          caps: { liveStatements: 2 },
        });
        const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation });
        const { line, record: approved } = payment(20, { apref: conversation, ref: conversation }, undefined);
        const own = line.replace('inv:MD-20', `inv:${conversation}`);
        await scheduler.send(own, { record: { ...approved, item: `inv:${conversation}` } });
        const payer = ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
        return createActTool({ ledger: payer, executors: { PAY: office.bank } });
      });
      const tools = await Promise.all(prepared);
      const outcomes = await Promise.all(tools.map((tool) => tool.prepare({ handoff: 'scheduler-20' })));
      expect(outcomes.map((one) => (one.outcome === 'refused' ? one.reason : one.outcome)).sort()).toEqual([
        'busy',
        'busy',
        'prepared',
        'prepared',
      ]);
    });
  });

  test('two workers that commit one token at the same moment through one pooler that crashes pay once', async () => {
    const one = officeAt(await open());
    const other = officeAt(await open());
    const token = await confirmed(one);
    let crashes = 3;
    between = async (text, next) => {
      const reply = await next();
      if (!isOnce(text) || crashes === 0) return reply;
      crashes -= 1;
      return crashed('08P01');
    };
    const outcomes = await Promise.all([one, other].map(({ paying }) => paying.commit({ token })));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ outcome: 'executed' });
    expect([...one.bank.paid, ...other.bank.paid]).toHaveLength(1);
  });
});
