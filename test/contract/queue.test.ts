import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { at, HO0, payment, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('what is to be done over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  function payAt(number: number, exp: string): ReturnType<typeof payment> {
    const { line, record: own } = payment(number);
    return { line: line.replace('exp=20261002T1700Z', `exp=${exp}`), record: own };
  }

  async function sendExpiring(number: number, exp: string): Promise<string> {
    const { line, record: own } = payAt(number, exp);
    const sent = await office.scheduler.send(line, { record: own, closeWhenExpired: true });
    if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
    return sent.id;
  }

  describe('statements to commit', () => {
    test('are the confirmed ones of one principal whose exp is ahead, the nearest first', async () => {
      const late = await confirmed(office);
      const soon = payAt(20, '20261002T1500Z');
      const first = await confirmed(office, soon.line, soon.record);
      await prepared(office, payment(30).line, payment(30).record);
      const named = (token: string) => ({ conversation: 'main', token });
      expect(await under.store.pick('treasury', at('14:00:00'), 10)).toEqual([first, late].map(named));
      expect(await under.store.pick('treasury', at('14:00:00'), 1)).toEqual([named(first)]);
      expect(await under.store.pick('ap-office', at('14:00:00'), 10)).toEqual([]);
      expect(await under.store.pick('treasury', at('15:00:00') - 1, 10)).toHaveLength(2);
      expect(await under.store.pick('treasury', at('15:00:00'), 10)).toEqual([named(late)]);
      expect(await under.store.pick('treasury', at('17:00:00'), 10)).toEqual([]);
      await office.paying.commit({ token: first });
      expect(await under.store.pick('treasury', at('14:00:00'), 10)).toEqual([named(late)]);
      expect(await under.store.pick('nobody\0', at('14:00:00'), 10)).toEqual([]);
    });

    test('are picked over all conversations, and committed by whoever is first', async () => {
      const tokens: string[] = [];
      for (const [index, conversation] of ['b', 'a'].entries()) {
        const { line, record: own } = payment(20 + index);
        tokens.push(await confirmed({ ...office, ...roomAt(conversation) }, line, own));
      }
      const found = await under.store.pick('treasury', at('14:00:00'), 10);
      expect(found.map(({ conversation }) => conversation).sort()).toEqual(['a', 'b']);
      expect(found.map(({ token }) => token).sort()).toEqual(tokens.sort());
    });

    function roomAt(conversation: string): Pick<Office, 'scheduler' | 'sending' | 'paying'> {
      const scheduler = office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation });
      const payer = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
      const tool = { executors: { PAY: office.bank } };
      return {
        scheduler,
        sending: createActTool({ ledger: scheduler }),
        paying: createActTool({ ledger: payer, ...tool }),
      };
    }

    test('that nobody has claimed are listed for a change of epoch, prepared ones too', async () => {
      const token = await confirmed(office);
      const other = await prepared(office, payment(20).line, payment(20).record);
      const done = await confirmed(office, payment(30).line, payment(30).record);
      await office.paying.commit({ token: done });
      const found = await under.store.unclaimed(10);
      expect(found.map((named) => named.token).sort()).toEqual([token, other].sort());
      expect(await under.store.unclaimed(1)).toHaveLength(1);
    });
  });

  describe('what is due', () => {
    test('is a statement past its exp, and a handoff past its own, from that millisecond on', async () => {
      const soon = payAt(20, '20261002T1500Z');
      const token = await prepared(office, soon.line, soon.record);
      const id = await sendExpiring(30, '20261002T1500Z');
      expect(await under.store.due(at('15:00:00') - 1, 10)).toEqual([]);
      expect(await under.store.due(at('15:00:00'), 10)).toEqual([
        { conversation: 'main', token },
        { conversation: 'main', handoff: id },
      ]);
    });

    test('that cannot be done goes to the end of the row, and holds up nothing (100 that cannot close)', async () => {
      const stuck = new Set<string>();
      const limit = 10;
      for (let number = 100; number < 130; number++) stuck.add(await sendExpiring(number, '20261002T1500Z'));
      const closable = await sendExpiring(200, '20261002T1501Z');
      const seen = new Set<string>();
      for (let pass = 0; pass < 4; pass++) {
        // nothing is done about any of them
        for (const due of await under.store.due(at('15:10:00'), limit)) {
          if ('handoff' in due) seen.add(due.handoff);
        }
      }
      expect(seen).toEqual(new Set([...stuck, closable]));
      const again = await (await under.reopen()).due(at('15:10:00'), 100);
      expect(again).toHaveLength(31);
      office.clock.now = at('15:10:00');
      expect(await office.ledger.sweep({ limit: 100 })).toMatchObject({ closed: 31 });
      expect(await under.store.due(at('15:10:00'), 100)).toEqual([]);
    });

    test('comes back at a later pass of the same moment', async () => {
      for (let number = 1; number < 6; number++) await sendExpiring(number, '20261002T1500Z');
      const taken: number[] = [];
      for (let pass = 0; pass < 5; pass++) taken.push((await under.store.due(at('16:00:00'), 2)).length);
      expect(taken).toEqual([2, 2, 2, 2, 2]);
    });
  });

  test('open handoffs of a principal are counted over all conversations', async () => {
    const count = async (openBy?: string): Promise<number> =>
      (await under.store.read('main', openBy === undefined ? {} : { openBy })).open;
    expect(await count('ap-office')).toBe(0);
    await office.scheduler.send(HO0, { record });
    const elsewhere = office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation: 'b' });
    await elsewhere.send('RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT');
    await elsewhere.send('RW1 HO scheduler-2 from=scheduler to=payer item=x:2 ask=DRAFT');
    expect([await count('ap-office'), await count('treasury'), await count()]).toEqual([3, 0, 0]);
    expect(await count("' OR ''='")).toBe(0);
    await elsewhere.send('RW1 CX scheduler-3 re=scheduler-2 from=scheduler to=payer item=x:2 why=REVOKED');
    expect(await count('ap-office')).toBe(2);
  });
});
