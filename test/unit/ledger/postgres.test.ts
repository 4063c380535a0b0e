import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fold, type Store } from '../../../src/ledger/index.ts';
import { openPostgres, type PostgresOptions, type PostgresPool } from '../../../src/ledger/postgres.ts';
import { HO0, payment, record } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { type Between, poolBetween } from '../../support/postgres-pool.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('a ledger in PostgreSQL', () => {
  let cluster: Cluster;
  let schemas = 0;
  const opened: Store[] = [];
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => cluster?.remove());

  function newSchema(): string {
    schemas += 1;
    return `unit_${schemas}`;
  }
  async function open(
    options: PostgresOptions,
    pool: PostgresPool = new Pool({ connectionString: cluster.url }),
  ): Promise<Store> {
    try {
      const store = await openPostgres(pool, options);
      opened.push(store);
      return store;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }
  /** A store whose steps hold their conversation; a test stands between it and its database, once it is open. */
  async function openBetween(schema: string, between: Between): Promise<Store> {
    let isOpen = false;
    const reading = new WeakSet<object>();
    const pool = poolBetween(cluster.url, (text, next, client, query) => {
      if (text.startsWith('BEGIN')) reading[text.includes('READ ONLY') ? 'add' : 'delete'](client);
      // the end of a look at the ledger is none of what is tried here
      const isLook = text === 'COMMIT' && reading.has(client);
      return isOpen && !isLook ? between(text, next, client, query) : next();
    });
    const store = await open({ schema, optimistic: false }, pool);
    isOpen = true;
    return store;
  }
  async function raw(sql: string, schema = 'public', url: string = cluster.url): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(`SET search_path TO "${schema}"`);
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }
  const lost = (): never => {
    throw new Error('Connection terminated unexpectedly');
  };

  describe('the database holds, whatever the code would do', () => {
    test('entries are never changed and never deleted (T21)', async () => {
      const schema = newSchema();
      await officeAt(await open({ schema })).scheduler.send(HO0, { record });
      const attempts = [
        "UPDATE entries SET text = ''",
        'DELETE FROM entries',
        'TRUNCATE entries CASCADE',
        "UPDATE entries SET kept = '{}'",
        'UPDATE entries SET kept = NULL',
      ];
      for (const sql of attempts)
        await expect(raw(sql, schema), sql).rejects.toThrow(/never (?:changed|deleted)/);
      expect(await raw("SELECT sequence FROM entries WHERE conversation = 'main'", schema)).toEqual([
        { sequence: '1' },
      ]);
    });

    test('one live statement a root, one holder an act, one message an id, one close a handoff (A12, I2, I9)', async () => {
      const schema = newSchema();
      const office = officeAt(await open({ schema }));
      await office.paying.commit({ token: await confirmed(office) });
      const other = payment(20);
      await prepared(office, other.line, other.record);
      const copies = {
        statements_live:
          "INSERT INTO statements SELECT conversation, 'other', root, handoff, state, fence, due_at, row, principal FROM statements WHERE state = 'PREPARED'",
        act_keys_pkey: 'INSERT INTO act_keys SELECT * FROM act_keys LIMIT 1',
        messages_pkey: 'INSERT INTO messages SELECT * FROM messages LIMIT 1',
        closes_pkey: "INSERT INTO closes SELECT conversation, handoff, 'another' FROM closes LIMIT 1",
        entries_pkey: 'INSERT INTO entries SELECT * FROM entries LIMIT 1',
      };
      for (const [constraint, sql] of Object.entries(copies)) {
        await expect(raw(sql, schema)).rejects.toMatchObject({ code: '23505', constraint });
      }
    });

    test('a row that is no longer what was read is not written over, and nothing else is written', async () => {
      const schema = newSchema();
      const store = await open({ schema });
      const office = officeAt(store);
      const token = await confirmed(office);
      const before = await office.payer.thread();
      let meddling = Promise.resolve<unknown>(null);
      const meddled = await openBetween(schema, async (text, next) => {
        await meddling;
        const reply = await next();
        // after the slice was read, before anything is written
        if (text.includes("'holder'")) meddling = raw('UPDATE statements SET fence = fence + 1', schema);
        return reply;
      });
      await expect(officeAt(meddled).paying.commit({ token })).rejects.toMatchObject({
        code: 'ledger/conflict',
        retryable: true,
      });
      expect(await office.payer.thread()).toEqual(before);
    });

    test('every state is rebuilt by replaying the log (I18)', async () => {
      const store = await open({ schema: newSchema() });
      const office = officeAt(store);
      const token = await confirmed(office);
      office.bank.moods = ['lost', 'declines'];
      await office.paying.commit({ token });
      const other = payment(20);
      await office.paying.commit({ token: await confirmed(office, other.line, other.record) });
      const stored = await store.entries('main', { after: 0, limit: 1_000 });
      const rebuilt = fold(
        'main',
        stored.map(({ entry }) => entry),
      );
      const { rows } = await store.read('main', { ids: [...rebuilt.messages.keys()] });
      expect(rows.head).toEqual(rebuilt.head);
      for (const table of ['messages', 'handoffs', 'statements'] as const) {
        expect(Object.fromEntries<unknown>(rows[table])).toEqual(Object.fromEntries<unknown>(rebuilt[table]));
      }
    });
  });

  describe('what is opened', () => {
    test('is a ledger of this schema, or an empty schema, or refused', async () => {
      const schema = newSchema();
      await open({ schema });
      await open({ schema });
      await raw("INSERT INTO migrations (version, program) VALUES (99, 'hearback 99')", schema);
      await expect(open({ schema })).rejects.toMatchObject({ code: 'ledger/newer-schema' });
      await raw('CREATE SCHEMA theirs CREATE TABLE entries (x integer)');
      await expect(open({ schema: 'theirs' })).rejects.toMatchObject({ code: 'ledger/not-a-ledger' });
      expect(await raw("SELECT count(*) FROM pg_class WHERE relnamespace = 'theirs'::regnamespace")).toEqual([
        { count: '1' },
      ]);
      for (const name of ['', 'Upper', 'a-b', 'a"; DROP SCHEMA theirs; --', 'pg_mine', 'x'.repeat(64)]) {
        await expect(open({ schema: name }), name).rejects.toMatchObject({ code: 'usage/schema' });
      }
      await expect(
        open({ schema }, new Pool({ connectionString: `${cluster.url}_of_nobody` })),
      ).rejects.toMatchObject({ code: 'ledger/cannot-open', retryable: false });
    });

    test('is made once by eight at the same moment', async () => {
      const schema = newSchema();
      const stores = await Promise.all(Array.from({ length: 8 }, () => open({ schema })));
      expect(await raw('SELECT version FROM migrations', schema)).toEqual([{ version: 1 }, { version: 2 }]);
      const numbers = await Promise.all(stores.map((store) => store.reserve('main', 'payer')));
      expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    test('keeps what it acknowledged, or is opened by its name for the risk', async () => {
      const schema = newSchema();
      await open({ schema });
      await raw('ALTER TABLE numbers SET UNLOGGED', schema);
      await expect(open({ schema })).rejects.toMatchObject({
        code: 'ledger/not-durable',
        message: expect.stringContaining('the table numbers is unlogged'),
      });
      await open({ schema, acceptDataLoss: true });
      const careless = await Cluster.start('fsync=off', 'full_page_writes=off');
      try {
        const pool = () => new Pool({ connectionString: careless.url });
        await expect(open({}, pool())).rejects.toMatchObject({
          code: 'ledger/not-durable',
          message: expect.stringMatching(/^fsync is off, full_page_writes is off: /),
        });
        const store = await openPostgres(pool(), { acceptDataLoss: true });
        expect(await store.reserve('main', 'payer')).toBe(1);
        await store.close();
      } finally {
        await careless.remove();
      }
    });

    test('is a database of UTF-8', async () => {
      await raw("CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
      const pool = new Pool({ connectionString: cluster.url.replace(/postgres$/, 'latin') });
      await expect(open({}, pool)).rejects.toMatchObject({
        code: 'ledger/cannot-open',
        message: expect.stringContaining('LATIN1'),
      });
    });

    test('finds its own tables and functions, and waits for the disk, whatever the connection is set to', async () => {
      const schema = newSchema();
      await raw(`CREATE SCHEMA evil CREATE TABLE entries (x integer) CREATE TABLE conversations (x integer)`);
      await raw(
        'CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT NULL::timestamptz $$',
      );
      const settings =
        '-c search_path=evil,pg_catalog -c synchronous_commit=off -c default_transaction_read_only=on';
      const seen = new Set<unknown>();
      const options = encodeURIComponent(settings);
      const pool = poolBetween(`${cluster.url}?options=${options}`, async (text, next) => {
        if (text === 'COMMIT') seen.add((await next('SHOW synchronous_commit')).rows[0].synchronous_commit);
        return next();
      });
      const office = officeAt(await open({ schema }, pool));
      seen.clear();
      expect(await office.paying.commit({ token: await confirmed(office) })).toMatchObject({
        outcome: 'executed',
      });
      expect([...seen]).toEqual(['on']);
      expect(await raw('SELECT * FROM evil.entries')).toEqual([]);
      expect(await (opened.at(-1) as Store).now()).toBeGreaterThan(1_700_000_000_000);
    });
  });

  describe('a COMMIT without a reply (K11)', () => {
    test('is taken for what it was: committed each time, everything is done once', async () => {
      const schema = newSchema();
      let replies = 0;
      let wrote = false;
      const store = await openBetween(schema, async (text, next) => {
        const reply = await next();
        wrote ||= text.includes('INTO entries');
        if (text !== 'COMMIT' || !wrote) return reply; // not that of the look that follows
        wrote = false;
        replies += 1;
        return lost();
      });
      const office = officeAt(store);
      const token = await confirmed(office);
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
      expect(office.bank.paid).toHaveLength(1);
      expect(replies).toBeGreaterThan(4);
      const thread = await officeAt(await open({ schema })).payer.thread();
      expect(thread.map(({ sequence }) => sequence)).toEqual(thread.map((_, index) => index + 1));
      expect(thread.filter(({ type }) => type === 'DN')).toHaveLength(1);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
    });

    test('that never arrived is told as lost, nothing was written, and the same line goes through', async () => {
      const schema = newSchema();
      let losing = true;
      const store = await openBetween(schema, async (text, next) => {
        if (text !== 'COMMIT' || !losing) return next();
        losing = false;
        return lost();
      });
      const { scheduler } = officeAt(store);
      await expect(scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/down',
        retryable: true,
      });
      expect(await scheduler.thread()).toEqual([]);
      expect(await scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
    });

    test('whose connection stays half open is settled when the database gives it up', async () => {
      const schema = newSchema();
      let held: (() => void) | null = null;
      const store = await openBetween(schema, async (text, next, client) => {
        if (text !== 'COMMIT' || held !== null) return next();
        const release = client.release.bind(client);
        held = () => release(true);
        client.release = () => {}; // nobody tells the database that this end has gone
        return lost();
      });
      const { scheduler } = officeAt(store);
      await expect(scheduler.send(HO0, { record })).rejects.toMatchObject({ code: 'ledger/down' });
      expect(await scheduler.send(HO0, { record })).toMatchObject({
        outcome: 'accepted',
        entry: { sequence: 1 },
      });
      (held as (() => void) | null)?.();
    });

    test('that arrives late is waited for', async () => {
      const schema = newSchema();
      let late: Promise<unknown> | null = null;
      const store = await openBetween(schema, async (text, next, client) => {
        if (text !== 'COMMIT' || late !== null) return next();
        const release = client.release.bind(client);
        client.release = () => {};
        late = new Promise((resolve) => setTimeout(resolve, 500)).then(next.bind(null, undefined));
        late.finally(() => release(true));
        return lost();
      });
      const { scheduler } = officeAt(store);
      expect(await scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
      expect(await scheduler.send(HO0, { record })).toMatchObject({ outcome: 'exists' });
    });

    test('is not answered for by another writer’s entry of the same place and hash', async () => {
      const schema = newSchema();
      const other = officeAt(await open({ schema }));
      let losing = true;
      const store = await openBetween(schema, async (text, next) => {
        if (text !== 'COMMIT' || !losing) return next();
        losing = false;
        await next('ROLLBACK');
        await other.scheduler.send(HO0, { record }); // the same bytes at the same moment
        return lost();
      });
      await expect(officeAt(store).scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/down',
      });
      expect(await other.scheduler.thread()).toHaveLength(1);
    });

    test('that cannot be asked about is told as undecided', async () => {
      let losing = false;
      const store = await openBetween(newSchema(), async (text, next) => {
        if (losing) throw Object.assign(new Error('the password has changed'), { code: '28P01' });
        losing = text === 'COMMIT';
        const reply = await next();
        return losing ? lost() : reply;
      });
      await expect(officeAt(store).scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/undecided',
        retryable: true,
        message: expect.not.stringContaining('nothing was written'),
      });
    });

    test('that the database answers with ROLLBACK has written nothing', async () => {
      const schema = newSchema();
      const store = await openBetween(schema, (text, next) =>
        next(text === 'COMMIT' ? 'ROLLBACK' : undefined),
      );
      await expect(officeAt(store).scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/conflict',
        retryable: true,
      });
      expect(await raw('SELECT * FROM entries', schema)).toEqual([]);
    });
  });

  describe('failures', () => {
    test.each(['40001', '40P01', '23505'])(
      'a transaction that is given up (%s) is judged anew, not more',
      async (state) => {
        const schema = newSchema();
        let failing = 3;
        const store = await openBetween(schema, (text, next) => {
          if (!text.includes('INSERT INTO entries') || failing === 0) return next();
          failing -= 1;
          return next(`DO $$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = '${state}'; END $$`);
        });
        const { scheduler } = officeAt(store);
        expect(await scheduler.send(HO0, { record })).toMatchObject({
          outcome: 'accepted',
          entry: { sequence: 1 },
        });
        failing = 99;
        await expect(
          scheduler.send('RW1 ST scheduler-7 from=scheduler to=payer item=x:1'),
        ).rejects.toMatchObject({
          code: 'ledger/conflict',
          retryable: true,
        });
        expect(failing).toBe(99 - 10);
      },
    );

    test('anything else that fails is not tried again', async () => {
      let tries = 0;
      const store = await openBetween(newSchema(), (text, next) => {
        if (!text.includes('INSERT INTO entries')) return next();
        tries += 1;
        return next("DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$");
      });
      await expect(officeAt(store).scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/full',
        retryable: true,
      });
      expect(tries).toBe(1);
    });

    test('a conversation that somebody holds says so, and that nothing was written', async () => {
      const schema = newSchema();
      const office = officeAt(await open({ schema }));
      await office.scheduler.send(HO0, { record });
      const holder = new Client({ connectionString: cluster.url });
      holder.on('error', () => {});
      await holder.connect();
      await holder.query(`BEGIN; SELECT * FROM ${schema}.conversations FOR UPDATE`);
      await expect(office.scheduler.nextId('scheduler')).rejects.toMatchObject({
        code: 'ledger/busy',
        retryable: true,
      });
      const elsewhere = office.ledger.as({ principal: 'p', agents: ['payer'], conversation: 'other' });
      expect(await elsewhere.nextId()).toBe('payer-1');
      await holder.end();
      expect(await office.scheduler.nextId('scheduler')).toBe('scheduler-2');
    });

    test('a database that is away is a refusal, and the same store goes on when it is back', async () => {
      const schema = newSchema();
      const office = officeAt(await open({ schema }));
      const token = await confirmed(office);
      await cluster.stop();
      const down = { name: 'LedgerError', code: 'ledger/down', retryable: true };
      await expect(office.paying.commit({ token })).rejects.toMatchObject(down);
      await expect(office.scheduler.open()).rejects.toMatchObject(down);
      await expect(open({ schema })).rejects.toMatchObject(down);
      expect(office.bank.asked).toEqual([]);
      await cluster.run();
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      expect(office.bank.paid).toHaveLength(1);
    });

    test('an act that two conversations begin at once is begun by one', async () => {
      const store = await open({ schema: newSchema() });
      const office = officeAt(store);
      const rooms = ['a', 'b', 'c', 'd'].map((conversation) => ({
        scheduler: office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation }),
        payer: office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation }),
      }));
      const { createActTool } = await import('../../../src/act/index.ts');
      for (const { scheduler } of rooms) await scheduler.send(HO0, { record });
      const outcomes = await Promise.allSettled(
        rooms.map(({ payer }) =>
          createActTool({ ledger: payer, executors: { PAY: office.bank } }).prepare({
            handoff: 'scheduler-1',
          }),
        ),
      );
      const told = outcomes.map((outcome) => {
        if (outcome.status === 'rejected') return outcome.reason.code;
        return outcome.value.outcome === 'refused' ? outcome.value.reason : outcome.value.outcome;
      });
      expect(told.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'prepared']);
    });

    test('text that no database holds names nothing, and breaks nothing', async () => {
      const office = officeAt(await open({ schema: newSchema() }));
      for (const token of ['a\0b', '\ud800']) {
        expect(await office.paying.commit({ token })).toMatchObject({ reason: 'unknown-token' });
        expect(await office.payer.show(token)).toBeNull();
        expect(await office.scheduler.send(`RW1 ST ${token}`)).toMatchObject({ outcome: 'refused' });
        const there = office.ledger.as({ principal: 'p', agents: ['payer'], conversation: token });
        await expect(there.nextId()).rejects.toMatchObject({ code: 'usage/conversation' });
        await expect(there.thread()).rejects.toMatchObject({ code: 'usage/conversation' });
        await expect(there.inbox()).rejects.toMatchObject({ code: 'usage/conversation' });
        await expect(there.open()).rejects.toMatchObject({ code: 'usage/conversation' });
        await expect(there.owner('x:1')).rejects.toMatchObject({ code: 'usage/conversation' });
        expect(await office.payer.owner(token)).toBeNull();
      }
      const thread = await office.scheduler.thread();
      expect(thread.map(({ line }) => line)).toEqual(['RW1 ST a\0b', 'RW1 ST \ud800']);
    });
  });
});
