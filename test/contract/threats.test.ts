import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { fold, type Handle } from '../../src/ledger/index.ts';
import { CX0, DN0, HO0, RB0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

/** One line of every type; the writer of each is its from=. */
const everyType: readonly string[] = [
  HO0.replace('scheduler-1', 'scheduler-70'),
  RB0.replace('payer-1', 'payer-70'),
  'RW1 AQ payer-71 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 need=YESNO',
  'RW1 AN scheduler-71 re=payer-1 p=pay from=scheduler to=payer val=Y',
  'RW1 ST payer-72 from=payer to=scheduler item=inv:MD-2026-057',
  DN0.replace('payer-2', 'payer-73'),
  'RW1 UN payer-74 re=scheduler-1 p=pay from=payer to=scheduler why=NOCAP',
  'RW1 FL payer-75 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 why=ERR',
  CX0.replace('scheduler-4', 'scheduler-72'),
  'RW1 AN human-1 re=payer-71 from=human to=payer val=Y',
];

describe.each(stores)('what is tried against a ledger at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  test('every type by every wrong principal is refused, and what was tried is kept (T1)', async () => {
    await prepared(office);
    const add = async (principal: string, agents: string[], person = false): Promise<Handle> => {
      const { key } = await office.ledger.principals.add({ principal, agents, person, by: 'operator' });
      const handle = await office.ledger.connect(key);
      if (handle === null) throw new Error('the key was just made');
      return handle;
    };
    const everybody = [
      await add('the-payer', ['payer']),
      await add('the-scheduler', ['scheduler']),
      await add('a-person', ['human'], true),
      await add('a-stranger', ['stranger']),
    ];
    const before = await office.payer.show('scheduler-1');
    let refused = 0;
    for (const line of everyType) {
      const from = / from=(\S+) /.exec(line)?.[1] ?? '';
      for (const handle of everybody.filter(({ agents }) => !agents.includes(from))) {
        expect(await handle.send(line, { record }), `${handle.principal}: ${line}`).toMatchObject({
          outcome: 'refused',
          reason: 'identity',
        });
        refused += 1;
      }
    }
    expect(refused).toBe(everyType.length * (everybody.length - 1));
    const kept = await office.payer.thread({ limit: 1_000 });
    const audited = kept.filter(({ refused: reason }) => reason === 'identity');
    expect(audited).toHaveLength(refused);
    expect(await office.payer.show('scheduler-1')).toEqual(before);
  });

  test('feeding any prefix of a thread again changes nothing (T2)', async () => {
    const token = await confirmed(office);
    await office.paying.commit({ token });
    const before = await office.payer.thread();
    const lines = before.flatMap(({ line }) => line ?? []);
    const state = await office.payer.show('scheduler-1');
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length), fc.nat(lines.length), async (first, second) => {
        for (const line of [...lines.slice(0, first), ...lines.slice(0, second)]) {
          const handle = line.includes(' from=payer ') ? office.payer : office.scheduler;
          expect(await handle.send(line)).toMatchObject({ outcome: 'exists' });
        }
        expect(await office.payer.thread()).toEqual(before);
        expect(await office.payer.show('scheduler-1')).toEqual(state);
      }),
      { numRuns: 10 },
    );
    expect(office.bank.paid).toHaveLength(1);
  });

  test('a token is no authority: not for another principal, nor another’s, nor before it is confirmed (T16)', async () => {
    const token = await prepared(office);
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'unconfirmed' });
    await office.sending.confirm({ token });
    const other = office.ledger.as({ principal: 'another-treasury', agents: ['payer'] });
    const tool = createActTool({ ledger: other, executors: { PAY: office.bank } });
    expect(await tool.commit({ token })).toMatchObject({ reason: 'not-yours' });
    const elsewhere = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation: 'other' });
    const there = createActTool({ ledger: elsewhere, executors: { PAY: office.bank } });
    expect(await there.commit({ token })).toMatchObject({ reason: 'unknown-token' });
    expect(office.bank.asked).toEqual([]);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('what ran is what was frozen, what was confirmed and what is reported (I16)', async () => {
    const token = await confirmed(office);
    const statement = await office.payer.statement(token);
    const outcome = await office.paying.commit({ token });
    const ran = office.bank.paid[0]?.call.values ?? {};
    expect(JSON.parse(statement?.call ?? '{}').values).toEqual(ran);
    const readback = (await office.payer.show(statement?.readback ?? ''))?.entry.line ?? '';
    const report = outcome.outcome === 'executed' ? outcome.line : '';
    for (const [slot, value] of Object.entries(ran)) {
      expect(readback.split(' ')).toContain(`${slot}=${value}`);
      expect(report.split(' ')).toContain(`${slot}=${value}`);
    }
  });

  test('who owns an item, and every state, follow from the entries up to then (I17, I18)', async () => {
    const token = await confirmed(office);
    await office.paying.commit({ token });
    const stored = await under.store.entries('main', { after: 0, limit: 100 });
    const entries = stored.map(({ entry }) => entry);
    const owners = entries.map(
      (_, at) => fold('main', entries.slice(0, at + 1)).handoffs.get('scheduler-1')?.owner,
    );
    expect(owners).toEqual(['scheduler', 'payer', 'payer', 'payer', 'payer']);
    const { rows } = await under.store.read('main', { ids: ['scheduler-1'] });
    const replayed = fold('main', entries);
    expect([rows.handoffs, rows.statements, rows.messages]).toEqual([
      replayed.handoffs,
      replayed.statements,
      replayed.messages,
    ]);
  });
});

test('a hundred thousand guesses find no token (T16)', async () => {
  const under = await stores[0]?.open();
  if (under === undefined) throw new Error('there are stores');
  const office = officeAt(under.store);
  await confirmed(office);
  let found = 0;
  for (let guess = 0; guess < 100_000; guess++) {
    const token = randomBytes(16).toString('base64url');
    if ((await office.payer.statement(token)) !== null) found += 1;
  }
  expect(found).toBe(0);
  expect(office.bank.asked).toEqual([]);
});
