import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/ledger/index.ts';
import { type Database, openSqlite } from '../../../src/ledger/sqlite.ts';
import { payment } from '../../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../../support/ledger/office.ts';

let database: DatabaseSync;
let office: Office;
let store: Store;
let asked: Set<string>;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  asked = new Set();
  const listening: Database = {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      asked.add(sql);
      return database.prepare(sql) as ReturnType<Database['prepare']>;
    },
  };
  store = openSqlite(listening);
  office = officeAt(store);
});
afterEach(() => office.ledger.close());

/** How SQLite would go about a query, a line a table. */
function planOf(sql: string): readonly string[] {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { readonly detail: string }[];
  return steps.map(({ detail }) => detail);
}

/** Walks through a table, or through all of a conversation. */
const walks = /^SCAN (?!json_each|CONSTANT|names|sqlite_schema|pragma_data_version)|\((conversation=\?)?\)$/;
/** The last entry of a conversation, and all of its open handoffs: nothing is looked at that is not wanted. */
const wanted = /ORDER BY sequence DESC LIMIT 1|FROM handoffs WHERE conversation = \? AND open IS NOT NULL/;

test('nothing that a ledger asks gets slower with the length of a conversation or of the ledger', async () => {
  const token = await confirmed(office);
  await office.paying.commit({ token });
  const other = payment(20);
  await office.paying.abandon({ token: await prepared(office, other.line, other.record) });
  await office.scheduler.inbox();
  await office.scheduler.thread();
  await office.scheduler.open();
  await office.scheduler.questions({ to: ['scheduler', 'human'] });
  await store.search('main', {
    before: 9,
    span: 100,
    limit: 9,
    from: 0,
    until: 9,
    holding: [['a', 'b'], ['c']],
  });
  await office.scheduler.owner('inv:MD-2026-057');
  await office.ledger.sweep();
  await office.ledger.verify();
  const queries = [...asked].filter((sql) => /^(SELECT|WITH|UPDATE|DELETE)/.test(sql) && !wanted.test(sql));
  expect(queries.length).toBeGreaterThan(15);
  expect(queries.flatMap(planOf).filter((step) => step.includes('messages_asking'))).toHaveLength(1);
  for (const sql of queries) {
    expect(
      planOf(sql).filter((step) => walks.test(step)),
      sql,
    ).toEqual([]);
  }
});

test('a walk through a conversation or a table is noticed', () => {
  const queries = [
    'SELECT row FROM messages WHERE conversation = ? AND handoff = ?',
    'SELECT DISTINCT conversation FROM entries ORDER BY conversation',
  ];
  for (const sql of queries)
    expect(
      planOf(sql).some((step) => walks.test(step)),
      sql,
    ).toBe(true);
});
