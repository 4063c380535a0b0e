import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encode } from '../../src/codec/index.ts';
import type { EntryView, Handle } from '../../src/ledger/index.ts';
import { at, HO0, payment, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('what is delivered at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  const idsOf = (entries: readonly EntryView[]): readonly (string | null)[] => entries.map(({ id }) => id);
  const told = (handle: Handle, id: string, to: string, more = 'item=doc:1'): Promise<unknown> =>
    handle.send(`RW1 ST ${id} from=${id.split('-')[0]} to=${to} ${more}`);

  describe('an inbox', () => {
    test('shows the same lines until they are acknowledged, also to a reader that starts anew (K9)', async () => {
      for (const id of ['payer-1', 'payer-2', 'payer-3']) await told(office.payer, id, 'scheduler');
      const first = await office.scheduler.inbox();
      expect(idsOf(first)).toEqual(['payer-1', 'payer-2', 'payer-3']);
      expect(idsOf(await office.scheduler.inbox())).toEqual(idsOf(first));
      await office.scheduler.acknowledge(first[1]?.sequence ?? 0);
      const later = officeAt(await under.reopen()).scheduler;
      expect(idsOf(await later.inbox())).toEqual(['payer-3']);
      // asked for by its place it is there as before
      expect(idsOf(await later.inbox({ after: 0 }))).toEqual(idsOf(first));
    });

    test('never goes back, and not beyond what there is to read', async () => {
      for (const id of ['payer-1', 'payer-2']) await told(office.payer, id, 'scheduler');
      await office.scheduler.acknowledge(2);
      await office.scheduler.acknowledge(1);
      expect(await office.scheduler.inbox()).toEqual([]);
      for (const none of [3, 1e9, -1, 1.5, Number.NaN]) {
        await expect(office.scheduler.acknowledge(none)).rejects.toMatchObject({ code: 'usage/sequence' });
      }
      await told(office.payer, 'payer-3', 'scheduler');
      expect(idsOf(await office.scheduler.inbox())).toEqual(['payer-3']);
    });

    test('each agent of a handle has a place of its own', async () => {
      await told(office.payer, 'payer-1', 'scheduler');
      await told(office.payer, 'payer-2', 'auditor');
      await told(office.payer, 'payer-3', 'scheduler');
      await office.scheduler.acknowledge(3, 'scheduler');
      expect(idsOf(await office.scheduler.inbox())).toEqual(['payer-2']);
      await told(office.payer, 'payer-4', 'scheduler');
      await told(office.payer, 'payer-5', 'auditor');
      expect(idsOf(await office.scheduler.inbox())).toEqual(['payer-2', 'payer-4', 'payer-5']);
      expect(idsOf(await office.scheduler.inbox({ limit: 2 }))).toEqual(['payer-2', 'payer-4']);
      await office.scheduler.acknowledge(4);
      expect(idsOf(await office.scheduler.inbox())).toEqual(['payer-5']);
      await expect(office.scheduler.acknowledge(4, 'payer')).rejects.toMatchObject({ code: 'usage/agent' });
    });

    test('a DN that was written and not taken is there after a restart, once', async () => {
      const token = await confirmed(office);
      await office.paying.commit({ token });
      const later = officeAt(await under.reopen()).scheduler;
      const waiting = await later.inbox();
      expect(waiting.map(({ type }) => type)).toEqual(['RB', 'DN']);
      await later.acknowledge(waiting.at(-1)?.sequence ?? 0);
      expect(await later.inbox()).toEqual([]);
    });

    test('waits for the first line, and no longer than it is told', async () => {
      const waiting = office.scheduler.inbox({ wait: 20_000 });
      await told(office.scheduler, 'scheduler-1', 'payer'); // wakes it, and is not for it
      await told(office.payer, 'payer-1', 'scheduler');
      expect(idsOf(await waiting)).toEqual(['payer-1']);
      await office.scheduler.acknowledge(2);
      expect(await office.scheduler.inbox({ wait: 30 })).toEqual([]);
    });

    test('stops waiting when its caller does', async () => {
      const controller = new AbortController();
      const waiting = office.scheduler.inbox({ wait: 20_000, signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
    });
  });

  describe('the history of an item', () => {
    test('is every line about it in order, those of its handoffs and those of none', async () => {
      await told(office.payer, 'payer-40', 'scheduler', 'item=inv:MD-2026-057');
      const token = await confirmed(office);
      await told(office.payer, 'payer-90', 'scheduler', 'item=doc:1');
      await office.paying.commit({ token });
      const { line, record: other } = payment(20);
      await office.scheduler.send(line, { record: other });
      const found = await office.payer.history('inv:MD-2026-057');
      expect(found.map(({ type }) => type)).toEqual(['ST', 'HO', 'RB', 'AN', 'DN']);
      expect(idsOf(await office.payer.history('doc:1'))).toEqual(['payer-90']);
      expect(await office.payer.history('inv:none')).toEqual([]);
    });
  });

  describe('a readback that is made of what arrived', () => {
    test('says what was sent, and passes', async () => {
      await office.scheduler.send(HO0, { record });
      const made = await office.payer.makeReadback('scheduler-1', { set: { exp: '20261002T1630Z' } });
      if (made.outcome !== 'composed' || made.message === null) throw new Error(JSON.stringify(made));
      expect(encode(made.message)).toContain('RW1 RB payer-1 re=scheduler-1 from=payer');
      expect(await office.payer.send(made.message)).toMatchObject({
        outcome: 'accepted',
        verdict: { passes: true, wilco: true },
        handoff: { state: 'OWNED', owner: 'payer' },
      });
    });

    test('names what is still open', async () => {
      await office.scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=doc:7 ask=DRAFT rb=plan', {
        criteria: ['len:120w'],
      });
      expect(await office.payer.makeReadback('scheduler-1')).toMatchObject({
        outcome: 'composed',
        message: null,
        open: ['acc', 'do'],
      });
      const own = { acc: 'len:120w', do: 'letter' };
      expect(await office.payer.makeReadback('scheduler-1', own)).toMatchObject({ open: [] });
    });

    test('is the receiver’s to make, of a handoff that is open', async () => {
      await office.scheduler.send(HO0, { record });
      expect(await office.scheduler.makeReadback('scheduler-1')).toMatchObject({ reason: 'direction' });
      expect(await office.payer.makeReadback('scheduler-9')).toMatchObject({ reason: 'unknown-re' });
      await office.payer.send('RW1 UN payer-1 re=scheduler-1 p=pay from=payer to=scheduler why=NOCAP');
      expect(await office.payer.makeReadback('scheduler-1')).toMatchObject({ reason: 'closed' });
    });
  });

  describe('a done report that is checked by its id', () => {
    test('holds where the act ran as it was confirmed, by the id of the handoff and of the report', async () => {
      const token = await confirmed(office);
      expect(await office.scheduler.checkDone('scheduler-1')).toMatchObject({
        outcome: 'not-done',
        message: 'scheduler-1 is CLEARED: nothing was reported done',
      });
      await office.paying.commit({ token });
      const checked = await office.scheduler.checkDone('scheduler-1');
      expect(checked).toMatchObject({
        outcome: 'checked',
        statement: { token, state: 'EXECUTED' },
        verdict: { passes: true },
      });
      const report = (await office.scheduler.show('scheduler-1'))?.handoff?.closed?.message ?? '';
      office.clock.now = at('23:00:00'); // long after its exp
      expect(await office.scheduler.checkDone(report)).toEqual(checked);
      expect(await office.scheduler.checkDone('scheduler-9')).toBeNull();
    });

    test('fails where something else ran, and says which value', async () => {
      office.bank.moods = ['swaps-account'];
      const token = await confirmed(office);
      await office.paying.commit({ token });
      const checked = await office.scheduler.checkDone('scheduler-1');
      expect(checked).toMatchObject({ outcome: 'checked', verdict: { passes: false } });
      const codes = checked?.outcome === 'checked' ? checked.verdict.diagnostics.map(({ code }) => code) : [];
      expect(codes).toContain('done/mismatch');
    });

    test('what the sender kept is compared for the sender alone', async () => {
      await office.scheduler.send(
        'RW1 HO scheduler-1 from=scheduler to=payer item=doc:7 ask=DRAFT rb=acc keys=len',
        { criteria: ['len:120w'] },
      );
      await office.payer.send(
        'RW1 RB payer-1 re=scheduler-1 from=payer to=scheduler item=doc:7 ask=DRAFT acc=len:120w',
      );
      const sent = await office.payer.send(
        'RW1 DN payer-2 re=scheduler-1 from=payer to=scheduler item=doc:7 out=OK',
      );
      expect(sent).toMatchObject({ outcome: 'accepted' });
      expect(await office.payer.checkDone('payer-2')).toMatchObject({
        outcome: 'checked',
        statement: null,
        verdict: { passes: true },
      });
      expect(await office.scheduler.checkDone('payer-2')).toMatchObject({ verdict: { passes: true } });
    });
  });
});
