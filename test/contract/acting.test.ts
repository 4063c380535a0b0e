import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { newToken } from '../../src/act/statement.ts';
import { parse } from '../../src/codec/index.ts';
import { at, CX0, DN0, HO0, payment, RB0, record, undo, values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('acting over $name', ({ open }) => {
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

  test('pays once what was confirmed, and the report is of what was paid (A1)', async () => {
    const token = await confirmed(office);
    const done = await office.paying.commit({ token });
    expect(done).toMatchObject({
      outcome: 'executed',
      repeat: false,
      mismatch: false,
      verdict: { passes: true },
    });
    expect(office.bank.paid.map(({ call }) => call.values)).toEqual([values]);
    const dn = parse(done.outcome === 'executed' ? done.line : '').message;
    expect({ ...dn?.slots }).toEqual({ p: 'pay', out: 'OK', ...values });
    expect(await stateOf(token)).toBe('EXECUTED');
    expect(await handoff()).toBe('CLOSED_DN');
    expect(await office.scheduler.owner('inv:MD-2026-057')).toBe('payer');
    expect(await office.problems()).toEqual([]);
  });

  test('answers a repeated commit with the first one’s report, also after a restart (A2)', async () => {
    const token = await confirmed(office);
    const first = await office.paying.commit({ token });
    office.clock.now += 1_000;
    const second = await office.paying.commit({ token });
    expect(second).toEqual({ ...first, repeat: true });
    const later = officeAt(await under.reopen());
    expect(await later.paying.commit({ token })).toEqual({ ...first, repeat: true });
    expect([office.bank.paid.length, later.bank.paid.length]).toEqual([1, 0]);
    const thread = await office.payer.thread();
    expect(thread.filter(({ type }) => type === 'DN')).toHaveLength(1);
  });

  test('commits from storage alone what another process prepared and had confirmed (F10)', async () => {
    const token = await confirmed(office);
    const later = officeAt(await under.reopen());
    expect(await later.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(later.bank.paid).toHaveLength(1);
  });

  test('refuses before confirmation, to another principal, and for a token that is none (T16)', async () => {
    const token = await prepared(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'unconfirmed',
      retryable: true,
    });
    await office.sending.confirm({ token });
    const thief = office.ledger.as({ principal: 'thief', agents: ['payer'] });
    const stealing = createActTool({ ledger: thief, executors: { PAY: office.bank } });
    expect(await stealing.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'not-yours' });
    expect(await stealing.abandon({ token })).toMatchObject({ outcome: 'refused', reason: 'not-yours' });
    for (const guess of ['', 'tk1', `${token}A`, token.slice(1), '__proto__']) {
      expect(await office.paying.commit({ token: guess })).toMatchObject({ reason: 'unknown-token' });
    }
    const elsewhere = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation: 'other' });
    const abroad = createActTool({ ledger: elsewhere, executors: { PAY: office.bank } });
    expect(await abroad.commit({ token })).toMatchObject({ reason: 'unknown-token' });
    expect(office.bank.asked).toEqual([]);
  });

  test('takes no yes from the principal that executes, unless it is set so', async () => {
    const both = office.ledger.as({ principal: 'all-in-one', agents: ['scheduler', 'payer'] });
    const alone = createActTool({ ledger: both, executors: { PAY: office.bank } });
    await both.send(HO0, { record });
    const outcome = await alone.prepare({ handoff: 'scheduler-1' });
    const token = outcome.outcome === 'prepared' ? outcome.token : '';
    expect(await alone.confirm({ token })).toMatchObject({ outcome: 'refused', reason: 'self-confirmed' });
    expect(await alone.commit({ token })).toMatchObject({ reason: 'unconfirmed' });
    const relaxed = officeAt(under.store, { selfConfirm: true });
    const trusted = relaxed.ledger.as({ principal: 'all-in-one', agents: ['scheduler', 'payer'] });
    const tool = createActTool({ ledger: trusted, executors: { PAY: relaxed.bank } });
    expect(await tool.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
    expect(await tool.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('a yes clears only the token that it repeats', async () => {
    const token = await prepared(office);
    const yes = 'RW1 AN scheduler-9 re=payer-1 p=pay from=scheduler to=payer val=Y';
    expect(await office.scheduler.send(yes)).toMatchObject({ reason: 'unknown-token' });
    expect(await office.scheduler.send(`${yes} x_tok=tk1`)).toMatchObject({ reason: 'unknown-token' });
    expect(await stateOf(token)).toBe('PREPARED');
    expect(await office.scheduler.send(`${yes} x_tok=${token}`)).toMatchObject({ outcome: 'accepted' });
    expect(await stateOf(token)).toBe('CONFIRMED');
  });

  test('any other answer discards the statement, and the handoff can be prepared anew', async () => {
    const token = await prepared(office);
    expect(await office.sending.confirm({ token, answer: 'N' })).toMatchObject({ outcome: 'declined' });
    expect([await stateOf(token), await handoff()]).toEqual(['ABANDONED', 'OWNED']);
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
    const again = await office.paying.prepare({ handoff: 'scheduler-1' });
    expect(again).toMatchObject({ outcome: 'prepared', repeat: false });
    expect(office.bank.asked).toEqual([]);
  });

  test('prints the identical readback to a second prepare and to show (K1)', async () => {
    const token = await prepared(office);
    const again = await office.paying.prepare({ handoff: 'scheduler-1' });
    const shown = await office.paying.show({ token });
    expect(again).toMatchObject({
      outcome: 'prepared',
      repeat: true,
      token,
      line: shown?.line,
      verdict: { wilco: true },
    });
    expect(await office.paying.show({ token: 'none' })).toBeNull();
  });

  test('refuses a second statement beside a live one (A12, I9)', async () => {
    const token = await prepared(office);
    const other = office.pays({ resolve: () => ({ art: 'file:x' }) });
    expect(await other.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'refused',
      reason: 'live-statement',
    });
    expect(await office.paying.abandon({ token })).toMatchObject({ outcome: 'abandoned' });
    expect(await other.prepare({ handoff: 'scheduler-1' })).toMatchObject({ outcome: 'prepared' });
  });

  test('a cancel before the claim discards the statement and is acknowledged (A7, F29)', async () => {
    const token = await confirmed(office);
    const sent = await office.scheduler.send(CX0);
    expect(sent).toMatchObject({ outcome: 'accepted', handoff: { state: 'CLOSED_CX' } });
    expect(sent.outcome === 'accepted' && sent.written).toEqual([
      expect.stringMatching(/^RW1 AN payer-\d+ re=scheduler-4 .* val=Y$/),
    ]);
    expect(await office.paying.commit({ token })).toMatchObject({
      reason: 'abandoned',
      message: expect.stringContaining('CX scheduler-4'),
      line: CX0,
    });
    expect(office.bank.asked).toEqual([]);
    expect(await office.problems()).toEqual([]);
  });

  test('a yes that arrives after the cancel clears nothing (F29)', async () => {
    const token = await prepared(office);
    await office.scheduler.send(CX0);
    expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'refused', reason: 'closed' });
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
    expect(await office.problems()).toEqual([]);
  });

  test('a cancel in flight is recorded and answered by the report of the act (A8)', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => {
      expect(await office.scheduler.send(CX0)).toMatchObject({
        outcome: 'accepted',
        handoff: { state: 'CANCELLING' },
        written: [],
      });
      expect(await office.scheduler.send(CX0.replace('scheduler-4', 'scheduler-5'))).toMatchObject({
        reason: 'running',
      });
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(await handoff()).toBe('CLOSED_DN');
    const thread = await office.payer.thread();
    expect(thread.filter(({ line }) => line?.includes('re=scheduler-4'))).toEqual([]);
  });

  test('a cancel in flight is acknowledged when the only attempt is declined (A9)', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['declines'];
    office.bank.meanwhile = async () => {
      await office.scheduler.send(CX0);
    };
    const outcome = await office.paying.commit({ token });
    expect(outcome).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringMatching(/^RW1 AN .* re=scheduler-4 .*val=Y/),
    });
    expect([await handoff(), await stateOf(token), office.bank.paid.length]).toEqual([
      'CLOSED_CX',
      'NOTEXEC',
      0,
    ]);
    expect(await office.problems()).toEqual([]);
  });

  test('a declined only attempt closes the handoff with FL, and repeats are told so', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['declines'];
    const first = await office.paying.commit({ token });
    expect(first).toMatchObject({
      outcome: 'not-executed',
      repeat: false,
      line: expect.stringMatching(/^RW1 FL .* why=ERR retry=Y \/\/ declined: insufficient funds$/),
    });
    expect(await office.paying.commit({ token })).toEqual({ ...first, repeat: true });
    expect([await handoff(), office.bank.paid.length]).toEqual(['CLOSED_FL', 0]);
    expect(await office.problems()).toEqual([]);
  });

  test.each([
    ['13:59:59.999', 'executed'],
    ['14:00:00.000', 'refused'],
    ['14:00:00.001', 'refused'],
  ])('exp is the last moment to start: at %s a commit is %s (A10, F08)', async (time, outcome) => {
    office.clock.now = at('13:00:00');
    await office.scheduler.send(HO0, { record });
    const made = await office.paying.prepare({ handoff: 'scheduler-1', exp: '20261002T1400Z' });
    const token = made.outcome === 'prepared' ? made.token : '';
    expect(made).toMatchObject({ line: expect.stringContaining(' exp=20261002T1400Z') });
    await office.sending.confirm({ token });
    office.clock.now = at(time);
    const committed = await office.paying.commit({ token });
    expect(committed.outcome).toBe(outcome);
    expect(office.bank.paid).toHaveLength(outcome === 'executed' ? 1 : 0);
    if (outcome === 'executed') return;
    expect(committed).toMatchObject({
      reason: 'expired',
      message: expect.stringMatching(
        /^EXPIRED: window closed 2026-10-02T14:00:00Z, now 2026-10-02T14:00:00(\.001)?Z \(ledger clock\)\. Nothing was executed\. Prepare again\.$/,
      ),
    });
    expect([await stateOf(token), await handoff()]).toEqual(['EXPIRED', 'OWNED']);
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'expired' });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'prepared',
      repeat: false,
    });
  });

  test.each([-600_000, 600_000])(
    'a host whose own clock is %d ms off decides by the ledger’s clock (A11)',
    async (skew) => {
      const token = await confirmed(office);
      vi.useFakeTimers({ toFake: ['Date'], now: at('16:55:00') + skew });
      try {
        office.clock.now = at('16:55:00');
        expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
        const late = payment(2);
        office.clock.now = at('17:00:00');
        expect(await office.scheduler.send(late.line, { record: late.record })).toMatchObject({
          outcome: 'refused',
        });
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('no guessed token names a statement (T16)', async () => {
    await confirmed(office);
    for (let guess = 0; guess < 500; guess++) {
      expect(await office.paying.commit({ token: newToken() })).toMatchObject({ reason: 'unknown-token' });
    }
    expect(office.bank.asked).toEqual([]);
  });

  test('a statement never outlives its handoff, and is not confirmed past its exp', async () => {
    await office.scheduler.send(HO0, { record });
    const made = await office.paying.prepare({ handoff: 'scheduler-1', exp: '20261003T0900Z' });
    expect(made).toMatchObject({ outcome: 'prepared', line: expect.stringContaining(' exp=20261002T1700Z') });
    office.clock.now = at('17:00:00');
    const token = made.outcome === 'prepared' ? made.token : '';
    expect(await office.sending.confirm({ token })).toMatchObject({ reason: 'expired' });
    expect(await stateOf(token)).toBe('EXPIRED');
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'expired' });
    expect(await office.problems('20261002T1701Z')).toContain('thread/orphaned');
  });

  test('exp that passes between the claim and the send stops the send (I14)', async () => {
    const token = await confirmed(office);
    const bank = office.bank;
    const late = office.pays({
      resolve: () => {
        // read once more right before the claim: by then it is still in time
        office.clock.now = at('16:59:59.999');
        return {};
      },
    });
    const read = under.store.read.bind(under.store);
    under.store.read = async (conversation, wanted) => {
      const slice = await read(conversation, wanted);
      if ([...slice.rows.statements.values()].some(({ state }) => state === 'CLAIMED'))
        office.clock.now = at('17:00:00');
      return slice;
    };
    expect(await late.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'expired' });
    expect([bank.asked.length, await stateOf(token)]).toEqual([0, 'EXPIRED']);
  });

  test('derives one key from the handoff, whatever the token (F03)', async () => {
    const first = await prepared(office);
    await office.paying.abandon({ token: first });
    const second = await office.paying.prepare({ handoff: 'scheduler-1' });
    const token = second.outcome === 'prepared' ? second.token : '';
    expect(token).not.toBe(first);
    const keys = [await office.payer.statement(first), await office.payer.statement(token)].map(
      (row) => row?.key,
    );
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[0]).toBe(keys[1]);
  });

  test('a corrected re-issue of a handoff meets the same key (act.md rule 4)', async () => {
    const token = await prepared(office);
    const reissued = payment(1, { amt: '5100.00', item: 'inv:MD-2026-057' });
    const line = `${reissued.line.replace('scheduler-1 ', 'scheduler-2 ')} re=scheduler-1`;
    expect(await office.scheduler.send(line, { record: reissued.record })).toMatchObject({
      outcome: 'accepted',
    });
    await office.paying.abandon({ token });
    const again = await office.paying.prepare({ handoff: 'scheduler-2' });
    const other = again.outcome === 'prepared' ? again.statement : null;
    expect(other?.key).toBe((await office.payer.statement(token))?.key);
    expect(other?.root).toBe('scheduler-1');
    expect(await handoff('scheduler-1')).toBe('SUPERSEDED');
    expect(await office.problems()).toEqual([]);
  });

  test('answers a second handoff for the same act UN why=DUP, open or done (F02, F06)', async () => {
    const token = await confirmed(office);
    const again = HO0.replace('scheduler-1', 'scheduler-7');
    await office.scheduler.send(again, { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-7' })).toMatchObject({
      reason: 'duplicate',
      line: expect.stringMatching(
        /^RW1 UN payer-\d+ re=scheduler-7 from=payer to=scheduler why=DUP \/\/ open or done as scheduler-1$/,
      ),
    });
    expect(await handoff('scheduler-7')).toBe('CLOSED_UN');
    await office.paying.commit({ token });
    await office.scheduler.send(HO0.replace('scheduler-1', 'scheduler-8'), { record });
    const late = await office.paying.prepare({ handoff: 'scheduler-8' });
    expect(late).toMatchObject({
      reason: 'duplicate',
      line: expect.stringMatching(/done as scheduler-1 \/ payer-\d+$/),
    });
    expect(office.bank.paid).toHaveLength(1);
    expect(await office.problems()).toEqual([]);
  });

  test('knows the act in another conversation too, whatever its name', async () => {
    const odd = 'September\u202e // \n5';
    const there = office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation: odd });
    const payer = office.ledger.as({ principal: 'treasury', agents: ['payer'], conversation: odd });
    await there.send(HO0, { record });
    const made = await createActTool({ ledger: payer, executors: { PAY: office.bank } }).prepare({
      handoff: 'scheduler-1',
    });
    expect(made).toMatchObject({ outcome: 'prepared' });
    await office.scheduler.send(HO0, { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'duplicate',
      line: expect.stringMatching(/why=DUP \/\/ open or done as scheduler-1 of September \/\/ 5$/),
    });
  });

  test('a statement that expired unseen is no duplicate', async () => {
    await office.scheduler.send(HO0, { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-1', exp: '20261002T1430Z' })).toMatchObject({
      outcome: 'prepared',
    });
    office.clock.now = at('14:30:00');
    await office.scheduler.send(HO0.replace('scheduler-1', 'scheduler-7'), { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-7' })).toMatchObject({ outcome: 'prepared' });
    const [first] = await office.scheduler.open();
    expect(first).toMatchObject({ id: 'scheduler-1', statement: null });
  });

  test('an approval that the profile allows once pays for one item only (F06)', async () => {
    await office.paying.commit({ token: await confirmed(office) });
    const other = payment(60, { apref: 'FD-0929' });
    await office.scheduler.send(other.line, { record: other.record });
    expect(await office.paying.prepare({ handoff: 'scheduler-60' })).toMatchObject({ reason: 'duplicate' });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('runs only what was cleared of several statements (F11)', async () => {
    const made = [];
    for (const number of [1, 2, 3]) {
      const { line, record: kept } = payment(number);
      made.push(await prepared(office, line, kept));
    }
    const [first = '', second = '', third = ''] = made;
    await office.sending.confirm({ token: second });
    expect(await office.paying.commit({ token: second })).toMatchObject({ outcome: 'executed' });
    expect(await office.paying.commit({ token: first })).toMatchObject({ reason: 'unconfirmed' });
    const open = await office.scheduler.open();
    expect(open.map(({ id, statement }) => [id, statement?.token, statement?.state])).toEqual([
      ['scheduler-1', first, 'PREPARED'],
      ['scheduler-3', third, 'PREPARED'],
    ]);
    expect(office.bank.paid.map(({ call }) => call.item)).toEqual(['inv:MD-2']);
  });

  test('an artifact that changes after prepare stops the commit and discards the statement (F04)', async () => {
    let script = 'echo one';
    const paying = office.pays({
      artifact: async (reference) => (reference === 'file:run.sh' ? script : null),
    });
    await office.scheduler.send(`${HO0} art=file:run.sh`, { record });
    const made = await paying.prepare({ handoff: 'scheduler-1' });
    expect(made).toMatchObject({ outcome: 'prepared', line: expect.stringMatching(/ x_sha=[0-9a-f]{64}/) });
    const token = made.outcome === 'prepared' ? made.token : '';
    await office.sending.confirm({ token });
    script = 'echo two';
    expect(await paying.commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'changed',
      retryable: false,
    });
    expect([await stateOf(token), await handoff(), office.bank.asked.length]).toEqual([
      'ABANDONED',
      'OWNED',
      0,
    ]);
    const again = await paying.prepare({ handoff: 'scheduler-1' });
    const next = again.outcome === 'prepared' ? again.token : '';
    await office.sending.confirm({ token: next });
    expect(await paying.commit({ token: next })).toMatchObject({ outcome: 'executed' });
  });

  test('an artifact that cannot be read is not frozen, and without a reader prepare says so', async () => {
    await office.scheduler.send(`${HO0} art=file:run.sh`, { record });
    const blind = office.pays({ artifact: async () => null });
    expect(await blind.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'unreadable-artifact' });
    const made = await office.paying.prepare({ handoff: 'scheduler-1' });
    expect(made.outcome === 'prepared' && made.notes).toContain(
      'file:run.sh is not frozen: the tool has no artifact reader.',
    );
  });

  test('a record of the tool that changes after prepare stops the commit (act.md 3)', async () => {
    let account = '40-12-88/61102938';
    const paying = office.pays({ resolve: () => ({ acct: account }) });
    await office.scheduler.send(HO0, { record });
    const made = await paying.prepare({ handoff: 'scheduler-1' });
    const token = made.outcome === 'prepared' ? made.token : '';
    await office.sending.confirm({ token });
    account = '20-00-00/99999999';
    expect(await paying.commit({ token })).toMatchObject({ reason: 'changed' });
    expect(office.bank.asked).toEqual([]);
  });

  test('arguments altered before prepare become a question, altered after it do nothing (F05)', async () => {
    await office.scheduler.send(HO0, { record });
    const altered = await office.paying.prepare({ handoff: 'scheduler-1', call: { amt: '5450.00' } });
    expect(altered).toMatchObject({
      outcome: 'question',
      contradictions: [{ slot: 'amt', sent: '5400.00', resolved: '5450.00', source: 'call' }],
    });
    const other = payment(2);
    await office.scheduler.send(other.line, { record: other.record });
    const call: Record<string, string> = { amt: '5400.00' };
    const made = await office.paying.prepare({ handoff: 'scheduler-2', call });
    if (made.outcome !== 'prepared') throw new Error(made.outcome);
    call['amt'] = '5450.00';
    (made.statement as { call: string }).call = made.statement.call.replace('5400.00', '5450.00');
    await office.sending.confirm({ token: made.token });
    await office.paying.commit({ token: made.token });
    expect(office.bank.paid.map(({ call: ran }) => ran.values['amt'])).toEqual(['5400.00']);
  });

  test('a value that the tool resolves otherwise than the sender withheld is read back and held (F05)', async () => {
    const { amt, ...rest } = record;
    const kept = { record: rest, withheld: { amt } };
    await office.scheduler.send(HO0.replace(' amt=5400.00', ''), kept);
    const paying = office.pays({ resolve: () => ({ amt: '5450.00' }) });
    const outcome = await paying.prepare({ handoff: 'scheduler-1' });
    expect(outcome).toMatchObject({
      outcome: 'held',
      line: expect.stringContaining('amt=5450.00'),
      handoff: { state: 'HELD' },
    });
    const token = (outcome.outcome === 'held' && / x_tok=(\S+)/.exec(outcome.line)?.[1]) || '';
    expect(await office.sending.confirm({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'no-statement',
    });
    expect(await paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
    const right = office.pays({ resolve: () => ({ amt: '5400.00' }) });
    expect(await right.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'prepared',
      handoff: { state: 'OWNED' },
    });
  });

  test('what the tool resolves otherwise than the sender approved is held, and its reason is the sender’s alone', async () => {
    // the record holds prev, which no handoff carries: the receiver resolves it
    const line =
      'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=sup:marlow ask=CHGBANK rb=exec sup=marlow acct=40-12-88/61102938 eff=20261005 apref=FD-1';
    const kept = {
      item: 'sup:marlow',
      ask: 'CHGBANK',
      sup: 'marlow',
      acct: '40-12-88/61102938',
      eff: '20261005',
      apref: 'FD-1',
      prev: '11-11-11/11111111',
    };
    expect(await office.scheduler.send(line, { record: kept })).toMatchObject({ outcome: 'accepted' });
    const paying = office.pays({
      executors: { CHGBANK: office.bank },
      resolve: () => ({ prev: '22-22-22/22222222' }),
    });
    const outcome = await paying.prepare({ handoff: 'scheduler-1' });
    expect(outcome).toMatchObject({
      outcome: 'held',
      handoff: { state: 'HELD', owner: 'scheduler' },
      verdict: { passes: false, wilco: false },
    });
    expect(JSON.stringify(outcome)).not.toContain('11-11-11');
    const seen = await office.scheduler.show('payer-1');
    expect(seen?.entry.verdict?.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'record/mismatch' }),
    );
    expect(JSON.stringify(await office.payer.thread())).not.toContain('11-11-11');
    expect(await office.payer.kept('scheduler-1')).toBeNull();
    expect(await office.scheduler.kept('scheduler-1')).toEqual({ record: kept });
    expect(await office.paying.commit({ token: 'x' })).toMatchObject({ reason: 'unknown-token' });
  });

  test('a contradiction between handoff and records is asked about, and only go as sent lets it run', async () => {
    await office.scheduler.send(HO0, { record });
    const paying = office.pays({ ask: 'human', resolve: () => ({ acct: '20-00-00/99999999' }) });
    const asked = await paying.prepare({ handoff: 'scheduler-1' });
    expect(asked).toMatchObject({ outcome: 'question', repeat: false });
    const line = asked.outcome === 'question' ? asked.line : '';
    expect(line).toMatch(
      /^RW1 AQ payer-1 re=scheduler-1 from=payer to=human item=inv:MD-2026-057 p=pay need=ENUM opts=APPROVE\+DECLINE\+HOLD\+REJECT\+CALLBACK \/\/ acct: sent 40-12-88\/61102938, records 20-00-00\/99999999: go ahead as sent\?$/,
    );
    expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'question',
      repeat: true,
      line,
    });
    const answer = (number: number, val: string, re = 'payer-1') =>
      office.human.send(`RW1 AN human-${number} re=${re} p=pay from=human to=payer val=${val}`);
    expect(await answer(1, 'MAYBE')).toMatchObject({ reason: 'unreadable' });
    expect(await answer(1, 'HOLD')).toMatchObject({ outcome: 'accepted' });
    expect(await answer(2, 'APPROVE')).toMatchObject({ reason: 'answered' });
    expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'refused',
      reason: 'stopped',
    });
    const second =
      'RW1 AQ payer-2 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD';
    await office.payer.send(second);
    await answer(2, 'APPROVE', 'payer-2');
    // the stop is lifted, but the question about this very contradiction was answered with no
    expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'stopped', line });
    const agreeing = office.pays({ resolve: () => ({ acct: '40-12-88/61102938' }) });
    expect(await agreeing.prepare({ handoff: 'scheduler-1' })).toMatchObject({ outcome: 'prepared' });
  });

  test('a question answered with go lets the handoff’s own value run', async () => {
    await office.scheduler.send(HO0, { record });
    const paying = office.pays({ resolve: () => ({ acct: '20-00-00/99999999' }) });
    await paying.prepare({ handoff: 'scheduler-1' });
    await office.scheduler.send('RW1 AN scheduler-2 re=payer-1 p=pay from=scheduler to=payer val=APPROVE');
    const made = await paying.prepare({ handoff: 'scheduler-1' });
    const token = made.outcome === 'prepared' ? made.token : '';
    await office.sending.confirm({ token });
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid[0]?.call.values['acct']).toBe('40-12-88/61102938');
    expect(await office.problems()).toEqual([]);
  });

  test('a Y with another amount than the statement confirms nothing', async () => {
    const token = await prepared(office);
    const rb = (await office.payer.statement(token))?.readback;
    const yes = `RW1 AN scheduler-2 re=${rb} p=pay from=scheduler to=payer val=Y x_tok=${token}`;
    expect(await office.scheduler.send(`${yes} amt=5100.00`)).toMatchObject({ reason: 'answer-fails' });
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'unconfirmed' });
    expect(await office.scheduler.send(`${yes} amt=5400.00`)).toMatchObject({ outcome: 'accepted' });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(await office.problems()).toEqual([]);
  });

  test.each([
    ['under the profile', ' p=pay'],
    ['without naming it (R22)', ''],
  ])(
    'an answer %s that stops holds a confirmed statement until the same agent lifts it (R46)',
    async (_, p) => {
      const token = await confirmed(office);
      const ask = (number: number) =>
        office.payer.send(
          `RW1 AQ payer-${number} re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD`,
        );
      const answer = (number: number, re: number, val: string) =>
        office.human.send(`RW1 AN human-${number} re=payer-${re}${p} from=human to=payer val=${val}`);
      await ask(5);
      await answer(1, 5, 'HOLD');
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'stopped', retryable: true });
      await ask(6);
      await answer(2, 6, 'APPROVE');
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      expect(await office.problems()).toEqual([]);
    },
  );

  test('a stop is not shaken off by sending the handoff again (R46)', async () => {
    await office.scheduler.send(HO0, { record });
    const ask = (number: number, re: string) =>
      office.payer.send(
        `RW1 AQ payer-${number} re=${re} p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD`,
      );
    const answer = (number: number, re: number, val: string) =>
      office.human.send(`RW1 AN human-${number} re=payer-${re} p=pay from=human to=payer val=${val}`);
    await ask(5, 'scheduler-1');
    await answer(1, 5, 'HOLD');
    await office.scheduler.send(`${HO0.replace('scheduler-1', 'scheduler-2')} re=scheduler-1`, { record });
    expect(await office.paying.prepare({ handoff: 'scheduler-2' })).toMatchObject({ reason: 'stopped' });
    await ask(6, 'scheduler-2');
    await answer(2, 6, 'APPROVE');
    expect(await office.paying.prepare({ handoff: 'scheduler-2' })).toMatchObject({ outcome: 'prepared' });
  });

  test('messages after the approval do not stop it, and what never ran is reported as orphaned (F20)', async () => {
    const token = await confirmed(office);
    await office.payer.send(
      'RW1 ST payer-8 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 pct=10',
    );
    await office.payer.send(
      'RW1 AQ payer-9 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 need=YESNO',
    );
    office.clock.now = at('17:01:00');
    expect(await office.problems('20261002T1701Z')).toContain('thread/orphaned');
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'expired' });
    expect((await office.scheduler.open()).map(({ id, orphaned }) => [id, orphaned])).toEqual([
      ['scheduler-1', true],
    ]);
  });

  test('a done report typed without an act is refused, and the handoff stays open (F15)', async () => {
    await confirmed(office);
    expect(await office.payer.send(DN0.replace('payer-2', 'payer-3'))).toMatchObject({
      outcome: 'refused',
      reason: 'guarded',
    });
    expect(
      await office.payer.send(
        'RW1 FL payer-4 re=scheduler-1 p=pay from=payer to=scheduler item=inv:MD-2026-057 why=ERR',
      ),
    ).toMatchObject({ reason: 'guarded' });
    expect(await handoff()).toBe('CLEARED');
    expect(office.bank.asked).toEqual([]);
  });

  test('a readback typed with a token that prepare did not give is refused', async () => {
    await office.scheduler.send(HO0, { record });
    expect(await office.payer.send(`${RB0} x_tok=tk1`)).toMatchObject({ reason: 'unknown-token' });
    expect(await office.payer.send(RB0)).toMatchObject({ outcome: 'accepted', handoff: { state: 'OWNED' } });
  });

  test('after the report: no second one, no cancel, no answer, no readback; the state stays (F25)', async () => {
    const token = await confirmed(office);
    const done = await office.paying.commit({ token });
    const dn = done.outcome === 'executed' ? done.line : '';
    const before = (await office.payer.show('scheduler-1'))?.handoff;
    for (const line of [DN0.replace('payer-2', 'payer-9'), RB0.replace('payer-1', 'payer-9')]) {
      expect(await office.payer.send(line)).toMatchObject({ reason: 'closed', answer: dn });
    }
    expect(await office.scheduler.send(CX0)).toMatchObject({ reason: 'closed', answer: dn });
    expect(
      await office.scheduler.send(
        `RW1 AN scheduler-8 re=payer-1 p=pay from=scheduler to=payer val=N x_tok=${token}`,
      ),
    ).toMatchObject({ outcome: 'refused' });
    expect((await office.payer.show('scheduler-1'))?.handoff).toEqual(before);
    expect(await office.problems()).toEqual([]);
  });

  test('an executor that does something else is reported as it did it, and whether to undo it is asked', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['swaps-account'];
    const done = await office.paying.commit({ token });
    expect(done).toMatchObject({
      outcome: 'executed',
      mismatch: true,
      line: expect.stringContaining('acct=20-00-00/99999999'),
      verdict: { passes: false },
      question: expect.stringMatching(
        /^RW1 AQ payer-\d+ re=payer-2 from=payer to=scheduler .*need=YESNO \/\/ acct executed 20-00-00\/99999999, plan 40-12-88\/61102938: undo it\?$/,
      ),
    });
    expect((await office.scheduler.show('payer-2'))?.handoff).toMatchObject({
      state: 'CLOSED_DN',
      closed: { mismatch: true },
    });
    expect(await office.problems()).toEqual(['thread/done-refused']);
  });

  test('a value that the executor does not report is missing on the report', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['drops-reference'];
    const done = await office.paying.commit({ token });
    expect(done).toMatchObject({
      outcome: 'executed',
      mismatch: true,
      line: expect.stringContaining('out=PARTIAL'),
    });
    expect(done.outcome === 'executed' && done.line).not.toContain(' ref=');
    expect(await office.scheduler.checkDone('scheduler-1')).toMatchObject({
      verdict: {
        passes: false,
        diagnostics: [{ code: 'done/not-reported', severity: 'error', data: { slot: 'ref' } }],
      },
    });
  });

  test('an amount that the executor reports as a JSON number is told as one, and is not on the report', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['reports-a-number'];
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'executed',
      mismatch: true,
      line: expect.not.stringContaining(' amt='),
      question: expect.stringContaining('amt reported as a number, no value of it, plan 5400.00: undo it?'),
    });
  });

  test('UNDO reverses through the same tool, with the slots of the report that it names', async () => {
    const token = await confirmed(office);
    office.bank.moods = ['swaps-account'];
    await office.paying.commit({ token });
    expect(await office.scheduler.send(undo.line, { record: undo.record })).toMatchObject({
      outcome: 'accepted',
      handoff: { guarded: true, root: 'scheduler-20' },
    });
    const made = await office.paying.prepare({ handoff: 'scheduler-20' });
    expect(made).toMatchObject({
      outcome: 'prepared',
      line: expect.stringContaining('acct=20-00-00/99999999'),
    });
    const again = made.outcome === 'prepared' ? made.token : '';
    await office.sending.confirm({ token: again });
    expect(await office.paying.commit({ token: again })).toMatchObject({
      outcome: 'executed',
      mismatch: false,
      verdict: { passes: true },
    });
    expect(office.bank.paid.map(({ call }) => [call.ask, call.values['acct']])).toEqual([
      ['PAY', '40-12-88/61102938'],
      ['UNDO', '20-00-00/99999999'],
    ]);
    await office.scheduler.send(undo.line.replace('-20', '-40'), { record: undo.record });
    expect(await office.paying.prepare({ handoff: 'scheduler-40' })).toMatchObject({ reason: 'duplicate' });
  });

  test('refuses what is no work of this tool, each with its reason', async () => {
    await office.scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT');
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'not-actable' });
    expect(await office.paying.prepare({ handoff: 'scheduler-99' })).toMatchObject({
      reason: 'unknown-handoff',
    });
    await office.scheduler.send(HO0.replace('scheduler-1', 'scheduler-2'), { record });
    expect(await office.sending.prepare({ handoff: 'scheduler-2' })).toMatchObject({ reason: 'not-yours' });
    expect(await office.pays({ executors: {} }).prepare({ handoff: 'scheduler-2' })).toMatchObject({
      reason: 'no-executor',
    });
    for (const call of [{ acount: '1' }, { due: '20261003' }, { amt: '5,400.00' }, { amt: 5400 }]) {
      expect(await office.paying.prepare({ handoff: 'scheduler-2', call })).toMatchObject({
        reason: 'not-composed',
      });
    }
    expect(
      await office.pays({ resolve: () => ({ amt: 5400 }) }).prepare({ handoff: 'scheduler-2' }),
    ).toMatchObject({ reason: 'not-composed' });
    await expect(office.paying.prepare({ handoff: 'scheduler-2', exp: 'tomorrow' })).rejects.toMatchObject({
      code: 'usage/exp',
    });
    expect(office.bank.asked).toEqual([]);
  });

  test('names execution slots that neither the handoff nor the records have', async () => {
    const { acct: _, ...rest } = record;
    await office.scheduler.send(HO0.replace(' acct=40-12-88/61102938', ''), { record: rest });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'open-slots',
      message: expect.stringMatching(/acct$/),
    });
    const made = await office.paying.prepare({ handoff: 'scheduler-1', call: { acct: '40-12-88/61102938' } });
    expect(made).toMatchObject({
      outcome: 'prepared',
      line: expect.stringContaining('acct=40-12-88/61102938'),
    });
  });

  test('a handoff under another version of its profile is sent again before anything is prepared (T10)', async () => {
    await office.scheduler.send(HO0, { record });
    const { builtIn, resolve } = await import('../../src/vocabulary/index.ts');
    const { profileSet } = await import('../../src/vocabulary/index.ts');
    const pay = builtIn.get('pay')?.profile;
    if (!pay) throw new Error('pay is built in');
    const changed = resolve({ ...pay, version: '9.9' });
    const later = officeAt(under.store, { profiles: profileSet(builtIn.core, [changed]) });
    expect(await later.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      reason: 'profile-changed',
    });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ outcome: 'prepared' });
  });
});
