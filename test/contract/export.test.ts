import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { createLedger, exportLedger, importLedger, type Store } from '../../src/ledger/index.ts';
import { busy } from '../support/ledger/busy.ts';
import { payment } from '../support/ledger/lines.ts';
import { officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

async function textOf(store: Store, options: { readonly kept?: boolean } = { kept: true }): Promise<string> {
  const lines: string[] = [];
  for await (const line of exportLedger(store, options)) lines.push(line);
  return lines.join('');
}

const tables = ['messages', 'handoffs', 'closes', 'statements', 'act_keys', 'numbers', 'cursors'] as const;

async function everything(store: Store): Promise<unknown> {
  const page = { after: null, limit: 10_000 };
  return [
    await store.whole.heads(),
    ...(await Promise.all(tables.map((table) => store.whole.rows(table, page)))),
  ];
}

async function isEmpty(store: Store): Promise<boolean> {
  return JSON.stringify(await everything(store)) === JSON.stringify([[], ...tables.map(() => [])]);
}

describe.each(stores)('an export of $name', ({ open }) => {
  let from: StoreUnderTest;
  let to: StoreUnderTest;
  let exported: string;
  beforeEach(async () => {
    from = await open();
    to = await open();
    await busy(from.store);
    exported = await textOf(from.store);
  });
  afterEach(async () => {
    await from.remove();
    await to.remove();
  });

  test.each(stores)(
    'is imported into $name: the same entries, the same state, the same export',
    async (other) => {
      const there = await other.open();
      expect(await importLedger(there.store, [exported])).toMatchObject({
        outcome: 'imported',
        conversations: 4, // and the profile's text
      });
      expect(await everything(there.store)).toEqual(await everything(from.store));
      expect(await textOf(there.store)).toBe(exported);
      expect(await textOf(there.store, {})).toBe(await textOf(from.store, {}));
      expect(await createLedger({ store: there.store }).verify()).toMatchObject({ holds: true });
      await there.remove();
    },
  );

  test('is in another epoch where it is imported, so that nothing runs twice', async () => {
    await importLedger(to.store, [exported]);
    const [before, after] = [await from.store.epoch(), await to.store.epoch()];
    expect(before.quarantined).toBe(false);
    expect(after.quarantined).toBe(true);
    expect(after.epoch).not.toBe(before.epoch);
    const again = await to.reopen();
    expect((await again.epoch()).quarantined).toBe(true);
    await again.settleEpoch();
    expect((await again.epoch()).quarantined).toBe(false);
  });

  test('goes into no ledger in which something was written', async () => {
    await createLedger({ store: to.store })
      .as({ principal: 'p', agents: ['a'] })
      .nextId();
    const before = await textOf(to.store);
    await expect(importLedger(to.store, [exported])).rejects.toMatchObject({ code: 'ledger/not-empty' });
    expect(await textOf(to.store)).toBe(before);
  });

  test('has what senders kept only when that is asked for, and is taken without only when that is said', async () => {
    const without = await textOf(from.store, {});
    expect(exported).toContain('\\"apref\\":\\"FD-50\\"');
    expect(without).not.toContain('\\"apref\\":\\"FD-50\\"},\\"diagnostics');
    expect(await importLedger(to.store, [without])).toMatchObject({ outcome: 'refused', line: 1 });
    const taken = await importLedger(to.store, [without], { withoutKept: true });
    expect(taken).toMatchObject({ outcome: 'imported', withoutKept: { count: 12 } });
    const office = officeAt(to.store);
    const conversation = 'b\u00fcro \u{1f600}';
    const payer = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
    const readback = 'RW1 RB payer-1 re=auditor-1 from=payer to=auditor item=x:1 ask=DRAFT acc=must:hurry';
    await expect(payer.send(readback)).rejects.toMatchObject({ code: 'ledger/damaged' });
    expect(await office.ledger.verify()).toMatchObject({ holds: false, fault: 'kept' });
    expect(await office.ledger.verify({ withoutKept: true })).toMatchObject({ holds: true });
  });

  test('that is cut off anywhere, or lacks a line, or has one twice, leaves nothing behind', async () => {
    const lines = exported.split('\n').slice(0, -1);
    const some = lines
      .map((line, at) => ({ line, at }))
      .filter(({ at }) => at < 3 || at % 9 === 0 || at > lines.length - 6);
    const damaged = some.flatMap(({ line, at }) => [
      lines.slice(0, at).map(whole).join(''),
      lines.slice(0, at).join('\n'),
      [...lines.slice(0, at), ...lines.slice(at + 1)].map(whole).join(''),
      [...lines.slice(0, at), line, ...lines.slice(at)].map(whole).join(''),
    ]);
    for (const text of [...damaged, exported.slice(0, -1), `${exported}\n`, `${exported}x`])
      expect(await importLedger(to.store, [text])).toMatchObject({ outcome: 'refused' });
    expect(await isEmpty(to.store)).toBe(true);
    expect((await to.store.epoch()).quarantined).toBe(false);
    expect(await importLedger(to.store, [exported])).toMatchObject({ outcome: 'imported' });
  });

  test('whose reading breaks off leaves nothing behind, and is taken afterwards', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield exported.slice(0, exported.length / 2);
      throw new Error('the disk is gone');
    }
    await expect(importLedger(to.store, broken())).rejects.toThrow('the disk is gone');
    expect(await isEmpty(to.store)).toBe(true);
    expect(await importLedger(to.store, exported)).toMatchObject({ outcome: 'imported' }); // a character at a time
  });

  test('of an act that one conversation gave up and another did is imported in the order of names', async () => {
    const { ledger, bank } = officeAt(from.store);
    const { line, record } = payment(900);
    const roomOf = (conversation: string) => {
      const sender = ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation });
      const receiver = ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
      return {
        sender,
        receiver,
        sending: createActTool({ ledger: sender }),
        paying: createActTool({ ledger: receiver, executors: { PAY: bank } }),
      };
    };
    const [first, second] = [roomOf('zz gave it up'), roomOf('aa did it')];
    await first.sender.send(line, { record });
    expect(await first.paying.prepare({ handoff: 'scheduler-900' })).toMatchObject({ outcome: 'prepared' });
    for (let number = 1; number <= 120; number++)
      await first.receiver.send(`RW1 ST payer-9${number} from=payer to=scheduler item=x:1`);
    await first.sender.send(
      'RW1 CX scheduler-901 re=scheduler-900 p=pay from=scheduler to=payer item=inv:MD-900 why=REVOKED',
    );
    await second.sender.send(line, { record });
    const prepared = await second.paying.prepare({ handoff: 'scheduler-900' });
    const token = prepared.outcome === 'prepared' ? prepared.token : '';
    await second.sending.confirm({ token });
    expect(await second.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    const text = await textOf(from.store);
    expect(await importLedger(to.store, [text])).toMatchObject({ outcome: 'imported' });
    expect(await everything(to.store)).toEqual(await everything(from.store));
  });

  test('is a prefix of every conversation, whatever is written meanwhile', async () => {
    const there = officeAt(from.store);
    const lines: string[] = [];
    let number = 500;
    for await (const line of exportLedger(from.store, { kept: true })) {
      lines.push(line);
      number += 1;
      await there.payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=x:1`);
      await there.payer.acknowledge(number - 490);
    }
    expect(lines.filter((line) => line.startsWith('{"entry"')).join('')).toBe(
      exported
        .split('\n')
        .filter((line) => line.startsWith('{"entry"'))
        .map(whole)
        .join(''),
    );
    expect(await importLedger(to.store, lines)).toMatchObject({ outcome: 'imported' });
  });
});

function whole(line: string): string {
  return `${line}\n`;
}
