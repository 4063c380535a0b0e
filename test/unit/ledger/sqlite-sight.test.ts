import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Slice, Store, Wanted } from '../../../src/ledger/index.ts';
import { readSlice } from '../../../src/ledger/sqlite/read.ts';
import { type Database, openSqlite } from '../../../src/ledger/sqlite.ts';
import { payment } from '../../support/ledger/lines.ts';
import { confirmed, officeAt, prepared } from '../../support/ledger/office.ts';

let folder: string;
let path: string;
let own: DatabaseSync;
let asked: string[];
let store: Store;
let other: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-sight-'));
  path = join(folder, 'ledger.sqlite');
  own = new DatabaseSync(path);
  asked = [];
  const listening: Database = {
    exec: (sql) => own.exec(sql),
    close: () => own.close(),
    prepare: (sql) => {
      const prepared = own.prepare(sql) as ReturnType<Database['prepare']>;
      const all: typeof prepared.all = (...values) => {
        asked.push(sql);
        return prepared.all(...values);
      };
      return {
        run: (...values) => prepared.run(...values),
        get: (...values) => prepared.get(...values),
        all,
      };
    },
  };
  store = openSqlite(listening);
  other = new DatabaseSync(path);
});
afterEach(async () => {
  other.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A store of which every step is compared with what the file holds at that moment. */
function compared(inner: Store): Store & { readonly steps: number } {
  let steps = 0;
  const plain = ({ now: _, ...slice }: Slice): unknown => slice;
  return new Proxy(inner, {
    get(target, name) {
      if (name === 'steps') return steps;
      if (name !== 'step') return (Reflect.get(target, name) as () => unknown).bind(target);
      return (conversation: string, wanted: Wanted, decide: (slice: Slice) => never) =>
        target.step(conversation, wanted, (slice) => {
          const sql = (text: string) => other.prepare(text) as ReturnType<Database['prepare']>;
          expect(plain(slice)).toEqual(plain(readSlice(sql, conversation, wanted)));
          steps += 1;
          return decide(slice);
        });
    },
  }) as Store & { readonly steps: number };
}

/** Whether rows were read from the file since. */
const readSince = (mark: number): boolean => asked.slice(mark).some((sql) => sql.includes('FROM messages'));

test('what a step sees is what the file holds, step after step', async () => {
  const watched = compared(store);
  const office = officeAt(watched);
  const token = await confirmed(office);
  await office.paying.commit({ token });
  for (const number of [20, 40, 60]) {
    const { line, record: approved } = payment(number);
    const second = await prepared(office, line, approved);
    if (number === 20) await office.paying.abandon({ token: second });
    if (number === 40) await office.sending.confirm({ token: second, answer: 'N' });
    if (number === 60) office.clock.now += 86_400_000;
    await office.ledger.sweep();
    await office.scheduler.send(line);
    const id = await office.scheduler.nextId('scheduler');
    await office.scheduler.send(
      `RW1 CX ${id} re=scheduler-${number} p=pay from=scheduler to=payer item=inv:MD-${number} why=REVOKED`,
    );
  }
  await office.payer.send('RW1 AQ payer-9000 from=payer to=scheduler item=inv:1 q=which // which one?');
  await office.scheduler.send('RW1 AN scheduler-9000 re=payer-9000 from=scheduler to=payer val=Y');
  await office.scheduler.send('RW1 AN scheduler-9001 re=payer-9000 from=scheduler to=payer val=N');
  await office.scheduler.send('RW1 AN scheduler-9002 re=payer-8000 from=scheduler to=payer val=N');
  expect(watched.steps).toBeGreaterThan(20);
});

test('rows that were read or written before are not read again', async () => {
  const office = officeAt(store);
  const token = await confirmed(office);
  const mark = asked.length;
  await store.step('main', { tokens: [token] }, ({ now, rows }) => ({
    at: now,
    drafts: [],
    answer: () => expect(rows.statements.get(token)?.state).toBe('CONFIRMED'),
  }));
  expect(readSince(mark)).toBe(false);
});

test('what another process wrote is seen', async () => {
  const office = officeAt(store);
  const token = await confirmed(office);
  const theirs = openSqlite(path);
  const away = officeAt(theirs);
  await away.paying.commit({ token });
  await theirs.close();
  const mark = asked.length;
  expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
  expect(readSince(mark)).toBe(true);
  expect(office.bank.paid).toHaveLength(0);
});

test('the open handoffs of a principal are counted once, and anew when somebody else wrote', async () => {
  const counted = (): number => asked.filter((sql) => sql.includes('count(*) AS rows FROM handoffs')).length;
  const send = (at: Store, number: number) =>
    officeAt(at, { caps: { openHandoffs: 3 } }).scheduler.send(payment(number).line, payment(number));
  const outcomes = [(await send(store, 20)).outcome, (await send(store, 40)).outcome];
  expect([outcomes, counted()]).toEqual([['accepted', 'accepted'], 1]);
  const theirs = openSqlite(path);
  expect(await send(theirs, 60)).toMatchObject({ outcome: 'accepted' });
  await theirs.close();
  expect([(await send(store, 80)).outcome, counted()]).toEqual(['declined', 2]);
  expect([(await send(store, 100)).outcome, counted()]).toEqual(['declined', 2]);
});

test.each([
  ['another connection', () => other],
  ['the very connection', () => own],
])('what %s changes past the ledger is seen', async (_, connection) => {
  const office = officeAt(store);
  const token = await confirmed(office);
  const row = { state: 'ABANDONED', row: `json_remove(json_set(row, '$.state', 'ABANDONED'), '$.sum')` };
  connection().exec(`UPDATE statements SET state = '${row.state}', row = ${row.row}`);
  expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'refused' });
});

test('what a reader does with rows that it was given changes nothing', async () => {
  const office = officeAt(store);
  const sent = await office.scheduler.send(payment(20).line, { record: payment(20).record });
  if (sent.outcome === 'refused') throw new Error(sent.message);
  const handoff = sent.handoff as { state: string };
  try {
    handoff.state = 'CLOSED_DN';
  } catch {
    // it is frozen
  }
  expect(await office.paying.prepare({ handoff: sent.id })).toMatchObject({ outcome: 'prepared' });
});
