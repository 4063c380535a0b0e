import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { at, HO0, payment, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const RB = 'RW1 RB payer-1 re=scheduler-1 from=payer to=scheduler item=doc:7 ask=DRAFT';
const HO = 'RW1 HO scheduler-1 from=scheduler to=payer item=doc:7 ask=DRAFT';

describe.each(stores)('what time does at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  describe('a readback that its sender waits for', () => {
    test('is late from its moment on, is shown first, and stays its sender’s (F13)', async () => {
      const older = HO.replace('scheduler-1', 'scheduler-2').replace('doc:7', 'doc:8');
      await office.scheduler.send(older);
      await office.scheduler.send(HO, { readbackBy: '20261002T1405Z' });
      office.clock.now = at('14:04:59');
      expect((await office.scheduler.open()).map(({ id, late }) => [id, late])).toEqual([
        ['scheduler-2', false],
        ['scheduler-1', false],
      ]);
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 0 });
      office.clock.now = at('14:05:00');
      expect((await office.scheduler.open()).map(({ id, late }) => [id, late])).toEqual([
        ['scheduler-1', true],
        ['scheduler-2', false],
      ]);
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 1 });
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 0 });
      expect(await office.scheduler.show('scheduler-1')).toMatchObject({
        handoff: { state: 'OPEN', owner: 'scheduler', overdue: true, readbackBy: at('14:05:00') },
      });
      expect(await office.scheduler.owner('doc:7')).toBe('scheduler');
    });

    test('is none any more when it has come, late or not', async () => {
      await office.scheduler.send(HO, { readbackBy: at('14:05:00') });
      await office.payer.send(RB);
      office.clock.now = at('14:10:00');
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 0 });
      expect(await office.scheduler.open()).toMatchObject([{ state: 'OWNED', late: false }]);
    });

    test('may still come after its time', async () => {
      await office.scheduler.send(HO, { readbackBy: at('14:05:00') });
      office.clock.now = at('14:10:00');
      await office.ledger.sweep();
      expect(await office.payer.send(RB)).toMatchObject({ handoff: { state: 'OWNED', owner: 'payer' } });
      expect(await office.scheduler.open()).toMatchObject([{ late: false }]);
    });

    test('and an expiry that the ledger may close: the later one is not forgotten', async () => {
      const line = `${HO} exp=20261002T1430Z`;
      await office.scheduler.send(line, { readbackBy: at('14:05:00'), closeWhenExpired: true });
      office.clock.now = at('14:10:00');
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 1, closed: 0 });
      office.clock.now = at('14:30:00');
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 0, closed: 1 });
    });

    test('an expiry alone closes nothing that its sender did not give away', async () => {
      await office.scheduler.send(`${HO} exp=20261002T1406Z`, { readbackBy: at('14:05:00') });
      office.clock.now = at('14:10:00');
      expect(await office.ledger.sweep()).toMatchObject({ overdue: 1, closed: 0 });
      expect(await office.scheduler.open()).toMatchObject([{ late: true, orphaned: true }]);
    });

    test.each([['20261002T1400Z'], ['tomorrow'], [at('13:59:59')], [Number.NaN], [0.5]])(
      'is waited for until a time to come: %s is none',
      async (readbackBy) => {
        await expect(office.scheduler.send(HO, { readbackBy })).rejects.toMatchObject({
          code: 'usage/readback-by',
        });
        expect(await office.scheduler.thread()).toEqual([]);
      },
    );
  });

  describe('a sweep', () => {
    test('gets to everything, however little it does at a time and whatever cannot be closed', async () => {
      // three that run, and may not be closed, expire first
      for (const number of [1, 10, 20]) {
        const { line, record: kept } = payment(number);
        const short = line.replace('T1700Z', 'T1410Z');
        const sent = await office.scheduler.send(short, { record: kept, closeWhenExpired: true });
        if (sent.outcome === 'refused') throw new Error(sent.message);
        const outcome = await office.paying.prepare({ handoff: sent.id });
        if (outcome.outcome !== 'prepared') throw new Error(JSON.stringify(outcome));
        await office.sending.confirm({ token: outcome.token });
        office.bank.moods = ['lost'];
        await office.paying.commit({ token: outcome.token });
      }
      for (const number of [30, 31, 32, 33]) {
        const line = `RW1 HO scheduler-${number} from=scheduler to=payer item=doc:${number} ask=DRAFT exp=20261002T1420Z`;
        await office.scheduler.send(line, { closeWhenExpired: true });
      }
      office.clock.now = at('15:00:00');
      let closed = 0;
      for (let pass = 0; pass < 8; pass++) closed += (await office.ledger.sweep({ limit: 2 })).closed;
      expect(closed).toBe(4);
    });
  });

  describe('a statement whose handoff names no end', () => {
    const open = HO0.replace(' exp=20261002T1700Z', '');

    test('lasts a day, and says so on its readback', async () => {
      office.clock.now = at('14:00:30');
      const token = await confirmed(office, open);
      expect(await office.paying.show({ token })).toMatchObject({
        exp: Date.parse('2026-10-03T14:00:00Z'),
        line: expect.stringContaining(' exp=20261003T1400Z'),
      });
      office.clock.now = Date.parse('2026-10-03T13:59:59.999Z');
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    });

    test('is expired after it, confirmed or not', async () => {
      const token = await confirmed(office, open);
      office.clock.now = Date.parse('2026-10-03T14:00:00Z');
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'expired' });
      expect(office.bank.asked).toEqual([]);
      expect(await office.scheduler.show('scheduler-1')).toMatchObject({ handoff: { state: 'OWNED' } });
    });

    test('lasts as long as its tool says, where the call says nothing', async () => {
      await office.scheduler.send(open, { record });
      const tool = office.pays({ statementLife: 90_000 });
      expect(await tool.prepare({ handoff: 'scheduler-1' })).toMatchObject({
        statement: { exp: at('14:01:00') },
      });
      for (const statementLife of [0, 59_999, Number.NaN, Infinity]) {
        expect(() => office.pays({ statementLife })).toThrow('statementLife is a number of milliseconds');
      }
    });
  });

  describe('what one principal may have open', () => {
    test('is bounded: the handoff beyond it is answered BUSY with the cap, in its receiver’s name (T20)', async () => {
      office = officeAt(under.store, { caps: { openHandoffs: 2 } }, office.clock);
      const send = (number: number): ReturnType<typeof office.scheduler.send> =>
        office.scheduler.send(
          `RW1 HO scheduler-${number} from=scheduler to=payer item=doc:${number} ask=DRAFT`,
        );
      expect((await send(1)).outcome).toBe('accepted');
      expect((await send(2)).outcome).toBe('accepted');
      const third = await send(3);
      expect(third).toMatchObject({
        outcome: 'declined',
        handoff: { state: 'CLOSED_UN', owner: 'scheduler' },
        written: [
          'RW1 UN payer-1 re=scheduler-3 from=payer to=scheduler why=BUSY // ap-office has 2 handoffs open: the cap openHandoffs is 2',
        ],
      });
      expect((await office.scheduler.inbox()).map(({ delegateFor }) => delegateFor)).toEqual(['payer']);
      expect(await office.problems()).toEqual([]);
      // another sender is not held up, in this conversation or in another one the first one is
      const other = office.ledger.as({ principal: 'audit', agents: ['auditor'] });
      const auditors = 'RW1 HO auditor-1 from=auditor to=payer item=doc:9 ask=DRAFT';
      expect(await other.send(auditors)).toMatchObject({ outcome: 'accepted' });
      const elsewhere = office.ledger.as({
        principal: 'ap-office',
        agents: ['scheduler'],
        conversation: 'other',
      });
      expect(await elsewhere.send(HO)).toMatchObject({ outcome: 'declined' });
      // and it goes on when something has ended
      await office.payer.send('RW1 UN payer-8 re=scheduler-1 from=payer to=scheduler why=NOCAP');
      expect((await send(4)).outcome).toBe('accepted');
    });

    test('statements too: what is beyond the cap is declined, and nothing is prepared (T20)', async () => {
      office = officeAt(under.store, { caps: { liveStatements: 1 } }, office.clock);
      await prepared(office);
      const { line, record: kept } = payment(20);
      await office.scheduler.send(line, { record: kept });
      expect(await office.paying.prepare({ handoff: 'scheduler-20' })).toMatchObject({
        outcome: 'refused',
        reason: 'busy',
        line: expect.stringContaining('why=BUSY // treasury has 1 statements that are live: the cap'),
      });
      expect(await office.scheduler.show('scheduler-20')).toMatchObject({ handoff: { state: 'CLOSED_UN' } });
      // the first one is not in the way of itself
      expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ repeat: true });
    });

    test.each([[{ openHandoffs: -1 }], [{ openHandoffs: 1.5 }], [{ liveStatements: Number.NaN }]])(
      'is a number of things: %o is none',
      (caps) => {
        expect(() => officeAt(under.store, { caps })).toThrow('is a whole number');
      },
    );

    test('a handoff at its cap is refused for what is wrong with it before', async () => {
      office = officeAt(under.store, { caps: { openHandoffs: 0 } }, office.clock);
      expect(await office.scheduler.send(HO0)).toMatchObject({ reason: 'needs-record' });
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'declined' });
    });
  });
});
