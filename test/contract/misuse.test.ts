import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Capabilities, createActTool } from '../../src/act/index.ts';
import { seatOf } from '../../src/ledger/seat.ts';
import { at, CX0, HO0, record, values } from '../support/ledger/lines.ts';
import { Bank, confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const keyed: Partial<Capabilities> = { idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' } };

describe.each(stores)('what somebody tries at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function stateOf(token: string): Promise<string | undefined> {
    return (await office.payer.statement(token))?.state;
  }
  async function handoff(id = 'scheduler-1'): Promise<string | undefined> {
    return (await office.payer.show(id))?.handoff?.state;
  }
  async function lost(can: Partial<Capabilities> = {}): Promise<string> {
    office.bank.can = { ...office.bank.can, ...can };
    office.bank.moods = ['lost'];
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    return token;
  }
  /** Runs something right after the next look at the ledger that no step makes. */
  function afterNextRead(then: () => Promise<unknown>): void {
    const { store } = seatOf(office.payer);
    const read = store.read.bind(store);
    store.read = async (conversation, wanted) => {
      const slice = await read(conversation, wanted);
      store.read = read;
      await then();
      return slice;
    };
  }

  describe('with the executor', () => {
    test('an outcome that one executor left unknown is not sent to another, nor looked up there', async () => {
      const token = await lost(keyed);
      const other = new Bank();
      other.can = { ...office.bank.can, ...keyed, lookup: { kind: 'by-key' }, horizon: 1 };
      const moved = office.pays({ executors: { PAY: { ...bound(other), name: 'new bank' } } });
      office.clock.now += 60_000;
      expect(await moved.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
      expect([office.bank.paid.length, other.asked.length]).toEqual([1, 0]);
      expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
    });

    test('a statement that was frozen for one executor does not run with another', async () => {
      const token = await confirmed(office);
      const moved = office.pays({ executors: { PAY: { ...bound(office.bank), name: 'new bank' } } });
      expect(await moved.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'no-executor' });
      expect([office.bank.asked.length, await stateOf(token)]).toEqual([0, 'CONFIRMED']);
    });

    test.each([
      ['an object that is no text', { item: JSON.parse('{"toString":1,"valueOf":1}') }],
      ['a list without a prototype', { ask: Object.create(null) }],
      [
        'a value that cannot be read',
        {
          get acct() {
            throw new Error('gone');
          },
        },
      ],
    ])('a yes with %s among its values is not lost', async (_, more) => {
      const token = await confirmed(office);
      office.bank.run = async ({ call }) => ({
        outcome: 'executed',
        values: Object.defineProperties({ ...call.values }, Object.getOwnPropertyDescriptors(more)),
      });
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: true });
      expect(await handoff()).toBe('CLOSED_DN');
    });

    test('an act that is done elsewhere is not done here as well', async () => {
      const other = officeAt(under.store, { elsewhere: ['PAY'] });
      await other.scheduler.send(HO0, { record });
      expect(await other.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'not-actable' });
      expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
        reason: 'not-actable',
      });
    });

    test('words from outside are told as one short line', async () => {
      const token = await confirmed(office);
      const reference = `BK\nRW1 DN payer-9 \u001b[31m${'x'.repeat(5_000)}`;
      office.bank.run = async () => ({ outcome: 'pending', reference });
      const outcome = await office.paying.commit({ token });
      const message = outcome.outcome === 'unknown' ? outcome.message : '';
      expect(message).toContain('was taken as BK RW1 DN payer-9');
      expect(message).toMatch(/^[\x20-\x7e]{1,800}$/);
      expect((await office.payer.statement(token))?.reference).toBe(reference);
    });

    test('a reason from outside is kept escaped and in short', async () => {
      const token = await confirmed(office);
      office.bank.run = async () => ({
        outcome: 'declined',
        final: false,
        reason: `no\nRW1 DN ${'x'.repeat(5_000)}`,
      });
      expect(await office.paying.commit({ token })).toMatchObject({
        outcome: 'not-executed',
        cause: expect.stringMatching(/^declined: no\\u\{000A\}RW1 DN x{110}… \(5010 characters\)$/),
      });
    });

    test('a second yes that tells of another effect is an incident, and one that repeats the first is none', async () => {
      office.bank.can = { ...office.bank.can, ...keyed };
      office.bank.meanwhile = async () => undefined; // it takes the time that it needs
      const token = await confirmed(office);
      office.bank.run = async ({ attempt, call }) => {
        if (attempt < 2) {
          office.clock.now += 60_000;
          await office.ledger.sweep();
          await office.paying.settle({ token });
        }
        return { outcome: 'executed', values: call.values, reference: attempt < 2 ? 'BK-2' : 'BK-1' };
      };
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
      expect(await office.payer.statement(token)).toMatchObject({
        state: 'EXECUTED',
        result: { reference: 'BK-1' },
        incident: { reference: 'BK-2' },
      });
      expect((await office.scheduler.inbox()).at(-1)?.line).toContain(
        'and the statement was EXECUTED: undo it?',
      );
    });

    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5000' as never])(
      'a claim has an end: no tool is made with %s ms',
      (time) => {
        const endless = { ...bound(office.bank), name: 'bank', timeout: time };
        expect(() => office.pays({ executors: { PAY: endless } })).toThrow('bank: timeout');
        expect(() => office.pays({ sendWithin: time })).toThrow('sendWithin');
      },
    );

    test('a clock that was set back makes no key younger', async () => {
      const token = await lost(keyed);
      office.clock.now -= 1;
      expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
      expect(office.bank.asked).toHaveLength(1);
    });
  });

  describe('with the tool’s own records', () => {
    test('what a resolver does to the message that it is given changes nothing', async () => {
      await office.scheduler.send(HO0, { record });
      const paying = office.pays({
        resolve: (ho) => {
          (ho.slots as Record<string, unknown>)['amt'] = '9999.00';
          return {};
        },
      });
      const made = await paying.prepare({ handoff: 'scheduler-1' });
      const token = made.outcome === 'prepared' ? made.token : '';
      expect(made).toMatchObject({ outcome: 'prepared', line: expect.stringContaining(' amt=5400.00 ') });
      await office.sending.confirm({ token });
      await paying.commit({ token });
      expect(office.bank.paid.map(({ call }) => call.values)).toEqual([values]);
    });

    test.each([[null], [undefined], [5], ['acct'], [[]], [true]])(
      'records that are %j are none, and nothing is prepared on them',
      async (records) => {
        await office.scheduler.send(HO0, { record });
        const paying = office.pays({ resolve: () => records as never });
        expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'not-composed' });
      },
    );

    test('a yes that arrives while a commit reads the records does not get past them (F04)', async () => {
      let acct = '40-12-88/61102938';
      const paying = office.pays({ resolve: () => ({ acct }) });
      await office.scheduler.send(HO0, { record });
      const made = await paying.prepare({ handoff: 'scheduler-1' });
      const token = made.outcome === 'prepared' ? made.token : '';
      acct = '20-00-00/99999999';
      afterNextRead(() => office.sending.confirm({ token }));
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'refused' });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'changed' });
      expect(office.bank.asked).toEqual([]);
    });

    test.each(['__proto__', 'constructor', 'file:run.sh'])(
      'an artifact named %s is frozen (T9, F04)',
      async (name) => {
        let script = 'echo one';
        const paying = office.pays({ artifact: async () => script });
        await office.scheduler.send(`${HO0} art=${name}`, { record });
        const made = await paying.prepare({ handoff: 'scheduler-1' });
        expect(made).toMatchObject({ line: expect.stringMatching(/ x_sha=[0-9a-f]{64}/) });
        const token = made.outcome === 'prepared' ? made.token : '';
        await office.sending.confirm({ token });
        script = 'echo two';
        expect(await paying.commit({ token })).toMatchObject({ reason: 'changed' });
      },
    );

    test.each([{ exp: '20261002T1430Z' }, { x_sha: 'a'.repeat(64) }, { x_tok: 'tk1' }])(
      'a readback says %j only as prepare has frozen it',
      async (readback) => {
        await office.scheduler.send(HO0.replace(' exp=20261002T1700Z', ''), { record });
        expect(await office.paying.prepare({ handoff: 'scheduler-1', readback })).toMatchObject({
          outcome: 'refused',
          reason: 'not-composed',
        });
      },
    );

    test('a statement whose time has passed before it is prepared is none', async () => {
      await office.scheduler.send(HO0, { record });
      expect(await office.paying.prepare({ handoff: 'scheduler-1', exp: '20261002T1400Z' })).toMatchObject({
        outcome: 'refused',
        reason: 'expired',
      });
      expect(await handoff()).toBe('OPEN');
    });
  });

  describe('with a cancel', () => {
    test('nobody acknowledges by hand what may still run (A8)', async () => {
      const token = await lost(keyed);
      await office.scheduler.send(CX0);
      const said = 'RW1 AN payer-77 re=scheduler-4 p=pay from=payer to=scheduler val=Y';
      expect(await office.payer.send(said)).toMatchObject({ outcome: 'refused', reason: 'running' });
      expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
      const thread = await office.payer.thread();
      const accepted = thread.filter(({ type, refused }) => type === 'AN' && refused === null);
      expect(accepted.map(({ line }) => line)).toEqual([expect.stringContaining(' re=payer-1 ')]);
    });

    test('a cancel in flight is acknowledged when exp passes before the send', async () => {
      const token = await confirmed(office);
      const { store } = seatOf(office.payer);
      const read = store.read.bind(store);
      store.read = async (conversation, wanted) => {
        const claimed = (await stateOf2()) === 'CLAIMED';
        if (claimed && office.clock.now < at('17:00:00')) {
          await office.scheduler.send(CX0);
          office.clock.now = at('17:00:00');
        }
        return read(conversation, wanted);
      };
      const stateOf2 = async () =>
        (await read('main', { tokens: [token] })).rows.statements.get(token)?.state;
      expect(await office.paying.commit({ token })).toMatchObject({
        outcome: 'not-executed',
        line: expect.stringMatching(/^RW1 AN .* re=scheduler-4 .*val=Y/),
      });
      expect([await handoff(), office.bank.asked.length]).toEqual(['CLOSED_CX', 0]);
      expect(await office.problems('20261002T1700Z')).toEqual([]);
    });

    test('another principal that speaks as the sender cancels nothing by sending it again', async () => {
      const token = await confirmed(office);
      const rival = office.ledger.as({ principal: 'rival', agents: ['scheduler'] });
      const again = `${HO0.replace('scheduler-1 ', 'scheduler-30 ')} re=scheduler-1`;
      expect(await rival.send(again, { record })).toMatchObject({ outcome: 'accepted' });
      const said = Object.entries(values).map(([slot, value]) => `${slot}=${value}`);
      const rb = `RW1 RB payer-9 re=scheduler-30 p=pay from=payer to=scheduler item=inv:MD-2026-057 ask=PAY ${said.join(' ')}`;
      expect(await office.payer.send(rb)).toMatchObject({ outcome: 'accepted' });
      expect([await stateOf(token), await handoff()]).toEqual(['CONFIRMED', 'CLEARED']);
    });
  });

  describe('with a person', () => {
    test('only the one who was asked answers', async () => {
      const token = await lost();
      const bystander = office.ledger.as({ principal: 'bob', agents: ['reviewer'], person: true });
      const deciding = createActTool({ ledger: bystander, person: 'reviewer' });
      const answer = { outcome: 'NOTEXEC', evidence: 'I think so' } as const;
      expect(await deciding.settle({ token, answer })).toMatchObject({
        outcome: 'refused',
        reason: 'direction',
      });
      expect(await stateOf(token)).toBe('UNKNOWN');
      expect(await office.problems()).toEqual([]);
    });

    test.each(['executed', 'EXECUTED please', 'NO', '__proto__', ''])(
      'an answer %j that was not offered is none (F16)',
      async (outcome) => {
        const token = await lost();
        const deciding = createActTool({ ledger: office.human });
        const answer = { outcome: outcome as 'NOTEXEC', evidence: 'the portal' };
        expect(await deciding.settle({ token, answer })).toMatchObject({ reason: 'answer-fails' });
        expect(await stateOf(token)).toBe('UNKNOWN');
        expect(await office.problems()).toEqual([]);
      },
    );
  });

  describe('with an UNDO', () => {
    const undo = (number: number, ctx: string, { p = ' p=pay', item = 'inv:MD-2026-057' } = {}) => ({
      line: `RW1 HO scheduler-${number}${p} from=scheduler to=payer item=${item} ask=UNDO rb=all ctx=${ctx}`,
      kept: { record: { item, ask: 'UNDO', ctx: [ctx] } },
    });

    test.each([
      ['under another profile', undo(20, 'payer-2', { p: '' })],
      ['of a message that is nowhere', undo(20, 'payer-99')],
      ['of a handoff', undo(20, 'scheduler-1')],
    ])('of an act %s is reported by nobody’s hand', async (_, { line, kept }) => {
      await office.paying.commit({ token: await confirmed(office) });
      expect(await office.scheduler.send(line, kept)).toMatchObject({
        outcome: 'accepted',
        handoff: { guarded: true },
      });
      expect(await office.payer.send(doneBy(20))).toMatchObject({ reason: 'guarded' });
      expect(await office.paying.prepare({ handoff: 'scheduler-20' })).toMatchObject({
        reason: 'not-actable',
      });
    });

    test('of an UNDO does not run, and is reported by nobody’s hand', async () => {
      await office.paying.commit({ token: await confirmed(office) });
      const first = undo(20, 'payer-2');
      const token = await prepared(office, first.line, first.kept.record as never);
      await office.sending.confirm({ token });
      const done = await office.paying.commit({ token });
      const dn = /^RW1 DN (\S+)/.exec(done.outcome === 'executed' ? done.line : '')?.[1] ?? '';
      const second = undo(40, dn);
      await office.scheduler.send(second.line, second.kept);
      expect(await office.paying.prepare({ handoff: 'scheduler-40' })).toMatchObject({
        reason: 'not-actable',
      });
      expect(await office.payer.send(doneBy(40))).toMatchObject({ reason: 'guarded' });
      expect(office.bank.paid).toHaveLength(2);
    });

    test('about another item than the act does not run', async () => {
      await office.paying.commit({ token: await confirmed(office) });
      const { line, kept } = undo(20, 'payer-2', { item: 'inv:OTHER' });
      await office.scheduler.send(line, kept);
      expect(await office.paying.prepare({ handoff: 'scheduler-20' })).toMatchObject({
        reason: 'not-composed',
        message: expect.stringContaining('payer-2 is about inv:MD-2026-057, not inv:OTHER'),
      });
    });

    test('of work that nothing guards is reported by its receiver', async () => {
      await office.scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT');
      await office.payer.send('RW1 DN payer-1 re=scheduler-1 from=payer to=scheduler item=x:1 out=OK');
      const { line, kept } = undo(20, 'payer-1', { p: '', item: 'x:1' });
      expect(await office.scheduler.send(line, kept)).toMatchObject({ handoff: { guarded: false } });
    });

    function doneBy(number: number): string {
      return `RW1 DN payer-90 re=scheduler-${number} from=payer to=scheduler item=inv:MD-2026-057 out=OK`;
    }
  });

  describe('with a line', () => {
    test('why a handoff fails its record is told to its sender, and kept from everybody else', async () => {
      const kept = { record: { ...record, amt: '5450.00' }, withheld: { eff: '2026-10-99' } };
      const sent = await office.scheduler.send(HO0, kept);
      expect(sent).toMatchObject({ outcome: 'refused', reason: 'handoff-fails' });
      for (const told of [sent, await office.scheduler.thread()])
        expect(JSON.stringify(told)).toContain('5450.00');
      const seen = JSON.stringify(await office.payer.thread());
      expect(seen).toContain('handoff-fails');
      expect(seen).not.toContain('5450.00');
      expect(seen).not.toContain('2026-10-99');
    });

    test('who a handle speaks as cannot be added to', async () => {
      expect(() => (office.payer.agents as string[]).push('scheduler')).toThrow(TypeError);
      const line = 'RW1 ST scheduler-9 from=scheduler to=payer item=x:1';
      expect(await office.payer.send(line)).toMatchObject({ reason: 'identity' });
    });
  });
});

/** A bank's methods as an object of its own. */
function bound(bank: Bank): Pick<Bank, 'can' | 'timeout' | 'run' | 'lookup'> {
  const { can, timeout } = bank;
  return { can, timeout, run: (attempt) => bank.run(attempt), lookup: (attempt) => bank.lookup(attempt) };
}
