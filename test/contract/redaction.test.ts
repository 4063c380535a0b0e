import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fold } from '../../src/ledger/index.ts';
import { CX0, HO0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const by = { reason: 'the payee asked for it', by: 'm.okafor' } as const;

describe.each(stores)('redaction over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function texts(): Promise<readonly string[]> {
    const stored = await under.store.entries('main', { after: 0, limit: 100 });
    return stored.map(({ entry, keptText }) => entry.text + (keptText ?? ''));
  }

  async function stateIsTheFold(): Promise<void> {
    const entries = (await under.store.entries('main', { after: 0, limit: 100 })).map(({ entry }) => entry);
    const rebuilt = fold('main', entries);
    const { rows } = await under.store.read('main', { ids: [...rebuilt.messages.keys()] });
    for (const table of ['messages', 'handoffs', 'statements'] as const)
      expect(Object.fromEntries(rows[table])).toEqual(Object.fromEntries(rebuilt[table]));
  }

  test('drops what a paid handoff said, and keeps its hashes, its state and who said why', async () => {
    await office.paying.commit({ token: await confirmed(office) });
    const before = await office.scheduler.thread();
    for (const { sequence, line } of before) {
      const told = line === null ? { reason: 'empty' } : { outcome: 'redacted' }; // a claim is names alone
      expect(await office.ledger.redact({ sequence, ...by })).toMatchObject(told);
    }
    expect((await texts()).join('')).not.toMatch(/61102938|40-12-88|5400|marlow|FD-0929/);
    const after = await office.scheduler.thread();
    expect(after.slice(0, before.length).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    expect(after.slice(0, before.length).map(({ id, type }) => [id, type])).toEqual(
      before.map(({ id, type }) => [id, type]),
    );
    expect(after.at(-1)).toMatchObject({ principal: 'm.okafor', line: null });
    expect((await office.scheduler.show('scheduler-1'))?.handoff).toMatchObject({ state: 'CLOSED_DN' });
    expect(await office.scheduler.kept('scheduler-1')).toBeNull();
    await stateIsTheFold();
  });

  test('redacts once, and says that again', async () => {
    await office.scheduler.send('RW1 ST scheduler-1 from=scheduler to=payer item=x:1 // Mr Marlow is ill');
    expect(await office.ledger.redact({ sequence: 1, ...by })).toEqual({ outcome: 'redacted', entry: 2 });
    expect(await office.ledger.redact({ sequence: 1, ...by })).toEqual({ outcome: 'exists', entry: 2 });
    expect(await office.ledger.redact({ sequence: 2, ...by })).toMatchObject({ reason: 'redaction' });
    expect(await office.ledger.redact({ sequence: 9, ...by })).toMatchObject({ reason: 'unknown' });
    expect((await texts())[0]).not.toContain('ill');
  });

  test('of two at once, one is first', async () => {
    await office.scheduler.send('RW1 ST scheduler-1 from=scheduler to=payer item=x:1 // Mr Marlow is ill');
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => office.ledger.redact({ sequence: 1, ...by })),
    );
    const told = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.outcome : one.reason.code));
    expect(told.filter((one) => one === 'redacted')).toHaveLength(1);
    expect(told.filter((one) => !['redacted', 'exists', 'ledger/conflict'].includes(one))).toEqual([]);
    expect(await texts()).toHaveLength(2);
  });

  test('redacts nothing that is open: its lines are still needed', async () => {
    await prepared(office);
    for (const sequence of [1, 2])
      expect(await office.ledger.redact({ sequence, ...by })).toMatchObject({ reason: 'open' });
    await office.scheduler.send(
      'RW1 AQ scheduler-8 from=scheduler to=payer need=YESNO // is Mr Marlow well?',
    );
    expect(await office.ledger.redact({ sequence: 3, ...by })).toMatchObject({ reason: 'open' });
    await office.payer.send('RW1 AN payer-8 re=scheduler-8 from=payer to=scheduler val=N');
    expect(await office.ledger.redact({ sequence: 3, ...by })).toMatchObject({ outcome: 'redacted' });
    await office.scheduler.send(CX0);
    for (const sequence of [1, 2])
      expect(await office.ledger.redact({ sequence, ...by })).toMatchObject({ outcome: 'redacted' });
    await stateIsTheFold();
  });

  test('drops what a refused line said, and what was found in it', async () => {
    await office.scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=Marlow asks=');
    expect((await texts())[0]).toContain('Marlow');
    expect(await office.ledger.redact({ sequence: 1, ...by })).toMatchObject({ outcome: 'redacted' });
    expect((await texts())[0]).not.toContain('Marlow');
    expect((await office.scheduler.thread())[0]).toMatchObject({ refused: 'unreadable', line: null });
    expect(await office.ledger.redact({ sequence: 2, ...by })).toMatchObject({ reason: 'redaction' });
  });

  test('a line that was redacted is not taken a second time', async () => {
    const line = 'RW1 ST scheduler-1 from=scheduler to=payer item=x:1 // Mr Marlow is ill';
    await office.scheduler.send(line);
    await office.ledger.redact({ sequence: 1, ...by });
    expect(await office.scheduler.send(line)).toMatchObject({ outcome: 'refused', reason: 'id-taken' });
    expect(
      await office.scheduler.send(HO0.replace('scheduler-1', 'scheduler-2'), { record: { ...record } }),
    ).toMatchObject({ outcome: 'accepted' });
  });

  test.each([
    { reason: '', by: 'm.okafor' },
    { reason: 'x'.repeat(301), by: 'm.okafor' },
    { reason: 'a\nb', by: 'm.okafor' },
    { reason: 'a\u202eb', by: 'm.okafor' },
    { reason: ' ', by: 'm.okafor' },
    { reason: 'because', by: ' ' },
    { reason: 'because', by: 'ledger' },
  ])('says why and by whom, in words that can be shown: %j', async (words) => {
    await office.scheduler.send('RW1 ST scheduler-1 from=scheduler to=payer item=x:1 // Mr Marlow is ill');
    const code = words.reason === 'because' ? 'usage/principal' : 'usage/reason';
    await expect(office.ledger.redact({ sequence: 1, ...words })).rejects.toMatchObject({ code });
  });
});
