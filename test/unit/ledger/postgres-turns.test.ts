import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActTool } from '../../../src/act/index.ts';
import { createLedger, type Handle, type Slice, type Store, type Wanted } from '../../../src/ledger/index.ts';
import type { PreparedQuery } from '../../../src/ledger/postgres/session.ts';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { HO0, payment, RB0, record } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { type Between, poolBetween } from '../../support/postgres-pool.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('a step in one round trip', () => {
  let cluster: Cluster;
  let schema: string;
  let schemas = 0;
  let opened: Store[];
  /** What is sent of steps, in order, and what a test does in its place. */
  let sent: string[];
  let between: Between;
  let store: Store;
  beforeAll(async () => {
    cluster = await Cluster.start();
  }, 60_000);
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    schemas += 1;
    schema = `turns_${schemas}`;
    opened = [];
    sent = [];
    between = (_, next) => next();
    store = await open();
    sent = [];
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const one of opened) await one.close();
  });

  async function open(options = ''): Promise<Store> {
    const pool = poolBetween(`${cluster.url}${options}`, (text, next, client, query) => {
      if (text.includes('pg_notify')) return next();
      sent.push(text);
      return between(text, next, client, query);
    });
    const one = await openPostgres(pool, { schema });
    opened.push(one);
    return one;
  }
  /** Another process: what it sends is not looked at. */
  async function elsewhere(): Promise<Store> {
    const one = await openPostgres(new Pool({ connectionString: cluster.url }), { schema });
    opened.push(one);
    return one;
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
  const told = (from: number, count: number): string[] =>
    Array.from(
      { length: count },
      (_, n) => `RW1 ST scheduler-${from + n} from=scheduler to=payer item=inv:1 // ${n}`,
    );
  const isOnce = (text: string): boolean => text.startsWith('WITH held');
  const isLocked = (text: string): boolean => text.includes('FOR UPDATE') && !isOnce(text);
  const inConversation = (name: string): Handle =>
    createLedger({ store }).as({ principal: 'office', agents: ['scheduler'], conversation: name });

  test('is one statement, from the second line of a conversation on', async () => {
    const { scheduler } = officeAt(store);
    await scheduler.send(told(1, 1)[0] as string);
    sent = [];
    for (const line of told(2, 5)) expect(await scheduler.send(line)).toMatchObject({ outcome: 'accepted' });
    expect(sent.filter(isOnce)).toHaveLength(5);
    expect(sent).toHaveLength(5);
  });

  test('a whole payment holds its conversation never, and its state is what a replay makes of it', async () => {
    const office = officeAt(store);
    await office.paying.commit({ token: await confirmed(office) });
    for (const number of [20, 40]) {
      const { line, record: approved } = payment(number);
      await office.paying.abandon({ token: await prepared(office, line, approved) });
    }
    expect(sent.filter(isLocked)).toEqual([]);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    expect(await office.problems()).toEqual([]);
  });

  test('lines that wait at the same time are written together, of several conversations too', async () => {
    const names = ['a', 'b', 'c'];
    const handles = names.map(inConversation);
    for (const handle of handles) await handle.send(told(1, 1)[0] as string);
    sent = [];
    const lines = handles.flatMap((handle) => told(2, 20).map((line) => handle.send(line)));
    for (const one of await Promise.all(lines)) expect(one).toMatchObject({ outcome: 'accepted' });
    expect(sent).toHaveLength(1);
    for (const handle of handles) {
      const thread = await handle.thread();
      expect(thread.map(({ line }) => line)).toEqual(told(1, 1).concat(told(2, 20)));
    }
    expect(await createLedger({ store }).verify()).toMatchObject({ holds: true, entries: 63 });
  });

  test('lines of one handoff that wait at the same time are judged one after the other', async () => {
    const office = officeAt(store, { elsewhere: ['PAY'] });
    await office.scheduler.send(HO0, { record });
    sent = [];
    const outcomes = await Promise.all([
      office.payer.send(RB0),
      office.scheduler.send('RW1 AN scheduler-2 re=payer-1 p=pay from=scheduler to=payer val=Y'),
      office.scheduler.send('RW1 AN scheduler-3 re=payer-1 p=pay from=scheduler to=payer val=N'),
    ]);
    expect(outcomes.map((one) => (one.outcome === 'refused' ? one.reason : one.outcome))).toEqual([
      'accepted',
      'accepted',
      'answered',
    ]);
    expect(sent.filter(isOnce)).toHaveLength(1);
    const shown = await office.scheduler.show('scheduler-1');
    expect(shown?.handoff).toMatchObject({ state: 'OWNED', owner: 'payer', confirmed: office.clock.now });
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  });

  /** A store of which every step sees exactly what was there before it. */
  function compared(inner: Store): Store {
    const plain = ({ now: _, open: __, live: ___, ...slice }: Slice): unknown => slice;
    return new Proxy(inner, {
      get(target, name) {
        if (name !== 'step')
          return (Reflect.get(target, name) as (() => unknown) | undefined)?.bind?.(target);
        return async (conversation: string, wanted: Wanted, decide: (slice: Slice) => never) => {
          const there = plain(await target.read(conversation, wanted));
          let seen: unknown;
          const answer = await target.step(conversation, wanted, (slice) => {
            seen = structuredClone(plain(slice));
            return decide(slice);
          });
          expect(seen).toEqual(there);
          return answer;
        };
      },
    });
  }

  test('what it sees is what the database holds', async () => {
    const office = officeAt(compared(store));
    await office.paying.commit({ token: await confirmed(office) });
    for (const number of [20, 40, 60]) {
      const { line, record: approved } = payment(number);
      const token = await prepared(office, line, approved);
      if (number === 20) await office.paying.abandon({ token });
      if (number === 40) await office.sending.confirm({ token, answer: 'N' });
      if (number === 60) office.clock.now += 86_400_000;
      await office.ledger.sweep();
      await office.scheduler.nextId('scheduler');
      await office.scheduler.send(line);
    }
    await office.payer.send('RW1 AQ payer-9000 from=payer to=scheduler item=inv:1 q=which // which one?');
    await office.scheduler.send('RW1 AN scheduler-9000 re=payer-9000 from=scheduler to=payer val=Y');
    await office.scheduler.send('RW1 AN scheduler-9001 re=payer-9000 from=scheduler to=payer val=N');
    expect(sent.filter(isOnce).length).toBeGreaterThan(15);
  });

  describe('what this process knows decides nothing once it is old', () => {
    test('another process has executed the statement: nothing is executed again', async () => {
      const office = officeAt(store);
      const token = await confirmed(office);
      const away = officeAt(await elsewhere());
      expect(await away.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
      expect(office.bank.paid).toHaveLength(0);
    });

    test('another process has taken the handoff back: its answer is refused, and kept', async () => {
      const office = officeAt(store, { elsewhere: ['PAY'] });
      await office.scheduler.send(HO0, { record });
      const away = officeAt(await elsewhere(), { elsewhere: ['PAY'] });
      await away.scheduler.send(
        'RW1 CX scheduler-2 re=scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 why=REVOKED',
      );
      expect(await office.payer.send(RB0)).toMatchObject({ outcome: 'refused', reason: 'closed' });
      const thread = await office.payer.thread();
      expect(thread.map(({ type, refused }) => [type, refused])).toEqual([
        ['HO', null],
        ['CX', null],
        [null, 'closed'],
      ]);
    });

    test('a step that would write nothing is answered by what is there', async () => {
      const office = officeAt(store);
      const token = await confirmed(office);
      const away = officeAt(await elsewhere());
      await away.paying.abandon({ token });
      await office.scheduler.send(HO0, { record });
      expect(await office.paying.abandon({ token })).toMatchObject({ statement: { state: 'ABANDONED' } });
    });

    test('numbers that two processes give out are never the same, whatever each of them wrote', async () => {
      const away = await elsewhere();
      const numbers: number[] = [];
      for (let round = 0; round < 10; round++) {
        numbers.push(await store.reserve('main', 'payer'), await store.reserve('main', 'payer'));
        numbers.push(await away.reserve('main', 'payer'));
      }
      const both = [store, away].map(async (one) => {
        for (let round = 0; round < 20; round++) numbers.push(await one.reserve('main', 'payer'));
      });
      await Promise.all(both);
      expect([...new Set(numbers)].length).toBe(70);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(80);
    });

    test('an id that another process was given is not composed again', async () => {
      const office = officeAt(store);
      await office.scheduler.send(HO0, { record });
      const away = await elsewhere();
      const given = await away.reserve('main', 'payer');
      const made = await office.paying.prepare({ handoff: 'scheduler-1' });
      expect(made).toMatchObject({ outcome: 'prepared', statement: { readback: `payer-${given + 1}` } });
    });

    test('a database that was put back to an earlier day is found as it is', async () => {
      const office = officeAt(store, { elsewhere: ['PAY'] });
      const other = payment(20);
      await office.scheduler.send(other.line, { record: other.record });
      const tables = ['conversations', 'entries', 'messages', 'handoffs', 'numbers'];
      for (const table of tables) await raw(`CREATE TABLE was_${table} AS TABLE ${table}`);
      await office.scheduler.send(HO0, { record });
      await raw(`SET session_replication_role = replica;
        ${tables.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM was_${table};`).join('')}`);
      expect(await office.scheduler.send(told(500, 1)[0] as string)).toMatchObject({ outcome: 'accepted' });
      expect(await office.payer.send(RB0)).toMatchObject({ outcome: 'refused', reason: 'unknown-re' });
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
    });

    test('an act that another conversation has is not begun', async () => {
      const office = officeAt(store);
      await office.paying.commit({ token: await confirmed(office) });
      const there = createLedger({ store, clock: () => office.clock.now });
      const scheduler = there.as({ principal: 'ap-office', agents: ['scheduler'], conversation: 'other' });
      const payer = there.as({ principal: 'treasury', agents: ['payer'], conversation: 'other' });
      await scheduler.send(HO0, { record });
      const paying = createActTool({ ledger: payer, executors: { PAY: office.bank } });
      expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'duplicate' });
    });

    test('every write in a conversation gives it another mark, whoever writes and however', async () => {
      const locking = await openPostgres(new Pool({ connectionString: cluster.url }), {
        schema,
        optimistic: false,
      });
      opened.push(locking);
      const marks: unknown[] = [];
      const look = async (): Promise<number> =>
        marks.push((await raw("SELECT mark FROM conversations WHERE conversation = 'main'"))[0]?.['mark']);
      await look();
      for (const one of [store, locking, store]) {
        const handle = createLedger({ store: one }).as({ principal: 'office', agents: ['scheduler'] });
        await handle.send(told(marks.length, 1)[0] as string);
        await look();
        await handle.nextId();
        await look();
      }
      expect(new Set(marks).size).toBe(7);
    });

    test('a row that is not what was read stops everything', async () => {
      const office = officeAt(store);
      const token = await confirmed(office);
      await raw('UPDATE statements SET fence = fence + 7');
      await expect(office.paying.commit({ token })).rejects.toMatchObject({ code: 'ledger/conflict' });
      expect(office.bank.paid).toHaveLength(0);
      expect(await raw("SELECT count(*)::int AS n FROM entries WHERE text LIKE '%claimed%'")).toEqual([
        { n: 0 },
      ]);
    });
  });

  describe('only the database’s clock decides', () => {
    const lines = told(2, 1) as [string];
    async function sentAt(handle: Handle): Promise<number> {
      const one = await handle.send(lines[0]);
      return one.outcome === 'accepted' ? one.entry.at : Number.NaN;
    }

    test.each([
      ['ahead', 5_000],
      ['behind', -5_000],
    ])('a clock of this process that is %s makes no moment', async (_, milliseconds) => {
      const handle = inConversation('main');
      await handle.send(told(1, 1)[0] as string);
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
      const before = await store.now();
      const at = await sentAt(handle);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(await store.now());
      expect(sent.filter(isOnce).length).toBeGreaterThan(1); // the first one was refused
      sent = [];
      expect(await handle.send(told(3, 1)[0] as string)).toMatchObject({ outcome: 'accepted' });
      expect(sent).toHaveLength(1); // and it is set by what was heard then
    });

    test('what was judged before a deadline is not written after it', async () => {
      const handle = inConversation('main');
      await handle.send(told(1, 1)[0] as string);
      const readbackBy = (await store.now()) + 40;
      const handedOver = 'RW1 HO scheduler-20 from=scheduler to=payer item=jira:OPS-77 ask=FIX';
      expect(await handle.send(handedOver, { readbackBy })).toMatchObject({ outcome: 'accepted' });
      const frozen = performance.now(); // for this process no time passes any more
      vi.spyOn(performance, 'now').mockImplementation(() => frozen);
      between = async (text, next) => {
        between = (_, goOn) => goOn();
        if (isOnce(text)) await raw('SELECT pg_sleep(0.05)');
        return next();
      };
      const one = await handle.send(
        'RW1 ST scheduler-21 re=scheduler-20 from=scheduler to=payer item=jira:OPS-77 // soon',
      );
      if (one.outcome !== 'accepted') throw new Error(JSON.stringify(one));
      expect(one.entry.at).toBeGreaterThanOrEqual(readbackBy);
    });
  });

  describe('a statement without a reply (K11)', () => {
    const lost = (): never => {
      throw new Error('Connection terminated unexpectedly');
    };

    test('that was written is found, and answered', async () => {
      const handles = ['a', 'b'].map(inConversation);
      for (const handle of handles) await handle.send(told(1, 1)[0] as string);
      between = async (text, next) => {
        const reply = await next();
        return isOnce(text) ? lost() : reply;
      };
      const lines = handles.flatMap((handle) => told(2, 3).map((line) => handle.send(line)));
      for (const one of await Promise.all(lines)) expect(one).toMatchObject({ outcome: 'accepted' });
      between = (_, next) => next();
      for (const handle of handles) expect(await handle.thread()).toHaveLength(4);
      for (const handle of handles) {
        expect(await handle.send(told(2, 1)[0] as string)).toMatchObject({ outcome: 'exists' });
      }
    });

    test.each(['after one that was written', 'as the first of its conversation'])(
      'that never arrived is told as lost, and writes nothing when it arrives after all, %s',
      async (when) => {
        // of a clock that a test brings along nothing is too late
        const ledger = createLedger({ store, clock: () => 1_790_000_000_000 });
        const handle = ledger.as({ principal: 'office', agents: ['scheduler'] });
        if (when.startsWith('after')) await handle.send(told(1, 1)[0] as string);
        const before = await handle.thread();
        const late: (string | PreparedQuery)[] = [];
        between = async (text, next, _, query) => {
          if (!isOnce(text)) return next();
          late.push(query);
          return lost();
        };
        await expect(handle.send(told(2, 1)[0] as string)).rejects.toMatchObject({
          code: 'ledger/down',
          retryable: true,
        });
        between = (_, next) => next();
        const client = new Client({ connectionString: cluster.url });
        await client.connect();
        for (const query of late) {
          const { rows } = await client.query(query as PreparedQuery);
          expect(rows[0].held).toBeNull();
        }
        await client.end();
        expect(late).toHaveLength(1);
        expect(await handle.thread()).toEqual(before);
        expect(await handle.send(told(2, 1)[0] as string)).toMatchObject({ outcome: 'accepted' });
      },
    );

    test('that cannot be asked about is told as undecided', async () => {
      const handle = inConversation('main');
      await handle.send(told(1, 1)[0] as string);
      between = (text, next) => {
        if (isOnce(text)) return lost();
        return text.startsWith('BEGIN')
          ? Promise.reject(Object.assign(new Error('no'), { code: '42501' }))
          : next();
      };
      await expect(handle.send(told(2, 1)[0] as string)).rejects.toMatchObject({ code: 'ledger/undecided' });
    });

    test('what the database refuses is done holding the conversation', async () => {
      const handle = inConversation('main');
      await handle.send(told(1, 1)[0] as string);
      sent = [];
      between = (text, next) =>
        isOnce(text) ? Promise.reject(Object.assign(new Error('given up'), { code: '40P01' })) : next();
      expect(await handle.send(told(2, 1)[0] as string)).toMatchObject({ outcome: 'accepted' });
      expect(sent.filter(isLocked)).toHaveLength(1);
    });
  });

  test('finds its own tables and operators, and waits for the disk, whatever the connection is set to', async () => {
    await raw(`CREATE SCHEMA evil_${schema};
      CREATE FUNCTION evil_${schema}.never(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
      CREATE OPERATOR evil_${schema}.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil_${schema}.never);
      CREATE FUNCTION evil_${schema}.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT 'epoch'::timestamptz $$;
      CREATE TABLE evil_${schema}.entries (conversation text)`);
    const options = `?options=${encodeURIComponent(`-c search_path=evil_${schema},pg_catalog -c synchronous_commit=off`)}`;
    const strange = await open(options);
    const waits: unknown[] = [];
    between = async (text, next) => {
      const reply = await next();
      if (isOnce(text)) waits.push(reply.rows[0].waits);
      return reply;
    };
    const handle = createLedger({ store: strange }).as({ principal: 'office', agents: ['scheduler'] });
    for (const line of told(1, 4)) expect(await handle.send(line)).toMatchObject({ outcome: 'accepted' });
    expect(waits).toEqual(['on', 'on', 'on', 'on']);
    expect(await raw('SELECT count(*)::int AS n FROM entries')).toEqual([{ n: 4 }]);
  });

  test('a ledger that is closed has written what waited', async () => {
    const handle = inConversation('main');
    await handle.send(told(1, 1)[0] as string);
    const numbers = Promise.all(Array.from({ length: 30 }, () => store.reserve('main', 'payer')));
    await store.close();
    expect(await numbers).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  test('a database that is away is told to everybody who waits', async () => {
    const handle = inConversation('main');
    await handle.send(told(1, 1)[0] as string);
    await cluster.stop();
    try {
      const outcomes = await Promise.allSettled(told(2, 3).map((line) => handle.send(line)));
      for (const one of outcomes) {
        expect(one.status === 'rejected' && one.reason).toMatchObject({ retryable: true });
        expect(one.status === 'rejected' && one.reason.code).toMatch(/^ledger\/(down|undecided)$/);
      }
    } finally {
      await cluster.run();
    }
    for (const line of told(2, 3)) expect(await handle.send(line)).toMatchObject({ outcome: 'accepted' });
  }, 60_000);
});
