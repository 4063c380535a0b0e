import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Capabilities, createActTool } from '../../src/act/index.ts';
import type { StatementState } from '../../src/ledger/index.ts';
import { at, CX0, HO0, record, values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const keyed: Partial<Capabilities> = { idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' } };
const seenByLook: Partial<Capabilities> = { lookup: { kind: 'by-key' }, horizon: 600 };

describe.each(stores)('an unknown outcome over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function stateOf(token: string): Promise<StatementState | undefined> {
    return (await office.payer.statement(token))?.state;
  }
  async function lost(can: Partial<Capabilities>): Promise<string> {
    office.bank.can = { ...office.bank.can, ...can };
    office.bank.moods = ['lost'];
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'unknown',
      cause: 'connection reset',
    });
    expect(await stateOf(token)).toBe('UNKNOWN');
    return token;
  }

  test('is settled by the same key again where the executor honours keys (F01, A5)', async () => {
    const token = await lost(keyed);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(office.bank.paid).toHaveLength(1);
    expect(new Set(office.bank.asked.map(({ key }) => key)).size).toBe(1);
    expect(office.bank.asked.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(await office.problems()).toEqual([]);
  });

  test('is settled without anybody’s help when the tool recovers (A5)', async () => {
    const token = await lost(keyed);
    const outcomes = await office.paying.recover();
    expect(outcomes).toMatchObject([{ outcome: 'executed', token }]);
    expect(await office.paying.recover()).toEqual([]);
  });

  test('is settled by a look-up that finds it (F01)', async () => {
    const token = await lost(seenByLook);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect([office.bank.paid.length, office.bank.asked.length]).toEqual([1, 1]);
  });

  test('is never sent again where the executor has neither; a person is asked (F01, A4)', async () => {
    const token = await lost({});
    for (let round = 0; round < 3; round++) {
      expect(await office.paying.commit({ token })).toMatchObject({
        outcome: 'unknown',
        next: 'person',
        message: expect.stringMatching(
          /^UNKNOWN: PAY of inv:MD-2026-057 \(.*amt=5400.00.*\) may or may not have been done at 2026-10-02T14:00:00Z\. It will not be sent again\. Look for the reference RW-[0-9A-Z]{15} or the key [0-9a-f]{64} at bank, then answer EXECUTED or NOTEXEC to payer-2\.$/,
        ),
        question: expect.stringMatching(
          /^RW1 AQ payer-2 re=scheduler-1 from=payer to=human item=inv:MD-2026-057 need=ENUM opts=EXECUTED\+NOTEXEC\+STILL-UNKNOWN /,
        ),
      });
    }
    expect([office.bank.asked.length, office.bank.paid.length]).toEqual([1, 1]);
    const inbox = await office.human.inbox();
    expect(inbox.map(({ id }) => id)).toEqual(['payer-2']);
    expect(await office.problems()).toEqual([]);
  });

  test('refuses a second prepare while it stands (A12)', async () => {
    const token = await lost({});
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'live-statement',
      message: `CONFLICT: the handoff has a statement that is not settled: statement ${token} of scheduler-1 is UNKNOWN; resolve it first`,
    });
    expect(await office.paying.abandon({ token })).toMatchObject({ outcome: 'refused' });
  });

  test('a named person settles it with what was seen: done', async () => {
    const token = await lost({});
    const deciding = createActTool({ ledger: office.human });
    const evidence = 'bank portal, payment 771';
    expect(await deciding.settle({ token, answer: { outcome: 'EXECUTED', evidence } })).toMatchObject({
      reason: 'needs-values',
    });
    const done = await deciding.settle({ token, answer: { outcome: 'EXECUTED', evidence, values } });
    expect(done).toMatchObject({
      outcome: 'executed',
      mismatch: false,
      line: expect.stringMatching(/^RW1 DN payer-3 .* out=OK /),
    });
    const thread = await office.payer.thread();
    expect(thread.find(({ type, line }) => type === 'AN' && line?.includes('EXECUTED'))).toMatchObject({
      principal: 'm.okafor',
      line: 'RW1 AN human-1 re=payer-2 from=human to=payer item=inv:MD-2026-057 val=EXECUTED // bank portal, payment 771',
    });
    expect(await office.problems()).toEqual([]);
  });

  test('a named person settles it with what was seen: not done, or still unknown', async () => {
    const token = await lost({});
    const deciding = createActTool({ ledger: office.human });
    const still = await deciding.settle({
      token,
      answer: { outcome: 'STILL-UNKNOWN', evidence: 'the portal is down' },
    });
    expect(still).toMatchObject({ outcome: 'unknown' });
    const not = await deciding.settle({
      token,
      answer: { outcome: 'NOTEXEC', evidence: 'statement of 2 October' },
    });
    expect(not).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringMatching(/^RW1 FL .* why=ERR retry=Y /),
    });
    expect(await stateOf(token)).toBe('NOTEXEC');
  });

  test('is no agent’s to settle by word, nor by a line', async () => {
    const token = await lost({});
    const answer = { outcome: 'NOTEXEC', evidence: 'trust me' } as const;
    expect(await office.paying.settle({ token, answer })).toMatchObject({
      outcome: 'refused',
      reason: 'not-a-person',
    });
    expect(await office.sending.settle({ token })).toMatchObject({ reason: 'not-yours' });
    const line = 'RW1 AN human-1 re=payer-2 from=human to=payer val=NOTEXEC';
    expect(await office.human.send(line)).toMatchObject({ outcome: 'refused', reason: 'guarded' });
    expect(await stateOf(token)).toBe('UNKNOWN');
  });

  test.each(['hangs', 'garbage', 'pending'] as const)(
    'an executor that %s leaves it unknown',
    async (mood) => {
      office.bank.moods = [mood];
      const token = await confirmed(office);
      const outcome = await office.paying.commit({ token });
      expect(outcome).toMatchObject({ outcome: 'unknown' });
      if (mood === 'pending')
        expect(outcome).toMatchObject({ message: expect.stringContaining('was taken as BK-1 at ') });
      expect(office.bank.asked).toHaveLength(1);
    },
  );

  test('"not found" counts only past the horizon (A3, act.md rule 3)', async () => {
    office.bank.can = { ...office.bank.can, ...seenByLook };
    office.bank.moods = ['hangs'];
    const token = await confirmed(office);
    await office.paying.commit({ token });
    office.clock.now += 600_000 + 5_000; // what was claimed may have been sent as late as that
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'look-up' });
    office.clock.now += 1;
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringMatching(/^RW1 FL .* why=TIMEOUT retry=Y /),
    });
    expect([await stateOf(token), office.bank.asked.length]).toEqual(['NOTEXEC', 1]);
  });

  test('without a horizon "not found" never counts, and a person is asked', async () => {
    office.bank.can = { ...office.bank.can, lookup: { kind: 'by-key' } };
    office.bank.moods = ['hangs'];
    const token = await confirmed(office);
    await office.paying.commit({ token });
    office.clock.now += 86_400_000;
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'unknown',
      question: expect.stringContaining(' to=human '),
    });
  });

  test('a claim whose worker died becomes unknown when its lease is out, never confirmed again (A3)', async () => {
    const token = await confirmed(office);
    const { name, can } = office.bank;
    const silent = { name, can, timeout: 10_000, run: () => new Promise<never>(() => {}) };
    // this worker is not heard of again before the store is gone
    office
      .pays({ executors: { PAY: silent } })
      .commit({ token })
      .catch(() => {});
    await expect.poll(() => stateOf(token)).toBe('CLAIMED');
    expect(await office.pays({ wait: 50 }).commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'in-progress',
      retryable: true,
    });
    office.clock.now += 60_000;
    expect(await office.ledger.sweep()).toMatchObject({ expired: 0, unknown: 1, closed: 0 });
    expect(await stateOf(token)).toBe('UNKNOWN');
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(office.bank.asked).toEqual([]);
  });

  test('a worker that was stopped after its claim does not send what was settled meanwhile (act.md rule 3)', async () => {
    const token = await confirmed(office);
    const step = under.store.step.bind(under.store);
    let stopped = false;
    under.store.step = async (conversation, wanted, decide) => {
      const result = await step(conversation, wanted, decide);
      if (stopped || (await stateOf(token)) !== 'CLAIMED') return result;
      stopped = true;
      office.clock.now += 60_000;
      await office.ledger.sweep();
      const answer = { outcome: 'NOTEXEC', evidence: 'never arrived at the bank' } as const;
      await createActTool({ ledger: office.human }).settle({ token, answer });
      return result;
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'not-executed' });
    expect(office.bank.asked).toEqual([]);
  });

  test('is not sent again past exp, past the key’s retention, or more often than allowed', async () => {
    const token = await lost({ idempotency: { kind: 'key', retention: 1_000, mismatch: 'error' } });
    office.clock.now += 995_000; // the key could be forgotten while the request is on its way
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    office.bank.can = { ...office.bank.can, ...keyed };
    office.clock.now = at('17:00:00');
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    office.clock.now = at('14:01:00');
    const meek = office.pays({ attempts: 1 });
    expect(await meek.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(office.bank.asked).toHaveLength(1);
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('a no to a retry does not end it while an earlier attempt may be on the wire (act.md rule 2)', async () => {
    const token = await lost(keyed);
    office.bank.moods = ['declines'];
    expect(await office.paying.settle({ token })).toMatchObject({
      outcome: 'unknown',
      cause: 'declined: insufficient funds',
    });
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('a cancel while it stands is recorded, and answered when it is settled', async () => {
    const token = await lost(keyed);
    expect(await office.scheduler.send(CX0)).toMatchObject({ handoff: { state: 'CANCELLING' }, written: [] });
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'executed' });
    expect((await office.payer.show('scheduler-1'))?.handoff?.state).toBe('CLOSED_DN');
  });

  test('a yes that comes after it was settled with no is an incident, kept and asked about', async () => {
    const token = await confirmed(office);
    const deciding = createActTool({ ledger: office.human });
    office.bank.meanwhile = async () => {
      office.clock.now += 60_000;
      await office.ledger.sweep();
      await deciding.settle({ token, answer: { outcome: 'NOTEXEC', evidence: 'not on the statement' } });
    };
    // the executor's yes arrives late
    const slow = office.pays();
    await slow.commit({ token });
    const statement = await office.payer.statement(token);
    expect(statement).toMatchObject({ state: 'NOTEXEC', incident: { values, evidence: 'reply' } });
    const asked = (await office.scheduler.inbox()).at(-1);
    expect(asked?.line).toMatch(
      / need=YESNO \/\/ an effect was found, and the statement was NOTEXEC: undo it\?$/,
    );
  });

  test('an effect that was found where none should be holds its act: no other handoff does it once more (I1)', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => {
      office.clock.now += 60_000;
      await office.ledger.sweep();
      await createActTool({ ledger: office.human }).settle({
        token,
        answer: { outcome: 'NOTEXEC', evidence: 'not on the statement' },
      });
    };
    await office.paying.commit({ token });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'NOTEXEC', incident: { values } });
    await office.scheduler.send(HO0.replace('scheduler-1', 'scheduler-7'), { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-7' })).toMatchObject({
      reason: 'duplicate',
      line: expect.stringContaining(' why=DUP // open or done as scheduler-1'),
    });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('an effect that was found while another statement holds its act is recorded all the same', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => {
      office.bank.meanwhile = null;
      office.clock.now += 60_000;
      await office.ledger.sweep();
      await createActTool({ ledger: office.human }).settle({
        token,
        answer: { outcome: 'NOTEXEC', evidence: 'not on the statement' },
      });
      const other = await confirmed(office, HO0.replace('scheduler-1', 'scheduler-7'));
      expect(await office.paying.commit({ token: other })).toMatchObject({ outcome: 'executed' });
    };
    await office.paying.commit({ token });
    expect(await office.payer.statement(token)).toMatchObject({ state: 'NOTEXEC', incident: { values } });
    expect(office.bank.paid).toHaveLength(2);
  });

  test('lists what is unknown among what is open', async () => {
    const token = await lost({});
    office.clock.now += 90_000;
    expect(await office.scheduler.open()).toMatchObject([
      { id: 'scheduler-1', age: 90_000, statement: { token, state: 'UNKNOWN' } },
    ]);
  });
});
