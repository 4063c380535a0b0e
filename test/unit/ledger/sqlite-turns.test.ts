import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Decision, Draft, Slice } from '../../../src/ledger/index.ts';
import { createLedger, type Handle, type Store } from '../../../src/ledger/index.ts';
import { type Database, openSqlite } from '../../../src/ledger/sqlite.ts';

let database: DatabaseSync;
let store: Store;
let commits: number;
/** What happens in place of a COMMIT, once. */
let instead: (() => void) | null;
let handle: Handle;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  commits = 0;
  instead = null;
  const listening: Database = {
    exec: (sql) => {
      if (sql !== 'COMMIT') return database.exec(sql);
      const fails = instead;
      instead = null;
      fails?.();
      commits += 1;
      return database.exec(sql);
    },
    close: () => database.close(),
    prepare: (sql) => database.prepare(sql) as ReturnType<Database['prepare']>,
  };
  store = openSqlite(listening);
  handle = createLedger({ store }).as({ principal: 'office', agents: ['scheduler'] });
  commits = 0;
});
afterEach(() => store.close());

const lines = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) => `RW1 ST scheduler-${n + 1} from=scheduler to=payer item=inv:1 // ${n}`,
  );

test('lines that wait at the same time are one commit, in the order in which they came', async () => {
  const sent = await Promise.all(lines(40).map((line) => handle.send(line)));
  expect(commits).toBe(1);
  expect(sent.map((one) => (one.outcome === 'accepted' ? one.entry.sequence : one))).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  expect((await handle.thread()).map(({ line }) => line)).toEqual(lines(40));
});

test('a line that is waited for is a commit of its own', async () => {
  for (const line of lines(3)) await handle.send(line);
  expect(commits).toBe(3);
});

test('so many at once are several transactions: another process comes in between', async () => {
  await Promise.all(lines(250).map((line) => handle.send(line)));
  expect(commits).toBe(3);
  expect(await handle.thread({ limit: 300 })).toHaveLength(250);
});

test('nothing is answered before it is committed, and nothing is when that fails', async () => {
  const answered: number[] = [];
  instead = () => {
    answered.push(0);
    throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
  };
  const sent = await Promise.allSettled(
    lines(3).map((line, n) => handle.send(line).finally(() => answered.push(n + 1))),
  );
  expect(answered[0]).toBe(0);
  expect(sent.map((one) => one.status === 'rejected' && one.reason)).toMatchObject(
    lines(3).map(() => ({ code: 'ledger/disk', retryable: true })),
  );
  expect(await handle.thread()).toEqual([]);
  for (const line of lines(3)) expect(await handle.send(line)).toMatchObject({ outcome: 'accepted' });
});

/** A question to somebody. */
function question(to: unknown): Draft {
  const message = { id: 'scheduler-9', type: 'AQ', from: 'scheduler', to, re: null };
  const said = { line: '', message, digest: '', refused: null, verdict: null, facts: [] };
  return {
    principal: 'office',
    body: { ...said, delegateFor: null, person: false, program: '', profile: null, kept: null },
  };
}

/** Ways in which one step of several fails. */
const failures: Readonly<Record<string, (slice: Slice) => Decision<string>>> = {
  'while it decides': () => {
    throw new Error('no');
  },
  // its entry can be written, and its message cannot
  'while it is written': ({ now }) => ({ at: now, drafts: [question({})], answer: () => 'written' }),
  'while it is answered': ({ now }) => ({
    at: now,
    drafts: [question('payer')],
    answer: () => {
      throw new Error('no');
    },
  }),
};

test.each(Object.keys(failures))('one that fails %s is undone alone', async (when) => {
  const fails = failures[when] as (slice: Slice) => Decision<string>;
  const [first = '', second = ''] = lines(2);
  const sent = await Promise.allSettled([
    handle.send(first),
    store.step('main', { ids: ['scheduler-9'] }, fails),
    handle.send(second),
    store.reserve('main', 'payer'),
  ]);
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect((await handle.thread()).map(({ line }) => line)).toEqual([first, second]);
  expect(await store.reserve('main', 'payer')).toBe(2);
});

test('what waits when the ledger is closed is written', async () => {
  const numbers = Promise.all(Array.from({ length: 150 }, () => store.reserve('main', 'payer')));
  await store.close();
  expect(await numbers).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
  expect(commits).toBe(2);
});

test('a busy file is told to everybody who waits for it', async () => {
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  const exec = database.exec.bind(database);
  database.exec = (sql) => {
    if (sql === 'BEGIN IMMEDIATE') throw busy;
    return exec(sql);
  };
  const sent = await Promise.allSettled(lines(2).map((line) => handle.send(line)));
  expect(sent.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
    'ledger/busy',
    'ledger/busy',
  ]);
  database.exec = exec;
  expect(await handle.send(lines(1)[0] as string)).toMatchObject({ outcome: 'accepted' });
});
