import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/create.ts';
import { parse } from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import { makeHandoff } from '../../src/compose/index.ts';
import {
  confirmByApproval,
  type EntryBody,
  exportLedger,
  fold,
  type Handle,
  importLedger,
  type Ledger,
} from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { nextIdFor, propose } from '../../src/ledger/propose.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { type Office, officeAt } from '../support/ledger/office.ts';
import { mayPay, proof, says } from '../support/ledger/questions.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const owner = { principal: 'ap-office', agents: ['scheduler'] };
const ho = parse(HO0).message as AnyMessage;

describe.each(stores)('a handoff that is written for its approver at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  const proposed = () => propose(office.payer, owner, ho, { record, call: '{"amount":5400}' });

  test('is the approver’s to confirm, and the entry says who had it written', async () => {
    expect(await proposed()).toMatchObject({ outcome: 'accepted', handoff: { principal: 'ap-office' } });
    const [entry] = await office.payer.thread();
    expect(entry).toMatchObject({ principal: 'treasury', delegateFor: 'scheduler' });
    const prepared = await office.paying.prepare({ handoff: 'scheduler-1' });
    const token = prepared.outcome === 'prepared' ? prepared.token : '';
    expect(await office.paying.confirm({ token })).toMatchObject({ reason: 'not-yours' });
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'unconfirmed' });
    expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(await office.problems()).toEqual([]);
  });

  test('lets the approver alone read the call that is kept beside it, and cancel it', async () => {
    await proposed();
    expect(await office.scheduler.kept('scheduler-1')).toMatchObject({ call: '{"amount":5400}' });
    expect(await office.payer.kept('scheduler-1')).toBeNull();
    const cancel =
      'RW1 CX scheduler-9 re=scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 why=REVOKED';
    expect(await office.scheduler.send(cancel)).toMatchObject({ handoff: { state: 'CLOSED_CX' } });
  });

  test('stays the approver’s in a fold over its entries and in a copy', async () => {
    await proposed();
    const stored = await under.store.entries('main', { after: 0, limit: 10 });
    const rows = fold(
      'main',
      stored.map(({ entry }) => entry),
    );
    expect(rows.handoffs.get('scheduler-1')?.principal).toBe('ap-office');
    const copy = openMemory();
    await importLedger(copy, exportLedger(under.store, { kept: true }));
    const [entry] = await copy.entries('main', { after: 0, limit: 1 });
    expect(entry?.keptText).toContain('{\\"amount\\":5400}');
  });

  test('gives its id from the approver’s own numbers', async () => {
    const id = await nextIdFor(office.payer, owner, 'scheduler');
    expect(id).not.toBe(await office.scheduler.nextId('scheduler'));
  });

  test('is refused where its values are not those of the record', async () => {
    const sent = await propose(office.payer, owner, ho, { record: { ...record, amt: '1.00' } });
    expect(sent).toMatchObject({ outcome: 'refused', reason: 'handoff-fails' });
  });

  test('is written for nobody who proposes it himself, and in no name but the approver’s', async () => {
    const self = { principal: 'treasury', agents: ['scheduler'] };
    expect(() => propose(office.payer, self, ho, { record })).toThrow('confirm what it proposes itself');
    const other = { principal: 'ap-office', agents: ['auditor'] };
    expect(await propose(office.payer, other, ho, { record })).toMatchObject({ reason: 'identity' });
    const status = parse('RW1 ST scheduler-1 from=scheduler to=payer item=inv:1').message as AnyMessage;
    expect(() => propose(office.payer, owner, status, {})).toThrow('only a handoff');
  });
});

