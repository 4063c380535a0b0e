import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import type { Handle } from '../../src/ledger/index.ts';
import { AN, at, CX0, DN0, HO0, payment, RB0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('lines over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  async function reasonOf(handle: Handle, line: string): Promise<string> {
    const sent = await handle.send(line);
    return sent.outcome === 'refused' ? sent.reason : sent.outcome;
  }

  describe('who speaks', () => {
    const ofScheduler: readonly string[] = [
      HO0,
      CX0,
      AN,
      'RW1 AQ scheduler-3 from=scheduler to=payer need=YESNO',
      'RW1 ST scheduler-3 from=scheduler to=payer item=x:1',
      'RW1 RB scheduler-3 re=auditor-1 from=scheduler to=auditor item=x:1 ask=DRAFT',
      'RW1 DN scheduler-3 re=auditor-1 from=scheduler to=auditor item=x:1 out=OK',
      'RW1 UN scheduler-3 re=auditor-1 from=scheduler to=auditor why=BUSY',
      'RW1 FL scheduler-3 re=auditor-1 from=scheduler to=auditor item=x:1 why=ERR',
    ];

    test.each(ofScheduler)('nobody but its own principal: %s (T1, I20)', async (line) => {
      expect(parse(line).message).not.toBeNull();
      for (const stranger of [office.payer, office.human]) {
        expect(await reasonOf(stranger, line)).toBe('identity');
      }
      const entries = await office.payer.thread();
      expect(entries.map(({ principal, refused, line: kept }) => [principal, refused, kept])).toEqual([
        ['treasury', 'identity', line],
        ['m.okafor', 'identity', line],
      ]);
    });

    test('only a person speaks as human (F14)', async () => {
      await office.payer.send('RW1 AQ payer-3 from=payer to=human item=inv:1 need=YESNO');
      const forged = 'RW1 AN human-1 re=payer-3 from=human to=payer val=Y';
      expect(await reasonOf(office.payer, forged)).toBe('identity');
      expect(() => office.ledger.as({ principal: 'treasury', agents: ['payer', 'human'] })).toThrow(
        'only a person speaks as human',
      );
      expect(await reasonOf(office.human, forged)).toBe('accepted');
    });

    test('only the principal that sent a handoff confirms or cancels it', async () => {
      const token = await prepared(office);
      const colleague = office.ledger.as({ principal: 'another-office', agents: ['scheduler'] });
      expect(await reasonOf(colleague, `${AN} x_tok=${token}`)).toBe('principal-differs');
      expect(await reasonOf(colleague, CX0)).toBe('principal-differs');
      expect(await reasonOf(office.scheduler, `${AN} x_tok=${token}`)).toBe('accepted');
    });

    test('a connection has a name, agents that are names, and no name of the ledger’s own', () => {
      for (const connection of [
        { principal: '', agents: ['a'] },
        { principal: 'ledger', agents: ['a'] },
        { principal: 'p', agents: ['a b'] },
        { principal: 'p', agents: ['a'], conversation: '' },
      ]) {
        expect(() => office.ledger.as(connection)).toThrow();
      }
    });
  });

  describe('ids', () => {
    test('the same line under its id is there once; another line under it is refused and kept (T2, R37)', async () => {
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({
        outcome: 'exists',
        id: 'scheduler-1',
        handoff: { state: 'OPEN' },
      });
      const other = HO0.replace('61102938', '61102939');
      expect(await office.scheduler.send(other, { record })).toMatchObject({
        outcome: 'refused',
        reason: 'id-taken',
        answer: HO0,
      });
      const entries = await office.scheduler.thread();
      expect(entries.map(({ refused, line }) => [refused, line])).toEqual([
        [null, HO0],
        ['id-taken', other],
      ]);
    });

    test('two lines that digest alike are two lines: the bytes decide (T3)', async () => {
      await office.scheduler.send(HO0, { record });
      const reordered = HO0.replace('amt=5400.00 cur=GBP', 'cur=GBP amt=5400.00');
      expect(await office.scheduler.send(reordered, { record })).toMatchObject({ reason: 'id-taken' });
    });

    test('a refused line does not use its id up', async () => {
      expect(await reasonOf(office.payer, HO0)).toBe('identity');
      expect(await reasonOf(office.scheduler, HO0)).toBe('needs-record');
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
    });

    test('ids are given out once, also across handles and after a restart', async () => {
      const given = await Promise.all(Array.from({ length: 20 }, () => office.scheduler.nextId('scheduler')));
      const later = officeAt(await under.reopen());
      given.push(await later.scheduler.nextId('scheduler'));
      expect(new Set(given).size).toBe(21);
      await later.payer.send('RW1 ST payer-41 from=payer to=scheduler item=x:1');
      expect(await office.payer.nextId()).toBe('payer-42');
      await office.payer.send('RW1 ST payer-99999999999999999999 from=payer to=scheduler item=x:1');
      expect(await office.payer.nextId()).toBe('payer-43');
      await expect(office.scheduler.nextId()).rejects.toMatchObject({ code: 'usage/agent' });
      await expect(office.payer.nextId('scheduler')).rejects.toMatchObject({ code: 'usage/agent' });
    });

    test('large ids of the receiver’s own choice do not stop the lines that code composes', async () => {
      const status = (id: string): string => `RW1 ST ${id} from=payer to=scheduler item=x:1`;
      expect(await reasonOf(office.payer, status('payer-1000000000000000'))).toBe('accepted');
      for (const id of ['payer-1000000000000001', 'payer-1000000000000004', 'payer-1100000000000000']) {
        expect(await reasonOf(office.payer, status(id))).toBe('id-reserved');
      }
      for (const number of [1, 20]) {
        const { line, record: kept } = payment(number);
        const token = await confirmed(office, line, kept);
        expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
      }
      expect(office.bank.paid).toHaveLength(2);
      // what the ledger gave out may be used, and what is larger than any such id too: a time in microseconds
      expect(await reasonOf(office.payer, status(await office.payer.nextId()))).toBe('accepted');
      expect(await reasonOf(office.payer, status('payer-1759413600000000'))).toBe('accepted');
      expect(await office.payer.nextId()).toBe('payer-1000000000000006');
    });

    test('feeding any part of the thread again changes nothing (T2)', async () => {
      const token = await prepared(office);
      await office.sending.confirm({ token });
      await office.paying.commit({ token });
      const before = await office.payer.thread();
      const lines = before.flatMap(({ line }) => line ?? []);
      const state = await office.scheduler.show('scheduler-1');
      for (const line of lines) {
        const handle = line.includes(' from=payer ') ? office.payer : office.scheduler;
        expect(await handle.send(line)).toMatchObject({ outcome: 'exists' });
      }
      expect(await office.scheduler.show('scheduler-1')).toEqual(state);
      expect(await office.payer.thread()).toEqual(before);
      expect(office.bank.paid).toHaveLength(1);
    });
  });

  describe('a readback that its sender declines', () => {
    const UN = 'RW1 UN scheduler-2 re=payer-1 p=pay from=scheduler to=payer why=NOCTX';

    test('with UN: its statement is discarded, as by any answer but yes', async () => {
      const token = await prepared(office);
      expect(await office.scheduler.send(UN)).toMatchObject({
        outcome: 'accepted',
        handoff: { state: 'OWNED' },
      });
      expect(await office.payer.statement(token)).toMatchObject({
        state: 'ABANDONED',
        abandoned: { why: 'answer', by: 'scheduler-2' },
      });
      expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'declined', repeat: true });
      expect(await office.paying.commit({ token })).toMatchObject({ reason: 'abandoned' });
      expect(office.bank.asked).toEqual([]);
    });

    test('by another principal that speaks as its sender: nothing is discarded', async () => {
      const token = await prepared(office);
      const colleague = office.ledger.as({ principal: 'another-office', agents: ['scheduler'] });
      expect(await reasonOf(colleague, UN)).toBe('principal-differs');
      expect(await office.payer.statement(token)).toMatchObject({ state: 'PREPARED' });
    });

    test('after it was confirmed: the answer stands', async () => {
      const token = await confirmed(office);
      expect(await reasonOf(office.scheduler, UN.replace('scheduler-2', 'scheduler-7'))).toBe('answered');
      expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED' });
    });

    test('of work that no statement guards: the handoff is held', async () => {
      await office.scheduler.send('RW1 HO scheduler-1 from=scheduler to=payer item=doc:7 ask=DRAFT');
      await office.payer.send('RW1 RB payer-1 re=scheduler-1 from=payer to=scheduler item=doc:7 ask=DRAFT');
      expect(
        await office.scheduler.send('RW1 UN scheduler-2 re=payer-1 from=scheduler to=payer why=NOCTX'),
      ).toMatchObject({ outcome: 'accepted', handoff: { state: 'HELD', owner: 'scheduler' } });
    });
  });

  describe('what is refused', () => {
    const break1 = 'RW1 AN scheduler-9 re=payer-1 from=scheduler to=payer val=Y';
    test.each([
      ['a line break in a value (A13)', `RW1 ST payer-9 from=payer to=scheduler item=x:1\n${break1}`],
      ['a line break in a tail (F28)', `${HO0} // ok\n${break1}`],
      ['a carriage return in a tail (F28)', `${HO0} // ok\r${break1}`],
      ['U+2028 in a tail (F28)', `${HO0} // ok\u2028${break1}`],
      ['U+0085 in a tail (F28)', `${HO0} // ok\u0085${break1}`],
      ['a type that every object has (A15)', 'RW1 constructor a-1 from=a to=b'],
      [
        'an ask that every object has (A15)',
        'RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=__proto__',
      ],
      ['digits of another script (A16)', HO0.replace('5400.00', '٥٤٠٠.00')],
      ['wide digits (A16)', HO0.replace('5400.00', '5４00.00')],
      ['a negative amount (A16)', HO0.replace('5400.00', '-5400.00')],
      ['a leading zero (A16)', HO0.replace('5400.00', '05400.00')],
      ['an impossible day (A16)', HO0.replace(' exp=', ' due=20261399 exp=')],
      ['an impossible time (A16)', HO0.replace('20261002T1700Z', '99999999T9999Z')],
      ['an account with a hidden character (A17)', HO0.replace('61102938', '6110\u202e2938')],
      ['a name with a look-alike letter (A17)', HO0.replace('sup=marlow', 'sup=mаrlow')],
    ])('%s: no message is stored, and the bytes are kept', async (_, line) => {
      expect(await office.scheduler.send(line, { record })).toMatchObject({
        outcome: 'refused',
        reason: 'unreadable',
        diagnostics: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]),
      });
      expect(await office.payer.inbox()).toEqual([]);
      const [entry] = await office.scheduler.thread();
      expect(entry).toMatchObject({ refused: 'unreadable', line: parse(line).line, id: null });
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    });

    test('bytes that no text holds are kept as they came', async () => {
      const line = 'RW1 ST payer-9 from=payer to=scheduler item=x:1 // \ud800 \u0000';
      expect(await office.payer.send(line)).toMatchObject({ reason: 'unreadable' });
      const later = officeAt(await under.reopen());
      expect((await later.payer.thread())[0]?.line).toBe(line);
      expect(await later.ledger.verify()).toMatchObject({ holds: true, entries: 1 });
    });

    test('an act that cannot be undone without its record, and one that differs from it (F23, F27)', async () => {
      expect(await reasonOf(office.scheduler, HO0)).toBe('needs-record');
      const wrong = { ...record, amt: '54.00' };
      expect(await office.scheduler.send(HO0, { record: wrong })).toMatchObject({
        reason: 'handoff-fails',
        message: expect.stringContaining('amt'),
        diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'record/mismatch' })]),
      });
      const send =
        'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:1 ask=SEND rb=exec sup=marlow addr=accounts@mar1ow.example amt=1.00 cur=GBP paid=20261002 ref=R1';
      const approved = {
        item: 'inv:1',
        ask: 'SEND',
        sup: 'marlow',
        addr: 'accounts@marlow.example',
        amt: '1.00',
        cur: 'GBP',
        paid: '20261002',
        ref: 'R1',
      };
      expect(await office.scheduler.send(send, { record: approved })).toMatchObject({
        reason: 'handoff-fails',
        message: expect.stringContaining('addr'),
      });
      expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
        reason: 'unknown-handoff',
      });
      const unguarded = HO0.replace(' rb=exec', '');
      expect(await office.scheduler.send(unguarded, { record })).toMatchObject({ reason: 'handoff-fails' });
    });

    test('what the sender keeps is judged when it is sent, not when somebody answers', async () => {
      const line = 'RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT rb=acc';
      await expect(office.scheduler.send(line, { criteria: [] })).rejects.toMatchObject({
        code: 'usage/kept-empty',
      });
      await expect(office.scheduler.send(line, { criteria: ['len:1w+len:2w'] })).rejects.toMatchObject({
        code: 'usage/kept-twice',
      });
      await expect(office.scheduler.send(line, { record: [] as never })).rejects.toMatchObject({
        code: 'usage/record',
      });
      expect(await office.scheduler.send(line, { withheld: { amt: '1.00' } })).toMatchObject({
        reason: 'handoff-fails',
      });
      expect(await office.scheduler.send(HO0, { record: { ...record, amt: 5400 } as never })).toMatchObject({
        reason: 'handoff-fails',
      });
    });

    test('a handoff at its exp (R26)', async () => {
      office.clock.now = at('17:00:00');
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ reason: 'expired' });
      office.clock.now -= 1;
      expect(await office.scheduler.send(HO0, { record })).toMatchObject({ outcome: 'accepted' });
    });

    test('a line that answers nothing, or from the wrong side (R39, R41)', async () => {
      await office.scheduler.send(HO0, { record });
      expect(await reasonOf(office.payer, RB0.replace('re=scheduler-1', 're=scheduler-9'))).toBe(
        'unknown-re',
      );
      expect(
        await reasonOf(office.scheduler, 'RW1 ST scheduler-5 re=payer-77 from=scheduler to=payer item=x:1'),
      ).toBe('unknown-re');
      expect(await reasonOf(office.payer, RB0.replace('to=scheduler', 'to=auditor'))).toBe('direction');
      const auditor = office.ledger.as({ principal: 'audit', agents: ['auditor'] });
      expect(
        await reasonOf(auditor, 'RW1 UN auditor-1 re=scheduler-1 from=auditor to=scheduler why=BUSY'),
      ).toBe('direction');
      expect(
        await reasonOf(auditor, 'RW1 UN auditor-2 re=scheduler-1 from=auditor to=scheduler why=SCOPE'),
      ).toBe('accepted');
      expect((await office.scheduler.show('scheduler-1'))?.handoff?.state).toBe('OPEN');
      expect(
        await reasonOf(office.payer, 'RW1 AN payer-5 re=scheduler-1 from=payer to=scheduler val=Y'),
      ).toBe('unknown-re');
      expect(await reasonOf(office.payer, DN0.replace('re=scheduler-1', 're=payer-5'))).toBe('unknown-re');
    });

    test('what is no handle of a ledger', async () => {
      const { createActTool } = await import('../../src/act/index.ts');
      expect(() => createActTool({ ledger: { ...office.payer } })).toThrow('this is no handle');
    });
  });

  describe('handoffs', () => {
    const draft = 'RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT rb=acc keys=len';
    const readback = (number: number, acc: string): string =>
      `RW1 RB payer-${number} re=scheduler-1 from=payer to=scheduler item=x:1 ask=DRAFT acc=${acc}`;

    test('the readback is judged with what the sender kept: owned, or held (act.md 4)', async () => {
      await office.scheduler.send(draft, { criteria: ['len:120w'] });
      expect(await office.scheduler.owner('x:1')).toBe('scheduler');
      const wrong = await office.payer.send(readback(1, 'len:300w'));
      expect(wrong).toMatchObject({
        outcome: 'accepted',
        verdict: { passes: false, roger: true, wilco: false },
        handoff: { state: 'HELD', owner: 'scheduler' },
      });
      expect(JSON.stringify(wrong)).not.toContain('120w');
      const seen = await office.scheduler.show('payer-1');
      expect(JSON.stringify(seen?.entry.verdict)).toContain('120w');
      const right = await office.payer.send(readback(2, 'len:120w'));
      expect(right).toMatchObject({ verdict: { wilco: true }, handoff: { state: 'OWNED', owner: 'payer' } });
      expect(await office.scheduler.owner('x:1')).toBe('payer');
    });

    test('without the criteria it is unchecked, and ownership waits for the sender’s answer (act.md 9)', async () => {
      await office.scheduler.send(draft);
      const sent = await office.payer.send(readback(1, 'len:300w'));
      expect(sent).toMatchObject({
        verdict: { unchecked: true },
        handoff: { state: 'OPEN', owner: 'scheduler' },
      });
      await office.scheduler.send('RW1 AN scheduler-2 re=payer-1 from=scheduler to=payer val=N');
      expect((await office.scheduler.show('scheduler-1'))?.handoff).toMatchObject({
        state: 'HELD',
        owner: 'scheduler',
      });
      await office.payer.send(readback(2, 'len:120w'));
      const yes = await office.scheduler.send('RW1 AN scheduler-3 re=payer-2 from=scheduler to=payer val=Y');
      expect(yes).toMatchObject({ handoff: { state: 'OWNED', owner: 'payer' } });
    });

    test('a readback that fails is not confirmed (R50)', async () => {
      await office.scheduler.send(draft, { criteria: ['len:120w'] });
      await office.payer.send(readback(1, 'len:300w'));
      expect(
        await reasonOf(office.scheduler, 'RW1 AN scheduler-2 re=payer-1 from=scheduler to=payer val=Y'),
      ).toBe('readback-fails');
    });

    test('a handoff ends once: by DN, FL, UN or CX, and whatever comes later is answered with the end', async () => {
      const ends: readonly (readonly [string, Handle, string])[] = [
        ['CLOSED_DN', office.payer, 'DN payer-9% re=scheduler-% from=payer to=scheduler item=x:% out=OK'],
        ['CLOSED_FL', office.payer, 'FL payer-9% re=scheduler-% from=payer to=scheduler item=x:% why=ERR'],
        ['CLOSED_UN', office.payer, 'UN payer-9% re=scheduler-% from=payer to=scheduler why=BUSY'],
        [
          'CLOSED_CX',
          office.scheduler,
          'CX scheduler-9% re=scheduler-% from=scheduler to=payer item=x:% why=REVOKED',
        ],
      ];
      for (const [index, [state, ender, end]] of ends.entries()) {
        const number = String(index + 1);
        const line = (text: string): string => `RW1 ${text.replaceAll('%', number)}`;
        await office.scheduler.send(line('HO scheduler-% from=scheduler to=payer item=x:% ask=DRAFT'));
        expect(await ender.send(line(end))).toMatchObject({ outcome: 'accepted', handoff: { state } });
        for (const [, other, late] of ends) {
          if (state === 'CLOSED_CX' && !late.startsWith('CX') && !late.startsWith('DN')) continue; // acknowledges it
          const again = await other.send(line(late).replace(/-9/, '-8'));
          expect(again).toMatchObject({ outcome: 'refused', reason: 'closed', answer: line(end) });
        }
      }
      expect((await office.scheduler.open()).length).toBe(0);
    });

    test('a done report that differs from the plan is not taken (R44), nor one without its readback (R45)', async () => {
      await office.scheduler.send(
        'RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT rb=due due=20261005',
      );
      expect(
        await reasonOf(office.payer, 'RW1 DN payer-1 re=scheduler-1 from=payer to=scheduler item=x:2 out=OK'),
      ).toBe('done-fails');
      expect(
        await reasonOf(office.payer, 'RW1 DN payer-1 re=scheduler-1 from=payer to=scheduler item=x:1 out=OK'),
      ).toBe('accepted');
      await office.scheduler.send(draft.replace('scheduler-1', 'scheduler-2'));
      expect(
        await reasonOf(office.payer, 'RW1 DN payer-2 re=scheduler-2 from=payer to=scheduler item=x:1 out=OK'),
      ).toBe('done-fails');
    });

    test('an act that is done elsewhere is reported by its receiver, against the plan', async () => {
      office = officeAt(under.store, { elsewhere: ['PAY'] });
      await office.scheduler.send(HO0, { record });
      await office.payer.send(RB0);
      await office.scheduler.send('RW1 AN scheduler-2 re=payer-1 p=pay from=scheduler to=payer val=Y');
      const wrong = DN0.replace('61102938', '61102939');
      expect(await reasonOf(office.payer, wrong)).toBe('done-fails');
      expect(await office.payer.send(DN0.replace('payer-2', 'payer-3'))).toMatchObject({
        handoff: { state: 'CLOSED_DN' },
      });
      expect(await office.problems()).toEqual([]);
    });

    test('a question is answered once, by the one who was asked, with one of its options (F07, F12)', async () => {
      await office.payer.send(
        'RW1 AQ payer-3 p=pay from=payer to=human item=inv:1 need=ENUM opts=APPROVE+HOLD',
      );
      await office.payer.send(
        'RW1 AQ payer-5 p=pay from=payer to=human item=inv:2 need=ENUM opts=REJECT+CALLBACK',
      );
      const crossed = 'RW1 AN human-1 re=payer-5 p=pay from=human to=payer val=HOLD';
      expect(await reasonOf(office.human, crossed)).toBe('answer-fails');
      const answer = 'RW1 AN human-1 re=payer-3 p=pay from=human to=payer val=HOLD';
      expect(await reasonOf(office.human, answer)).toBe('accepted');
      const second = await office.human.send(
        'RW1 AN human-2 re=payer-3 p=pay from=human to=payer val=APPROVE',
      );
      expect(second).toMatchObject({ outcome: 'refused', reason: 'answered', answer });
    });

    test('a handoff that nobody reads stays its sender’s and is listed, orphaned after its exp (F13)', async () => {
      await office.scheduler.send(HO0, { record });
      office.clock.now = at('17:30:00');
      const [open] = await office.scheduler.open();
      expect(open).toMatchObject({
        id: 'scheduler-1',
        owner: 'scheduler',
        age: 3.5 * 3_600_000,
        orphaned: true,
        statement: null,
      });
      expect(await office.problems('20261002T1730Z')).toEqual(['thread/orphaned']);
      expect((await office.payer.inbox()).map(({ id }) => id)).toEqual(['scheduler-1']);
    });

    test('the ledger closes an expired handoff where its sender lets it, and no other (I13)', async () => {
      await office.scheduler.send(HO0, { record, closeWhenExpired: true });
      const other = payment(2);
      await office.scheduler.send(other.line, { record: other.record });
      const made = await office.paying.prepare({ handoff: 'scheduler-1' });
      const token = made.outcome === 'prepared' ? made.token : '';
      office.clock.now = at('17:00:00');
      expect(await office.ledger.sweep()).toMatchObject({ closed: 1 });
      expect(await office.payer.statement(token)).toMatchObject({ state: 'EXPIRED' });
      const closing = (await office.payer.thread()).find(({ type }) => type === 'CX');
      expect(closing).toMatchObject({
        principal: 'ledger',
        delegateFor: 'scheduler',
        line: expect.stringMatching(/^RW1 CX scheduler-\d+ re=scheduler-1 .* why=EXPIRED$/),
      });
      expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-2']);
      expect(await office.ledger.sweep()).toMatchObject({ expired: 0, unknown: 0, closed: 0 });
    });

    test('a re-issue takes the place of the handoff whose readback was void (R52)', async () => {
      await office.scheduler.send(draft, { criteria: ['len:120w'] });
      await office.payer.send(readback(1, 'len:300w'));
      await office.scheduler.send(`${draft.replace('scheduler-1', 'scheduler-2')} re=payer-1`, {
        criteria: ['len:120w'],
      });
      expect((await office.scheduler.open()).map(({ id, root }) => [id, root])).toEqual([
        ['scheduler-1', 'scheduler-1'],
        ['scheduler-2', 'scheduler-1'],
      ]);
      await office.payer.send(readback(2, 'len:120w').replace('re=scheduler-1', 're=scheduler-2'));
      expect((await office.scheduler.show('scheduler-1'))?.handoff?.state).toBe('SUPERSEDED');
      expect(await office.problems()).toEqual([]);
    });

    test('UN why=DUP to a retry closes the retry and leaves the original', async () => {
      await office.scheduler.send(draft, { criteria: ['len:120w'] });
      await office.scheduler.send(`${draft.replace('scheduler-1', 'scheduler-2')} re=scheduler-1`);
      await office.payer.send('RW1 UN payer-1 re=scheduler-2 from=payer to=scheduler why=DUP');
      expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-1']);
    });
  });

  test('what is stored is what was sent, for hostile values everywhere (T18)', async () => {
    const hostile = fc.string({
      unit: fc.constantFrom("'", '"', ';', '-', '%', '\\', '$', '{', '}', 'a', '0', '?', '(', ')', '`'),
      minLength: 1,
      maxLength: 30,
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (item, tail) => {
        number += 1;
        const line = `RW1 ST payer-${number} from=payer to=scheduler item=${item} x_a=${tail} // ${tail}`;
        const sent = await office.payer.send(line);
        const shown = await office.scheduler.show(`payer-${number}`);
        expect([sent.outcome, shown?.entry.line]).toEqual(['accepted', line]);
        await office.scheduler.owner(item);
        const odd = office.ledger.as({ principal: item, agents: ['payer'], conversation: tail });
        await odd.send(line);
        expect((await odd.thread()).map(({ line: kept, principal }) => [kept, principal])).toContainEqual([
          line,
          item,
        ]);
      }),
      { numRuns: 60 },
    );
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  });

  test('conversations do not see each other', async () => {
    await office.scheduler.send(HO0, { record });
    const abroad = office.ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation: 'other' });
    expect(await abroad.thread()).toEqual([]);
    expect(await abroad.show('scheduler-1')).toBeNull();
    expect(await abroad.send(HO0, { record })).toMatchObject({ outcome: 'accepted', entry: { sequence: 1 } });
  });

  test('pages through inbox and thread', async () => {
    for (let number = 1; number <= 5; number++) {
      await office.payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=x:${number}`);
    }
    const first = await office.scheduler.inbox({ limit: 2 });
    const rest = await office.scheduler.inbox({ agent: 'scheduler', after: first.at(-1)?.sequence ?? 0 });
    expect([...first, ...rest].map(({ id }) => id)).toEqual([
      'payer-1',
      'payer-2',
      'payer-3',
      'payer-4',
      'payer-5',
    ]);
    expect((await office.payer.thread({ after: 3 })).map(({ sequence }) => sequence)).toEqual([4, 5]);
    await expect(office.payer.inbox({ agent: 'scheduler' })).rejects.toMatchObject({ code: 'usage/agent' });
  });
});
