import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approvalSource } from '../../src/act/records/approvals.ts';
import { parse } from '../../src/codec/index.ts';
import { vocabularyOf } from '../../src/codec/message.ts';
import { peopleFor } from '../../src/ledger/approval/policy.ts';
import {
  type ApprovalPolicy,
  approvalFor,
  approvalsOn,
  type Handle,
  type Ledger,
  questionAt,
  shownIn,
} from '../../src/ledger/index.ts';
import { at, CX0, HO0, record, values } from '../support/ledger/lines.ts';
import { type Office, officeAt } from '../support/ledger/office.ts';
import { mayPay, proof, says } from '../support/ledger/questions.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const AQ0 =
  'RW1 AQ payer-3 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD by=20261002 // account differs from the one on file';

const policy: ApprovalPolicy = {
  name: 'ap-2026',
  rules: [
    { asks: ['PAY'], alone: { amt: { currency: 'cur', most: { GBP: '5000.00', USD: '6000.00' } } } },
    { asks: ['SEND'], people: 1 },
  ],
};

describe.each(stores)('a person answers a question at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  let second: Handle;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
    second = office.ledger.as({ principal: 'j.reyes', agents: ['human'], person: true });
  });
  afterEach(() => under.remove());

  const count = async (): Promise<number> => (await office.human.thread({ limit: 1_000 })).length;
  async function asks(line: string): Promise<void> {
    expect(await office.scheduler.send(line)).toMatchObject({ outcome: 'accepted' });
  }

  test('a go is an approval of exactly the values that were shown, under a reference of its own', async () => {
    await asks(mayPay(1));
    const asked = await questionAt(office.human, 'scheduler-1');
    const { apref: _, ...given } = values;
    const shown = Object.fromEntries(asked?.slots.map(({ slot, value }) => [slot, value]) ?? []);
    expect(shown).toMatchObject(given);
    expect(shown['apref']).toMatch(/^AP-[0-9A-Z]{12}$/);
    const said = await says(office.human, 'scheduler-1', 'APPROVE');
    expect(said).toMatchObject({
      outcome: 'answered',
      line: expect.stringMatching(/^RW1 AN human-1 re=scheduler-1 .*val=APPROVE/),
      approval: { ask: 'PAY', item: record.item, values: shown, reference: shown['apref'], policy: null },
    });
    expect(await approvalsOn(office.payer, record.item)).toEqual([
      expect.objectContaining({
        withdrawnBy: null,
        approvers: [expect.objectContaining({ person: 'm.okafor', at: at('14:00:00') })],
      }),
    ]);
  });

  test('a second answer, another person and another page are told what is recorded, and write nothing', async () => {
    await asks(mayPay(1));
    const seen = shownIn((await questionAt(office.human, 'scheduler-1')) as never);
    expect(await says(office.human, 'scheduler-1', 'HOLD')).toMatchObject({
      outcome: 'answered',
      approval: null,
    });
    const before = await count();
    for (const handle of [office.human, second])
      expect(await says(handle, 'scheduler-1', 'APPROVE', { shown: seen })).toMatchObject({
        reason: 'answered',
      });
    expect(await count()).toBe(before);
    expect(await approvalsOn(office.human, record.item)).toEqual([]);
  });

  test('twenty at once: one answer, nineteen that are told of it (F07)', async () => {
    await asks(mayPay(1));
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        says(index % 2 === 0 ? office.human : second, 'scheduler-1', index % 3 === 0 ? 'HOLD' : 'APPROVE'),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'answered')).toHaveLength(1);
    const reasons = all.flatMap((one) => (one.outcome === 'not-answered' ? [one.reason] : []));
    expect(new Set(reasons)).toEqual(new Set(['answered']));
    expect(reasons).toHaveLength(19);
    expect(await count()).toBe(2);
  });

  test.each([["no, don't approve"], ['disapprove'], ['approve'], ['APPROVE please'], ['REJECT']])(
    '%j is no answer of a question that did not offer it (F16)',
    async (val) => {
      await asks(mayPay(1));
      expect(await says(office.human, 'scheduler-1', val)).toMatchObject({ reason: 'no-option' });
      expect(await count()).toBe(1);
    },
  );

  test('a go to what is not shown any more writes nothing', async () => {
    await asks(mayPay(1));
    expect(await says(office.human, 'scheduler-1', 'APPROVE', { shown: 'f'.repeat(64) })).toMatchObject({
      reason: 'changed',
    });
    expect(await count()).toBe(1);
  });

  test('nobody but a person answers, and nobody for another agent', async () => {
    await asks(mayPay(1));
    expect(await says(office.payer, 'scheduler-1', 'APPROVE')).toMatchObject({ reason: 'not-a-person' });
    expect(await says(office.human, 'scheduler-9', 'APPROVE')).toMatchObject({ reason: 'no-question' });
  });

  test('the day of by= counts in UTC to its end', async () => {
    await asks(mayPay(1));
    office.clock.now = Date.parse('2026-10-03T00:00:00Z');
    expect(await says(office.human, 'scheduler-1', 'APPROVE')).toMatchObject({ reason: 'too-late' });
    office.clock.now -= 1;
    expect(await says(office.human, 'scheduler-1', 'APPROVE')).toMatchObject({ outcome: 'answered' });
  });

  describe('about a handoff', () => {
    beforeEach(async () => {
      await office.scheduler.send(HO0, { record });
      await office.payer.send(AQ0);
    });

    test('its values are those that were sent', async () => {
      const asked = await questionAt(office.human, 'payer-3');
      expect(asked).toMatchObject({ ask: 'PAY', isAct: true, reference: 'FD-0929', against: [] });
      expect(Object.fromEntries(asked?.slots.map(({ slot, value }) => [slot, value]) ?? [])).toEqual(values);
    });

    test('it is held by an answer that stops', async () => {
      await says(office.human, 'payer-3', 'HOLD');
      expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
        outcome: 'refused',
        reason: 'stopped',
      });
    });

    test('after its cancel, and after its exp, nobody answers any more', async () => {
      const late = Date.parse('2026-10-02T17:00:00Z');
      office.clock.now = late;
      expect(await says(office.human, 'payer-3', 'APPROVE')).toMatchObject({ reason: 'too-late' });
      office.clock.now = late - 1;
      await office.scheduler.send(CX0);
      expect(await says(office.human, 'payer-3', 'APPROVE')).toMatchObject({ reason: 'closed' });
    });

    test('a question that says another amount than its handoff lets nobody say go', async () => {
      await office.payer.send(AQ0.replace('payer-3', 'payer-4').replace('by=', 'amt=5100.00 by='));
      expect(await says(office.human, 'payer-4', 'APPROVE')).toMatchObject({
        reason: 'not-approvable',
        message: expect.stringContaining('amt is 5400.00 on the handoff and 5100.00 on the question'),
      });
      expect(await says(office.human, 'payer-4', 'HOLD')).toMatchObject({ outcome: 'answered' });
    });
  });

  test('a slot without a value lets nobody say go, and is named (F17)', async () => {
    await asks(mayPay(1, { acct: null }));
    expect(await says(office.human, 'scheduler-1', 'APPROVE')).toMatchObject({
      reason: 'not-approvable',
      message: 'acct has no value, and PAY runs with it.',
    });
    expect(await says(office.human, 'scheduler-1', 'CALLBACK')).toMatchObject({
      outcome: 'answered',
      approval: null,
    });
  });

  test('without ask= the act is the only one that every value is there for; else nobody can say go', async () => {
    await asks(mayPay(1, { ask: null }));
    expect(await questionAt(office.human, 'scheduler-1')).toMatchObject({ ask: 'PAY', against: [] });
    await asks(mayPay(2, { ask: null, acct: null }));
    expect(await says(office.human, 'scheduler-2', 'APPROVE')).toMatchObject({
      reason: 'not-approvable',
      message: 'The question does not say which act it is about: for PAY it has no acct.',
    });
    await asks('RW1 AQ scheduler-3 p=pay from=scheduler to=human item=x:1 need=ENUM opts=APPROVE+HOLD');
    expect(await says(office.human, 'scheduler-3', 'APPROVE')).toMatchObject({
      message: expect.stringContaining('it is about no handoff, and has no value of any act'),
    });
  });

  describe('a policy with limits', () => {
    test('over the limit a second, different person is needed, and the first one is kept', async () => {
      await asks(mayPay(1));
      expect(await says(office.human, 'scheduler-1', 'APPROVE', { policy })).toMatchObject({
        outcome: 'begun',
        needed: 2,
      });
      expect(await questionAt(second, 'scheduler-1')).toMatchObject({
        row: { answer: null, begun: [{ person: 'm.okafor' }] },
      });
      expect(await approvalsOn(office.human, record.item)).toEqual([]);
      expect(await says(office.human, 'scheduler-1', 'APPROVE', { policy })).toMatchObject({
        reason: 'same-person',
      });
      expect(await says(second, 'scheduler-1', 'APPROVE', { policy })).toMatchObject({
        outcome: 'answered',
        approval: {
          approvers: [{ person: 'm.okafor' }, { person: 'j.reyes' }],
          policy: { name: 'ap-2026', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      });
    });

    test('a go to values that are others by now counts no more', async () => {
      const { acct, ...rest } = record;
      await office.scheduler.send(HO0.replace(/ acct=\S+/, ''), { record: rest });
      await office.payer.send(AQ0);
      const prepares = (resolved: string) =>
        office.pays({ resolve: () => ({ acct: resolved }) }).prepare({ handoff: 'scheduler-1' });
      const first = (await prepares(acct)) as { token: string };
      expect(await says(office.human, 'payer-3', 'APPROVE', { policy })).toMatchObject({ outcome: 'begun' });
      await office.paying.abandon(first);
      expect(await prepares('20-00-00/99999999')).toMatchObject({ outcome: 'prepared' });
      expect(await says(second, 'payer-3', 'APPROVE', { policy })).toMatchObject({ outcome: 'begun' });
      expect(await says(office.human, 'payer-3', 'APPROVE', { policy })).toMatchObject({
        outcome: 'answered',
        approval: {
          values: { acct: '20-00-00/99999999' },
          approvers: [{ person: 'j.reyes' }, { person: 'm.okafor' }],
        },
      });
    });

    test('the second person may hold it', async () => {
      await asks(mayPay(1));
      await says(office.human, 'scheduler-1', 'APPROVE', { policy });
      expect(await says(second, 'scheduler-1', 'HOLD', { policy })).toMatchObject({ approval: null });
      expect(await says(second, 'scheduler-1', 'APPROVE', { policy })).toMatchObject({ reason: 'answered' });
    });

    test('two who begin at once are one first and one that has to look again', async () => {
      await asks(mayPay(1));
      const shown = shownIn((await questionAt(office.human, 'scheduler-1')) as never);
      const said = await Promise.all(
        [office.human, second].map((one) => says(one, 'scheduler-1', 'APPROVE', { policy, shown })),
      );
      expect(said.map((one) => ('reason' in one ? one.reason : one.outcome)).sort()).toEqual([
        'begun',
        'changed',
      ]);
    });

    test('up to the limit one person is enough, to the hundredth', async () => {
      await asks(mayPay(1, { amt: '5000.00' }));
      expect(await says(office.human, 'scheduler-1', 'APPROVE', { policy })).toMatchObject({
        outcome: 'answered',
      });
      await asks(mayPay(2, { amt: '5000.01' }));
      expect(await says(office.human, 'scheduler-2', 'APPROVE', { policy })).toMatchObject({
        outcome: 'begun',
      });
    });

    test('each currency has its own limit; one without, an amount that is not there and an act that is not named need two', () => {
      const vocabulary = vocabularyOf(parse(HO0).message as never);
      const people = (change: object, ask = 'PAY'): number =>
        peopleFor(policy, { ask, values: { ...values, ...change }, vocabulary });
      expect(people({ amt: '5500.00', cur: 'USD' })).toBe(1);
      expect(people({ amt: '5500.00', cur: 'GBP' })).toBe(2);
      expect(people({ amt: '1.00', cur: 'EUR' })).toBe(2);
      expect(peopleFor(policy, { ask: 'PAY', values: { cur: 'GBP' }, vocabulary })).toBe(2);
      expect(people({ amt: '-1.00' })).toBe(2);
      expect(people({ amt: `${'9'.repeat(40)}.99` })).toBe(2);
      expect(people({}, 'CHGBANK')).toBe(2);
      expect(people({}, 'SEND')).toBe(1);
      expect(peopleFor(null, { ask: 'PAY', values, vocabulary })).toBe(1);
    });
  });

  describe('as a record', () => {
    async function approved(): Promise<string> {
      await asks(mayPay(1));
      const said = await says(office.human, 'scheduler-1', 'APPROVE');
      if (said.outcome !== 'answered' || said.approval === null) throw new Error(JSON.stringify(said));
      return said.approval.reference;
    }
    const handoff = (reference: string, change: Readonly<Record<string, string>> = {}): string =>
      Object.entries({ apref: reference, ...change }).reduce(
        (line, [slot, value]) => line.replace(new RegExp(` ${slot}=\\S+`), ` ${slot}=${value}`),
        HO0.replace('scheduler-1', 'scheduler-5'),
      );
    async function recordFor(line: string): Promise<Readonly<Record<string, string>>> {
      const found = await approvalFor(office.scheduler, parse(line).message as never);
      if (found.outcome === 'not-found') throw new Error(found.message);
      return found.record;
    }

    test('a handoff as approved is sent, prepared with the approval as its source, and done once', async () => {
      const line = handoff(await approved());
      expect(await office.scheduler.send(line, { record: await recordFor(line) })).toMatchObject({
        outcome: 'accepted',
      });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      const prepared = await paying.prepare({ handoff: 'scheduler-5' });
      expect(prepared).toMatchObject({ outcome: 'prepared' });
      const { token } = prepared as { token: string };
      expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
      expect(office.bank.paid).toHaveLength(1);
    });

    test('another amount is refused before it is sent, and not prepared where it is sent', async () => {
      const line = handoff(await approved(), { amt: '5401.00' });
      expect(await office.scheduler.send(line, { record: await recordFor(line) })).toMatchObject({
        outcome: 'refused',
        reason: 'handoff-fails',
      });
      const reference = /apref=(\S+)/.exec(line)?.[1] ?? '';
      const own = { ...record, apref: reference, amt: '5401.00' };
      await office.scheduler.send(line.replace('scheduler-5', 'scheduler-6'), { record: own });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      expect(await paying.prepare({ handoff: 'scheduler-6' })).toMatchObject({
        outcome: 'refused',
        reason: 'not-composed',
        message: expect.stringContaining('amt was approved as 5400.00, and would run as 5401.00'),
      });
    });

    test('what a handoff leaves open has the approved value, and no other that the call passes', async () => {
      const line = handoff(await approved()).replace(/ acct=\S+/, '');
      const { acct, ...sent } = { ...record, apref: /apref=(\S+)/.exec(line)?.[1] ?? '' };
      await office.scheduler.send(line, { record: sent, withheld: { acct } });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      const other = { acct: '20-00-00/99999999' };
      expect(await paying.prepare({ handoff: 'scheduler-5', call: other })).toMatchObject({
        outcome: 'refused',
        message: expect.stringContaining('acct was approved as 40-12-88/61102938'),
      });
      expect(await paying.prepare({ handoff: 'scheduler-5', call: { acct } })).toMatchObject({
        outcome: 'prepared',
        line: expect.stringContaining(' acct=40-12-88/61102938 '),
      });
    });

    test('a value that nobody approved does not run, whatever else a source gives beside the approval', async () => {
      const line = handoff(await approved()).replace(/ acct=\S+/, '');
      const { acct, ...sent } = { ...record, apref: /apref=(\S+)/.exec(line)?.[1] ?? '' };
      await office.scheduler.send(line, { record: sent, withheld: { acct } });
      const source = approvalSource(office.payer);
      const mixed = office.pays({
        resolve: async (ho) => ({ ...(await source(ho)), acct: '20-00-00/99999999' }),
      });
      expect(await mixed.prepare({ handoff: 'scheduler-5' })).toMatchObject({
        outcome: 'refused',
        message: expect.stringContaining('acct was approved as 40-12-88/61102938'),
      });
    });

    test('nor is the reversal of what was approved: a person says go to it, and to no other', async () => {
      const line = handoff(await approved());
      await office.scheduler.send(line, { record: await recordFor(line) });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      const pays = async (id: string): Promise<string> => {
        const prepared = await paying.prepare({ handoff: id });
        if (prepared.outcome !== 'prepared') return prepared.outcome;
        await office.sending.confirm({ token: prepared.token });
        return (await paying.commit({ token: prepared.token })).outcome;
      };
      expect(await pays('scheduler-5')).toBe('executed');
      const [report] = (await office.payer.thread({ limit: 1_000 })).filter(({ type }) => type === 'DN');
      const undo = { item: record.item, ask: 'UNDO', ctx: report?.id ?? '' };
      const sent = `RW1 HO scheduler-20 p=pay from=scheduler to=payer item=${undo.item} ask=UNDO rb=exec+all ctx=${undo.ctx} exp=20261002T1700Z`;
      expect(await office.scheduler.send(sent, { record: undo })).toMatchObject({ outcome: 'accepted' });
      expect(await pays('scheduler-20')).toBe('refused');
      const question = `RW1 AQ payer-30 re=scheduler-20 p=pay from=payer to=human item=${undo.item} need=ENUM opts=APPROVE+HOLD by=20261002`;
      expect(await office.payer.send(question)).toMatchObject({ outcome: 'accepted' });
      expect(await says(office.human, 'payer-30', 'APPROVE')).toMatchObject({ approval: { ask: 'UNDO' } });
      const other = parse(sent.replace(`ctx=${undo.ctx}`, 'ctx=payer-99')).message as never;
      await expect(approvalSource(office.payer)(other)).rejects.toThrow('ctx was approved as');
      expect(await pays('scheduler-20')).toBe('executed');
    });

    test('what nobody approved is not prepared where approvals are the source', async () => {
      await office.scheduler.send(HO0, { record });
      const paying = office.pays({ resolve: approvalSource(office.payer) });
      expect(await paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
        outcome: 'refused',
        reason: 'not-composed',
      });
    });

    test('a later answer that stops the act withdraws it', async () => {
      const line = handoff(await approved());
      await asks(mayPay(2));
      await says(office.human, 'scheduler-2', 'HOLD');
      expect(await approvalFor(office.payer, parse(line).message as never)).toMatchObject({
        reason: 'withdrawn',
      });
    });

    test('a no withdraws it still when what it was about has ended since', async () => {
      const line = handoff(await approved());
      await office.scheduler.send(HO0.replace('HO scheduler-1', 'HO scheduler-5'), { record });
      await office.payer.send(
        `RW1 AQ payer-3 re=scheduler-5 p=pay from=payer to=human item=${record.item} need=YESNO`,
      );
      expect(await says(office.human, 'payer-3', 'N')).toMatchObject({ outcome: 'answered' });
      const end = CX0.replace('re=scheduler-1', 're=scheduler-5').replace('why=REVOKED', 'why=SUPERSEDED');
      expect(await office.scheduler.send(end.replace('CX scheduler-4', 'CX scheduler-9'))).toMatchObject({
        handoff: { state: 'CLOSED_CX' },
      });
      expect(await approvalFor(office.payer, parse(line).message as never)).toMatchObject({
        reason: 'withdrawn',
      });
    });

    test('a no that was redacted withdraws it still', async () => {
      const line = handoff(await approved());
      await asks(mayPay(2));
      await says(office.human, 'scheduler-2', 'HOLD');
      const { entry } = (await office.human.show('human-2')) ?? {};
      await office.ledger.redact({
        ...{ conversation: 'main', sequence: entry?.sequence ?? 0, reason: 'asked for', by: 'dpo' },
      });
      expect(await approvalFor(office.payer, parse(line).message as never)).toMatchObject({
        reason: 'withdrawn',
      });
    });

    test('a cancel that says that the approval is gone withdraws it, whoever sends it', async () => {
      const line = handoff(await approved());
      await office.scheduler.send(HO0.replace('HO scheduler-1', 'HO scheduler-5'), { record });
      await office.scheduler.send(
        CX0.replace('re=scheduler-1', 're=scheduler-5').replace('CX scheduler-4', 'CX scheduler-9'),
      );
      expect(await approvalFor(office.payer, parse(line).message as never)).toMatchObject({
        reason: 'withdrawn',
      });
    });

    test.each([
      ['whose passkey', (ledger: Ledger) => ledger.people.revoke('m.okafor', proof.passkey)],
      ['who', (ledger: Ledger) => ledger.people.revoke('m.okafor')],
    ])('is none any more where it was given by somebody %s was revoked since', async (_, revoke) => {
      const { ledger } = office;
      const { secret } = await ledger.people.invite({ person: 'm.okafor', life: 60_000, by: 'test' });
      await ledger.people.enrol(secret, { id: proof.passkey, publicKey: 'AA', counter: 0, copied: false });
      const { key } = await ledger.principals.add({ principal: 'bank-side', agents: ['teller'], by: 'test' });
      const teller = (await ledger.connect(key)) as Handle;
      await asks(mayPay(1));
      const okafor = (await ledger.people.handle(proof.passkey, 'main')) as Handle;
      const said = await says(okafor, 'scheduler-1', 'APPROVE');
      const line = handoff(said.outcome === 'answered' ? (said.approval?.reference ?? '') : '');
      const ho = parse(line).message as never;
      expect(await approvalFor(teller, ho)).toMatchObject({ outcome: 'found' });
      await revoke(ledger);
      expect(await approvalFor(teller, ho)).toMatchObject({ outcome: 'not-found', reason: 'revoked' });
      await expect(approvalSource(teller)(ho)).rejects.toThrow('was revoked since');
    });

    /** A statement for the approval, that the sender confirms. */
    async function confirmedFor(reference: string): Promise<string> {
      const kept = { record: { ...record, apref: reference } };
      expect(await office.scheduler.send(handoff(reference), kept)).toMatchObject({ outcome: 'accepted' });
      const prepared = await office.paying.prepare({ handoff: 'scheduler-5' });
      const token = prepared.outcome === 'prepared' ? prepared.token : '';
      expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
      return token;
    }

    test('what it approved runs by a plain commit while it stands', async () => {
      const token = await confirmedFor(await approved());
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    });

    test.each(['after', 'before'])(
      'a no %s the sender confirmed lets no plain commit run it',
      async (when) => {
        const reference = await approved();
        const no = async (): Promise<void> => {
          await asks(mayPay(2));
          expect(await says(office.human, 'scheduler-2', 'HOLD')).toMatchObject({ outcome: 'answered' });
        };
        if (when === 'before') await no();
        const token = await confirmedFor(reference);
        if (when === 'after') await no();
        expect(await office.paying.commit({ token })).toMatchObject({
          outcome: 'refused',
          reason: 'changed',
          message: expect.stringContaining(`approval ${reference} was withdrawn`),
        });
        expect(office.bank.asked).toEqual([]);
      },
    );

    test.each([
      ['what nobody took back is asked for again by its key', 'APPROVE', 'executed', 2],
      ['what was taken back is not sent again: a person says what came of it', 'HOLD', 'unknown', 1],
    ])('of an outcome that is not known, %s', async (_, word, outcome, asked) => {
      office.bank.can = {
        ...office.bank.can,
        idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' },
      };
      office.bank.moods = ['hangs'];
      const token = await confirmedFor(await approved());
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
      await asks(mayPay(2));
      expect(await says(office.human, 'scheduler-2', word)).toMatchObject({ outcome: 'answered' });
      const settled = await office.paying.settle({ token });
      expect(settled).toMatchObject({ outcome });
      expect(office.bank.asked).toHaveLength(asked);
      if (outcome === 'unknown')
        expect(settled).toMatchObject({
          next: 'person',
          question: expect.stringContaining(' to=human '),
          message: expect.stringMatching(
            /may or may not have been done at .* then answer EXECUTED or NOTEXEC to /,
          ),
        });
    });

    test('a handoff that names no approval has the only one; of two it has to name one', async () => {
      const reference = await approved();
      const open = parse(handoff(reference).replace(/ apref=\S+/, '')).message as never;
      expect(await approvalFor(office.payer, open)).toMatchObject({ approval: { reference } });
      await asks(mayPay(2));
      await says(office.human, 'scheduler-2', 'APPROVE');
      expect(await approvalFor(office.payer, open)).toMatchObject({ reason: 'ambiguous' });
    });
  });

  test.each(['0.00', '-5400.00'])('an amount of %s that its act does not take has no go', async (amt) => {
    await asks(mayPay(1, { amt }));
    const said = await says(office.human, 'scheduler-1', 'APPROVE');
    const message = `amt is ${amt}, and PAY takes an amount above zero.`;
    expect(said).toEqual({ outcome: 'not-answered', reason: 'not-approvable', message });
    expect(await says(office.human, 'scheduler-1', 'HOLD')).toMatchObject({ outcome: 'answered' });
  });

  test('state with approvals is rebuilt from the entries alone, and a redaction takes the values', async () => {
    await asks(mayPay(1));
    await says(office.human, 'scheduler-1', 'APPROVE', { policy });
    await says(second, 'scheduler-1', 'APPROVE', { policy });
    expect(await office.ledger.verify({ state: true })).toMatchObject({ holds: true });
    await office.ledger.redact({ conversation: 'main', sequence: 3, reason: 'asked for', by: 'dpo' });
    expect(await office.ledger.verify({ state: true })).toMatchObject({ holds: true });
    expect(await approvalsOn(office.human, record.item)).toEqual([]);
  });
});