describe.each(stores)('a statement that was approved before at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  const person = { principal: 'm.okafor', agents: ['human'], person: true };

  /** A payment that is prepared for the person, whose values are those of an earlier go but for `change`. */
  async function prepared(change: Readonly<Record<string, string>> = {}): Promise<string> {
    await office.scheduler.send(mayPay(1, { apref: 'FD-0929' }));
    await says(office.human, 'scheduler-1', 'APPROVE');
    return preparedAs('human-50', { ...record, ...change });
  }

  async function preparedAs(id: string, own: Readonly<Record<string, string>> = record): Promise<string> {
    const { message } = makeHandoff({ record: { ...own, p: 'pay', from: 'human', to: 'payer' }, id });
    await propose(office.payer, person, message as AnyMessage, { record: own });
    const outcome = await office.paying.prepare({ handoff: id });
    return outcome.outcome === 'prepared' ? outcome.token : '';
  }

  test('is confirmed by the approval, which the entry names, and is nobody’s word of now', async () => {
    const token = await prepared();
    const outcome = await confirmByApproval(office.payer, person, token);
    expect(outcome).toMatchObject({ outcome: 'confirmed', approval: { reference: 'FD-0929' } });
    const entry = (await office.payer.thread()).at(-1);
    expect(entry).toMatchObject({ principal: 'treasury', delegateFor: 'human', policy: 'approval:FD-0929' });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('is not, where a value is another, or the go was somebody else’s, or was withdrawn', async () => {
    const token = await prepared({ amt: '5400.01' });
    const outcome = await confirmByApproval(office.payer, person, token);
    expect(outcome).toMatchObject({
      outcome: 'not-confirmed',
      because: expect.stringContaining('exactly these values'),
    });
    const other = { ...person, principal: 'j.reyes' };
    expect(await confirmByApproval(office.payer, other, token)).toMatchObject({ outcome: 'not-confirmed' });
    expect(await office.paying.commit({ token })).toMatchObject({ reason: 'unconfirmed' });
  });

  test('is not, where the same act was stopped after it', async () => {
    const token = await prepared();
    await office.scheduler.send(mayPay(2, { apref: 'FD-0929' }));
    await says(office.human, 'scheduler-2', 'HOLD');
    expect(await confirmByApproval(office.payer, person, token)).toMatchObject({ outcome: 'not-confirmed' });
  });

  test('is not, where its approver cancelled the same act, or said no to its statement, after the go', async () => {
    const first = await prepared();
    expect(await confirmByApproval(office.payer, person, first)).toMatchObject({ outcome: 'confirmed' });
    await office.human.send(
      `RW1 CX human-60 re=human-50 p=pay from=human to=payer item=${record.item} why=SUPERSEDED`,
    );
    const again = await preparedAs('human-61');
    expect(await confirmByApproval(office.payer, person, again)).toMatchObject({ outcome: 'not-confirmed' });
    expect(await office.paying.commit({ token: again })).toMatchObject({ reason: 'unconfirmed' });
  });

  test('is not, where its approver discarded the statement before it and it was prepared once more', async () => {
    const token = await prepared();
    const hands = createActTool({ ledger: office.human });
    expect(await hands.confirm({ token, answer: 'N' })).toMatchObject({ outcome: 'declined' });
    const again = await office.paying.prepare({ handoff: 'human-50' });
    const second = again.outcome === 'prepared' ? again.token : '';
    expect(await confirmByApproval(office.payer, person, second)).toMatchObject({ outcome: 'not-confirmed' });
    expect(await office.paying.commit({ token: second })).toMatchObject({ reason: 'unconfirmed' });
  });

  test('is confirmed still, where somebody else ended a handoff of the same act for another reason', async () => {
    await office.scheduler.send(mayPay(1, { apref: 'FD-0929' }));
    await says(office.human, 'scheduler-1', 'APPROVE');
    await office.scheduler.send(HO0.replace('HO scheduler-1', 'HO scheduler-5'), { record });
    await office.scheduler.send(
      `RW1 CX scheduler-6 re=scheduler-5 p=pay from=scheduler to=payer item=${record.item} why=SUPERSEDED`,
    );
    const token = await preparedAs('human-50');
    expect(await confirmByApproval(office.payer, person, token)).toMatchObject({ outcome: 'confirmed' });
  });

  const noAfter = async (): Promise<void> => {
    await office.scheduler.send(mayPay(2, { apref: 'FD-0929' }));
    expect(await says(office.human, 'scheduler-2', 'HOLD')).toMatchObject({ outcome: 'answered' });
  };

  /** A paying side whose steps are held up once, by what others do before the next of them. */
  function paysAfter(others: () => Promise<void>) {
    let isDone = false;
    const step: StoreUnderTest['store']['step'] = async (...given) => {
      const [first, isDue] = [given[1].tokens !== undefined, !isDone];
      if (first && isDue) {
        isDone = true;
        await others();
      }
      return under.store.step(...given);
    };
    const store = new Proxy(under.store, {
      get: (own, name) => {
        const value = name === 'step' ? step : Reflect.get(own, name);
        return typeof value === 'function' && name !== 'step' ? value.bind(own) : value;
      },
    });
    return officeAt(store);
  }

  test('does not run where its approval is withdrawn after it confirmed, and is prepared anew to wait', async () => {
    const token = await prepared();
    expect(await confirmByApproval(office.payer, person, token)).toMatchObject({ outcome: 'confirmed' });
    await noAfter();
    const refused = {
      outcome: 'refused',
      reason: 'changed',
      message: expect.stringContaining('approval FD-0929'),
    };
    expect(await office.paying.commit({ token })).toMatchObject(refused);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'changed' });
    const again = await office.paying.prepare({ handoff: 'human-50' });
    const second = again.outcome === 'prepared' ? again.token : '';
    expect(second).not.toBe('');
    expect(await confirmByApproval(office.payer, person, second)).toMatchObject({ outcome: 'not-confirmed' });
    expect(await office.paying.commit({ token: second })).toMatchObject({ reason: 'unconfirmed' });
    expect(office.bank.asked).toEqual([]);
  });

  test('runs where the person who took the approval back confirms the statement itself after that', async () => {
    const token = await prepared();
    await noAfter();
    const hands = createActTool({ ledger: office.human });
    expect(await hands.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('does not run where the no comes between the last look at the approval and the claim', async () => {
    const token = await prepared();
    await confirmByApproval(office.payer, person, token);
    const { paying, bank } = paysAfter(noAfter);
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'changed' });
    expect(bank.asked).toEqual([]);
  });

  test('runs, once, where others write of something else in between', async () => {
    const token = await prepared();
    await confirmByApproval(office.payer, person, token);
    const { paying, bank } = paysAfter(async () => {
      await office.scheduler.send('RW1 ST scheduler-9 from=scheduler to=payer item=inv:1 st=OPEN');
    });
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    expect(bank.asked).toHaveLength(1);
  });

  test('is claimed before a no or not at all, whichever of them is faster', async () => {
    const token = await prepared();
    await confirmByApproval(office.payer, person, token);
    await office.scheduler.send(mayPay(2, { apref: 'FD-0929' }));
    const [outcome] = await Promise.all([
      office.paying.commit({ token }),
      says(office.human, 'scheduler-2', 'HOLD'),
    ]);
    const stored = await under.store.entries('main', { after: 0, limit: 1_000 });
    const entryOf = (test: (body: EntryBody) => boolean) =>
      stored.find(({ entry }) => test(entry.body))?.entry.sequence ?? Number.POSITIVE_INFINITY;
    const no = entryOf(({ line }) => line?.includes(' val=HOLD') === true);
    const claimed = entryOf(({ facts }) => facts.some(({ fact }) => fact === 'claimed'));
    expect(no).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(outcome.outcome === 'executed' ? claimed < no : claimed === Number.POSITIVE_INFINITY).toBe(true);
    expect(office.bank.asked).toHaveLength(outcome.outcome === 'executed' ? 1 : 0);
  });

  test.each([
    ['whose passkey', (ledger: Ledger) => ledger.people.revoke(person.principal, proof.passkey)],
    ['who', (ledger: Ledger) => ledger.principals.revoke(person.principal, undefined, { by: 'test' })],
  ])('does not run, where it was given by somebody %s was revoked since', async (_, revoke) => {
    const { ledger } = office;
    const { key } = await ledger.principals.add({ principal: 'treasury', agents: ['payer'], by: 'test' });
    await ledger.principals.add({ ...person, by: 'test' });
    const { secret } = await ledger.people.invite({ person: person.principal, life: 60_000, by: 'test' });
    const passkey = { id: proof.passkey, publicKey: 'AA', counter: 0, copied: false };
    expect(await ledger.people.enrol(secret, passkey)).toEqual({ person: person.principal });
    const payer = (await ledger.connect(key)) as Handle;
    const paying = office.pays({ ledger: payer });
    const token = await prepared();
    expect(await confirmByApproval(payer, person, token)).toMatchObject({ outcome: 'confirmed' });
    await revoke(ledger);
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'refused', reason: 'changed' });
    const again = await paying.prepare({ handoff: 'human-50' });
    const second = again.outcome === 'prepared' ? again.token : '';
    expect(await confirmByApproval(payer, person, second)).toMatchObject({ outcome: 'not-confirmed' });
    expect(office.bank.asked).toEqual([]);
  });
});
