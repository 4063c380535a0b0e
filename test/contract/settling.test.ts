import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Capabilities, createActTool, type Found, signCallback } from '../../src/act/index.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import { HO0, payment, record, undo, values } from '../support/ledger/lines.ts';
import {
  type Bank,
  callbackSecret,
  confirmed,
  type Mood,
  type Office,
  officeAt,
  prepared,
} from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const key = { idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' } } as const;
const looked = { lookup: { kind: 'by-reference', lag: 30 }, horizon: 600 } as const;

describe.each(stores)('what an executor says of an act over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  /** Commits HO0 at a bank that can this and is in this mood. */
  async function committed(mood: Mood, can: Partial<Capabilities>): Promise<string> {
    office.bank.can = { ...office.bank.can, ...can };
    office.bank.moods = [mood];
    const token = await confirmed(office);
    await office.paying.commit({ token });
    return token;
  }
  async function statement(token: string) {
    return office.payer.statement(token);
  }
  /** A callback of the bank about a token, signed at its own time. */
  async function calls(
    token: string,
    says: Readonly<Record<string, unknown>>,
    { at = office.clock.now / 1_000, secret = callbackSecret } = {},
  ) {
    const body = JSON.stringify({ key: (await statement(token))?.key, token, ...says });
    return office.paying.callback({ body, signature: signCallback({ secret, body, at: Math.floor(at) }) });
  }

  test('a key that it knows with other values is no no: these did not run, and others may have (act.md 2)', async () => {
    const token = await committed('knows-other-values', key);
    expect(await statement(token)).toMatchObject({ state: 'UNKNOWN', heard: { conflict: true } });
    const again = await office.paying.settle({ token });
    expect(again).toMatchObject({
      outcome: 'unknown',
      next: 'person',
      question: expect.stringContaining(' to=human '),
    });
    expect(office.bank.asked).toHaveLength(1);
  });

  test('with a look-up it is found what did run under the key, and told as what it was not', async () => {
    const token = await committed('knows-other-values', { ...key, ...looked });
    office.bank.says = { outcome: 'found', values: { ...values, amt: '5100.00' } };
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'executed',
      mismatch: true,
      message:
        'MISMATCH: executed amt=5100.00, plan 5400.00. Handoff closed DN with mismatch; UNDO question payer-3 sent to scheduler.',
    });
  });

  test('it is not asked again before it wants to be, and then with the same key', async () => {
    const token = await committed('wants-to-wait', key);
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'unknown',
      next: 'wait',
      question: null,
      message: expect.stringMatching(
        /^CHECKING: PAY of inv:MD-2026-057 \(.*\): asking bank again with the same key \(attempt 2 of 5\) from 2026-10-02T14:01:00Z\. It cannot be done twice before 2026-10-02T15:00:00Z\.$/,
      ),
    });
    office.clock.now += 59_999;
    await office.paying.settle({ token });
    expect(office.bank.asked).toHaveLength(1);
    office.clock.now += 1;
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.asked.map((attempt) => attempt.key)).toEqual(Array(2).fill(office.bank.asked[0]?.key));
  });

  test('what wants to wait beyond exp is not sent again at all', async () => {
    const token = await committed('wants-to-wait', key);
    office.clock.now = Date.parse('2026-10-02T17:00:00Z');
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(office.bank.asked).toHaveLength(1);
  });

  test('finding nothing counts once the horizon and the lag of the look-up are over, and not before (act.md rule 3)', async () => {
    const token = await committed('hangs', looked);
    office.clock.now += 600_000 + 5_000 + 30_000;
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'unknown',
      message: expect.stringMatching(
        /looked up at bank, where finding nothing means not done from 2026-10-02T14:10:35Z\.$/,
      ),
    });
    office.clock.now += 1;
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'not-executed' });
  });

  test('what it has taken is not undone by finding nothing: a person is asked', async () => {
    const token = await committed('pending', { ...looked, settlesLater: true });
    expect(await statement(token)).toMatchObject({
      state: 'UNKNOWN',
      reference: 'BK-1',
      heard: { taken: true },
    });
    office.bank.says = { outcome: 'not-found' };
    office.clock.now += 7_200_000;
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown' });
    expect(await statement(token)).toMatchObject({
      state: 'UNKNOWN',
      cause: 'taken before, and not known now',
    });
    expect((await office.human.inbox()).at(-1)?.line).toContain(' opts=EXECUTED+NOTEXEC+STILL-UNKNOWN ');
  });

  test('what it has taken is shown as pending, and asked for under its own name', async () => {
    const token = await committed('pending', { ...looked, settlesLater: true });
    expect(await office.paying.show({ token })).toMatchObject({
      notice: {
        code: 'PENDING',
        text: expect.stringMatching(
          /was taken as BK-1 at 2026-10-02T14:00:00Z, and is not done yet\. bank is asked again/,
        ),
      },
    });
    const seen: unknown[] = [];
    office.bank.lookup = async ({ known, reference }): Promise<Found> => {
      seen.push([known, reference]);
      return { outcome: 'pending', reference: 'BK-1' };
    };
    const before = (await office.payer.thread()).length;
    await office.paying.settle({ token });
    expect(seen).toEqual([['BK-1', office.bank.asked[0]?.reference]]);
    expect(await office.payer.thread()).toHaveLength(before); // nothing new was said
  });

  test.each<[string, Partial<Capabilities>, boolean, number, string]>([
    ['a no that is final for the key ends it at once', { ...key, ...looked }, true, 0, 'NOTEXEC'],
    ['a final no without a key is no more than a no', looked, true, 0, 'UNKNOWN'],
    ['a no before the horizon leaves it unknown', looked, false, 635_000, 'UNKNOWN'],
    ['a no past the horizon ends it', looked, false, 635_001, 'NOTEXEC'],
  ])('to a look-up %s', async (_, can, final, later, state) => {
    const token = await committed('lost', { ...can, settlesLater: true });
    office.bank.says = { outcome: 'declined', final, reason: 'account closed' };
    office.clock.now += later;
    office.paying = office.pays({ attempts: 1 });
    await office.paying.settle({ token });
    expect(await statement(token)).toMatchObject({ state, cause: 'declined: account closed' });
  });

  test('a look-up may say executed for found', async () => {
    const token = await committed('lost', looked);
    office.bank.says = { outcome: 'executed', values } as never;
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
  });

  test.each([
    ['its claim is fresh', '14:00:00', 5_000],
    ['exp has not come', '16:59:58', 2_000],
  ])('it is told until when it may start: while %s', async (_, time, most) => {
    office.clock.now = Date.parse(`2026-10-02T${time}Z`);
    const token = await confirmed(office);
    await office.paying.commit({ token });
    const [{ startWithin = 0 } = {}] = office.bank.asked;
    expect(startWithin).toBeGreaterThan(0);
    expect(startWithin).toBeLessThanOrEqual(most);
  });

  test.each<[string, Partial<Capabilities>, number, boolean]>([
    ['before its horizon nobody is asked', looked, 635_000, false],
    ['past its horizon a person is', looked, 635_001, true],
    ['without a horizon a person is at once', { lookup: looked.lookup }, 0, true],
  ])('where a look-up cannot tell, %s', async (_, can, later, isAsked) => {
    const token = await committed('hangs', can);
    office.bank.says = { outcome: 'unknown', reason: 'the look-up is down' };
    office.clock.now += later;
    await office.paying.settle({ token });
    expect((await statement(token))?.question !== null).toBe(isAsked);
    expect((await statement(token))?.state).toBe('UNKNOWN');
  });

  test.each<[string, string, object]>([
    ['a yes', 'EXECUTED', { outcome: 'executed', values }],
    ['a no', 'UNKNOWN', { outcome: 'declined', final: true }],
  ])('%s that comes when nobody waits any more leaves it %s', async (_, state, answer) => {
    let say: (said: object) => void = () => undefined;
    const answered = new Promise<object>((resolve) => {
      say = resolve;
    });
    office.bank.run = () => answered as never;
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'unknown',
      cause: 'no answer within 200 ms',
    });
    const before = (await office.payer.thread()).length;
    say(answer);
    if (state === 'EXECUTED') await expect.poll(async () => (await statement(token))?.state).toBe(state);
    await answered;
    expect((await statement(token))?.state).toBe(state);
    const grown = (await office.payer.thread()).length > before;
    expect(grown).toBe(state === 'EXECUTED');
  });

  test('an answer to another key is none', async () => {
    office.bank.run = async ({ call }) =>
      ({ outcome: 'executed', values: call.values, key: 'another' }) as never;
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'unknown',
      cause: 'it answered another key',
    });
  });

  describe('by a callback', () => {
    const yes = { outcome: 'found', values, reference: 'BK-1' };

    test('a yes settles it, and the evidence says where it is from', async () => {
      const token = await committed('pending', { settlesLater: true });
      expect(await calls(token, yes)).toMatchObject({ outcome: 'executed', repeat: false, mismatch: false });
      expect(await statement(token)).toMatchObject({
        state: 'EXECUTED',
        result: { evidence: 'callback', reference: 'BK-1', values },
      });
      const after = (await office.payer.thread()).length;
      expect(await calls(token, yes)).toMatchObject({ outcome: 'executed', repeat: true });
      expect(await office.payer.thread()).toHaveLength(after);
      expect(await office.problems()).toEqual([]);
    });

    test('a yes settles what was never claimed here, and what runs', async () => {
      const token = await confirmed(office);
      expect(await calls(token, yes)).toMatchObject({ outcome: 'executed' });
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
      expect(office.bank.asked).toEqual([]);
    });

    test('a yes while it runs is the same yes as the reply', async () => {
      const token = await confirmed(office);
      office.bank.meanwhile = async () => {
        expect(await calls(token, { outcome: 'found', values })).toMatchObject({ outcome: 'executed' });
      };
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      expect((await office.payer.thread()).filter(({ type }) => type === 'DN')).toHaveLength(1);
      expect((await statement(token))?.incident).toBeNull();
    });

    test('it is waited for until the horizon, and then a person is asked', async () => {
      const token = await committed('pending', { settlesLater: true, horizon: 600 });
      office.clock.now += 605_000;
      expect(await office.paying.settle({ token })).toMatchObject({
        outcome: 'unknown',
        next: 'wait',
        question: null,
      });
      office.clock.now += 1;
      expect(await office.paying.settle({ token })).toMatchObject({
        question: expect.stringContaining(' to=human '),
      });
      expect(await calls(token, yes)).toMatchObject({ outcome: 'executed' });
    });

    test('a yes that comes by callback and by look-up at once is one', async () => {
      for (let round = 1; round <= 5; round++) {
        const { line, record: kept } = payment(round * 20);
        office.bank.can = { ...office.bank.can, ...looked, settlesLater: true };
        office.bank.moods = ['pending'];
        const token = await confirmed(office, line, kept);
        await office.paying.commit({ token });
        const own = JSON.parse((await statement(token))?.call ?? '').values;
        office.bank.says = { outcome: 'found', values: own, reference: 'BK-1' };
        const said = { outcome: 'found', values: own, reference: 'BK-1' };
        const outcomes = await Promise.all([
          office.paying.settle({ token }),
          calls(token, said),
          calls(token, said),
        ]);
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(['executed', 'executed', 'executed']);
        expect(await statement(token)).toMatchObject({ state: 'EXECUTED', incident: null });
      }
      expect((await office.payer.thread({ limit: 1_000 })).filter(({ type }) => type === 'DN')).toHaveLength(
        5,
      );
    });

    test('a yes to what ended without an act is an incident, told and asked about; nothing more runs for it', async () => {
      office.bank.moods = ['declines'];
      const token = await confirmed(office);
      await office.paying.commit({ token });
      await calls(token, yes);
      expect(await statement(token)).toMatchObject({
        state: 'NOTEXEC',
        incident: { evidence: 'callback', values },
      });
      expect(await office.paying.show({ token })).toMatchObject({
        notice: {
          code: 'INCIDENT',
          todo: 'decide',
          text: expect.stringMatching(/UNDO question payer-\d sent to scheduler\.$/),
        },
      });
      const again = HO0.replace('scheduler-1 ', 'scheduler-12 re=scheduler-1 ');
      expect(await office.scheduler.send(again, { record })).toMatchObject({ outcome: 'accepted' });
      expect(await office.paying.prepare({ handoff: 'scheduler-12' })).toMatchObject({ reason: 'incident' });
    });

    test('an effect that turns up for an earlier statement stops the confirmed one that came after it', async () => {
      office.bank.moods = ['declines'];
      const first = await confirmed(office);
      await office.paying.commit({ token: first });
      const again = HO0.replace('scheduler-1 ', 'scheduler-12 re=scheduler-1 ');
      const second = await confirmed(office, again);
      await calls(first, yes);
      expect(await office.paying.commit({ token: second })).toMatchObject({
        outcome: 'refused',
        reason: 'incident',
      });
      expect(await statement(second)).toMatchObject({ state: 'CONFIRMED' });
      expect(office.bank.asked).toHaveLength(1);
    });

    test.each<[string, Partial<Capabilities>, boolean, number, string]>([
      ['final for the key', key, true, 0, 'NOTEXEC'],
      ['that is not final', key, false, 0, 'UNKNOWN'],
      ['final, of an executor without keys', {}, true, 0, 'UNKNOWN'],
      ['past the horizon', { ...looked }, false, 700, 'NOTEXEC'],
      ['past the horizon, of an executor that cannot be looked up', { horizon: 600 }, false, 606, 'NOTEXEC'],
      ['before the horizon of one that cannot', { horizon: 600 }, false, 605, 'UNKNOWN'],
    ])('a no %s has the guards of any no', async (_, can, final, later, state) => {
      const token = await committed('pending', { ...can, settlesLater: true });
      office.clock.now += later * 1_000;
      await calls(token, { outcome: 'declined', final, reason: 'returned' });
      expect(await statement(token)).toMatchObject({ state, cause: 'declined: returned' });
    });

    test('a no is as old as its signature', async () => {
      const token = await committed('pending', { ...looked, settlesLater: true });
      office.clock.now += 700_000;
      await calls(token, { outcome: 'declined', final: false }, { at: office.clock.now / 1_000 - 200 });
      expect(await statement(token)).toMatchObject({ state: 'UNKNOWN' });
    });

    test('a no to what runs or waits changes nothing', async () => {
      const token = await confirmed(office);
      const no = { outcome: 'declined', final: true };
      expect(await calls(token, no)).toMatchObject({ outcome: 'refused', reason: 'settled' });
      office.bank.meanwhile = async () => {
        expect(await calls(token, no)).toMatchObject({ reason: 'in-progress', retryable: true });
      };
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    });

    test('nothing counts without a signature over these bytes at this time', async () => {
      const token = await committed('pending', key);
      const { now } = office.clock;
      expect(await calls(token, yes, { secret: 'another secret of 16 bytes' })).toMatchObject({
        reason: 'unsigned-callback',
      });
      expect(await calls(token, yes, { at: now / 1_000 - 301 })).toMatchObject({
        reason: 'stale-callback',
      });
      expect(await calls(token, yes, { at: now / 1_000 + 301 })).toMatchObject({ reason: 'stale-callback' });
      const body = JSON.stringify({ key: (await statement(token))?.key, token, ...yes });
      const signature = signCallback({ secret: callbackSecret, body, at: now / 1_000 });
      expect(
        await office.paying.callback({ body: body.replace('5400.00', '5400.01'), signature }),
      ).toMatchObject({
        reason: 'unsigned-callback',
      });
      for (const broken of [
        '',
        't=1',
        signature.slice(0, -1),
        signature.toUpperCase(),
        `${signature} `,
        signature.replace('t=', 't=1'),
      ])
        expect(await office.paying.callback({ body, signature: broken })).toMatchObject({
          reason: 'unsigned-callback',
        });
      expect(await statement(token)).toMatchObject({ state: 'UNKNOWN' });
      expect(await office.paying.callback({ body: Buffer.from(body), signature })).toMatchObject({
        outcome: 'executed',
      });
    });

    test('it is bound to its key, its executor and the principal that acts', async () => {
      const token = await committed('pending', key);
      expect(await calls(token, { ...yes, key: '0'.repeat(64) })).toMatchObject({ reason: 'other-key' });
      expect(await calls(token, { ...yes, token: 'x'.repeat(22) })).toMatchObject({
        reason: 'unknown-token',
      });
      const named = { ...bound(office.bank), name: 'another bank' };
      office.paying = office.pays({ executors: { PAY: named } });
      expect(await calls(token, yes)).toMatchObject({ reason: 'other-key' });
      office.paying = createActTool({ ledger: office.scheduler, executors: { PAY: office.bank } });
      expect(await calls(token, yes)).toMatchObject({ reason: 'not-yours' });
      office.paying = office.pays({ executors: {} });
      expect(await calls(token, yes)).toMatchObject({ reason: 'no-executor' });
      expect(await statement(token)).toMatchObject({ state: 'UNKNOWN' });
    });

    test('what says something twice, or is no object, says nothing', async () => {
      const token = await committed('pending', key);
      const at = office.clock.now / 1_000;
      const own = (await statement(token))?.key;
      for (const body of [
        `{"key":"${own}","token":"${token}","outcome":"declined","outcome":"found","values":{}}`,
        '[]',
        '"found"',
        '{"outcome":"found","values":{}}',
        '',
      ]) {
        const signature = signCallback({ secret: callbackSecret, body, at });
        expect(await office.paying.callback({ body, signature })).toMatchObject({
          reason: 'unreadable-callback',
        });
      }
      const body = JSON.stringify({ key: own, ...yes });
      const signature = signCallback({ secret: callbackSecret, body, at });
      expect(await office.paying.callback({ body, signature })).toMatchObject({
        reason: 'unreadable-callback',
      });
      expect(await office.paying.callback({ body, signature, token })).toMatchObject({ outcome: 'executed' });
    });

    test('that tells of other values than the plan is told as it is', async () => {
      const token = await committed('pending', key);
      expect(await calls(token, { outcome: 'found', values: { ...values, amt: '54.00' } })).toMatchObject({
        outcome: 'executed',
        mismatch: true,
      });
    });
  });

  test('the executor that ran reverses, where UNDO has none of its own', async () => {
    office.bank.can = { ...office.bank.can, reversal: true };
    office.paying = office.pays({ executors: { PAY: office.bank } });
    const token = await confirmed(office);
    await office.paying.commit({ token });
    await office.scheduler.send(undo.line, { record: undo.record });
    const made = await office.paying.prepare({ handoff: 'scheduler-20' });
    if (made.outcome !== 'prepared') throw new Error(JSON.stringify(made));
    expect(made.statement.executor).toBe('bank');
    await office.sending.confirm({ token: made.token });
    expect(await office.paying.commit({ token: made.token })).toMatchObject({
      outcome: 'executed',
      mismatch: false,
    });
    const original = await statement(token);
    expect(office.bank.reversed.map(({ call }) => [call.ask, call.reverses])).toEqual([
      ['UNDO', { report: 'payer-2', key: original?.key, reference: null }],
    ]);
    expect([office.bank.paid.length, office.bank.reversed[0]?.key === original?.key]).toEqual([1, false]);
    expect(await office.problems()).toEqual([]);
  });

  test('an executor that cannot reverse is not asked to', async () => {
    office.paying = office.pays({ executors: { PAY: office.bank } });
    const token = await confirmed(office);
    await office.paying.commit({ token });
    await office.scheduler.send(undo.line, { record: undo.record });
    expect(await office.paying.prepare({ handoff: 'scheduler-20' })).toMatchObject({ reason: 'no-executor' });
  });

  test('a dry run goes to the statement and no further', async () => {
    await office.scheduler.send(HO0, { record });
    const before = await office.payer.thread();
    const dry = await office.paying.prepare({ handoff: 'scheduler-1', dryRun: true });
    expect(dry).toMatchObject({
      outcome: 'dry-run',
      would: { outcome: 'prepared', verdict: { passes: true }, statement: { state: 'PREPARED' } },
    });
    const would = dry.outcome === 'dry-run' && dry.would.outcome === 'prepared' ? dry.would : null;
    expect(await office.payer.thread()).toEqual(before);
    expect(await statement(would?.token ?? '')).toBeNull();
    expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe('OPEN');
    expect(await office.sending.confirm({ token: would?.token ?? '' })).toMatchObject({
      reason: 'unknown-token',
    });
    const made = await office.paying.prepare({ handoff: 'scheduler-1' });
    const token = made.outcome === 'prepared' ? made.token : '';
    const plain = (line = '') => line.replace(/x_tok=\S+/, '');
    expect(made.outcome === 'prepared' && plain(made.line)).toBe(plain(would?.line));
    expect(await office.paying.prepare({ handoff: 'scheduler-1', dryRun: true })).toMatchObject({
      would: { outcome: 'prepared', repeat: true, token },
    });
  });

  test('a dry run says what would be asked, held or refused, and writes nothing of it', async () => {
    const would = async (options: Parameters<Office['pays']>[0], call = {}) => {
      const dry = await office.pays(options).prepare({ handoff: 'scheduler-1', call, dryRun: true });
      return dry.outcome === 'dry-run' ? dry.would.outcome : dry.outcome;
    };
    await office.scheduler.send(HO0, { record });
    const before = await office.payer.thread();
    expect(await would({ resolve: () => ({ acct: '20-00-00/55512345' }) })).toBe('question');
    expect(await would({}, { amt: '5450.00' })).toBe('question');
    expect(await would({ executors: {} })).toBe('refused');
    expect(await office.payer.thread()).toEqual(before);
  });

  test('a dry run looks past a statement whose time is over, and leaves it as it is', async () => {
    const token = await prepared(office, HO0.replace('T1700Z', 'T1900Z'));
    const short = await office.paying.abandon({ token });
    expect(short.outcome).toBe('abandoned');
    const made = await office.paying.prepare({ handoff: 'scheduler-1', exp: '20261002T1410Z' });
    expect(made.outcome).toBe('prepared');
    office.clock.now = Date.parse('2026-10-02T14:10:00Z');
    expect(await office.paying.prepare({ handoff: 'scheduler-1', dryRun: true })).toMatchObject({
      would: { outcome: 'prepared', repeat: false },
    });
    expect((await statement(made.outcome === 'prepared' ? made.token : ''))?.state).toBe('PREPARED');
  });

  test('what nobody can read now discards nothing: the commit waits, and works later (act.md 8)', async () => {
    let down = false;
    const resolve = () => {
      if (down) throw new Error('the master is locked');
      return { acct: values.acct };
    };
    office.paying = office.pays({ resolve });
    const token = await confirmed(office);
    down = true;
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'unreadable-source',
      retryable: true,
      message: expect.stringContaining('the master is locked'),
    });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'unreadable-source',
    });
    down = false;
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('what only looks like the record is asked about, and told as such (F27, T5)', async () => {
    const line =
      'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:1 ask=SEND rb=exec sup=marlow addr=accounts@mar1ow.example amt=1.00 cur=GBP paid=20261002 ref=R1';
    const slots = {
      sup: 'marlow',
      addr: 'accounts@mar1ow.example',
      amt: '1.00',
      cur: 'GBP',
      paid: '20261002',
      ref: 'R1',
    };
    expect(
      await office.scheduler.send(line, { record: { item: 'inv:1', ask: 'SEND', ...slots } }),
    ).toMatchObject({ outcome: 'accepted' });
    const resolve = () => ({ addr: 'accounts@marlow.example' });
    const mailing = office.pays({ executors: { SEND: office.bank }, resolve });
    expect(await mailing.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'question',
      contradictions: [{ slot: 'addr', alike: true }],
      line: expect.stringContaining(
        '// addr: sent accounts@mar1ow.example, records accounts@marlow.example, which looks alike: go ahead as sent?',
      ),
    });
    expect(office.bank.asked).toEqual([]);
  });

  test.each([
    [
      'ledger/full',
      'FULL: nothing was executed; your statement is still valid until 2026-10-02T17:00:00Z (the disk is full)',
    ],
    [
      'ledger/busy',
      'BUSY: nothing was executed; your statement is still valid until 2026-10-02T17:00:00Z (the disk is full)',
    ],
    [
      'ledger/undecided',
      'UNDECIDED: nothing was executed; commit again to find out how it stands (the disk is full)',
    ],
  ])('a storage that fails before the claim (%s) says what that means (act.md 8)', async (code, message) => {
    const token = await confirmed(office);
    const { step } = under.store;
    under.store.step = () => Promise.reject(new LedgerError(code, 'the disk is full', { retryable: true }));
    await expect(office.paying.commit({ token })).rejects.toMatchObject({ code, message, retryable: true });
    under.store.step = step;
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.asked).toHaveLength(1);
  });

  test('a storage that is broken for good says so itself', async () => {
    const token = await confirmed(office);
    under.store.step = () => Promise.reject(new LedgerError('ledger/damaged', 'entry 7 is not what it was'));
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      message: 'entry 7 is not what it was',
    });
  });

  test('what the caller does to its arguments while records are read changes nothing (F05)', async () => {
    const call: Record<string, string> = { amt: '5400.00' };
    const resolve = async () => {
      call['amt'] = '5450.00';
      return {};
    };
    await office.scheduler.send(HO0, { record });
    expect(await office.pays({ resolve }).prepare({ handoff: 'scheduler-1', call })).toMatchObject({
      outcome: 'prepared',
    });
  });
});

function bound(bank: Bank): Pick<Bank, 'can' | 'timeout' | 'run' | 'lookup' | 'callback'> {
  const { can, timeout, callback } = bank;
  return {
    can,
    timeout,
    callback,
    run: (attempt) => bank.run(attempt),
    lookup: (attempt) => bank.lookup(attempt),
  };
}
