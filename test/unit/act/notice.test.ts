import { beforeEach, describe, expect, test } from 'vitest';
import { type Capabilities, createActTool, type Notice } from '../../../src/act/index.ts';
import { instantOf } from '../../../src/ledger/clock.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { CX0, values } from '../../support/ledger/lines.ts';
import { confirmed, type Mood, type Office, officeAt, prepared } from '../../support/ledger/office.ts';

const plan =
  'PAY of inv:MD-2026-057 (acct=40-12-88/61102938 amt=5400.00 apref=FD-0929 cur=GBP kind=GROSS paid=20261002 ref=MD-2026-057 sup=marlow)';
const key = { idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' } } as const;
const looked = { lookup: { kind: 'by-key' }, horizon: 60 } as const;

describe('what a user sees of a statement (act.md 8)', () => {
  let office: Office;
  beforeEach(() => {
    office = officeAt(openMemory());
  });
  async function noticeOf(token: string, tool = office.paying): Promise<Notice | undefined> {
    return (await tool.show({ token }))?.notice;
  }
  async function committed(mood: Mood, can: Partial<Capabilities> = {}): Promise<string> {
    office.bank.can = { ...office.bank.can, ...can };
    office.bank.moods = [mood];
    const token = await confirmed(office);
    await office.paying.commit({ token });
    return token;
  }
  /** The bank's names of an act, as the statement has them. */
  async function names(token: string): Promise<{ reference: string; key: string }> {
    const { key: own = '', reference = '' } = office.bank.asked[0] ?? {};
    expect((await office.payer.statement(token))?.key).toBe(own);
    return { key: own, reference };
  }

  test('before it is confirmed', async () => {
    expect(await noticeOf(await prepared(office))).toEqual({
      code: 'WAITING',
      text: 'nothing was executed. payer-1 waits for its answer before 2026-10-02T17:00:00Z.',
      todo: 'confirm',
    });
  });

  test('before it is claimed', async () => {
    expect(await noticeOf(await confirmed(office))).toEqual({
      code: 'READY',
      text: 'nothing was executed. Confirmed 2026-10-02T14:00:00Z, will run before 2026-10-02T17:00:00Z.',
      todo: 'nothing',
    });
  });

  test('while it runs', async () => {
    const token = await confirmed(office);
    let seen: Notice | undefined;
    office.bank.meanwhile = async () => {
      seen = await noticeOf(token);
    };
    await office.paying.commit({ token });
    const lease = instantOf(office.clock.now + 10_000 + office.bank.timeout);
    expect(seen).toEqual({
      code: 'RUNNING',
      text: `claimed 2026-10-02T14:00:00Z. What came of it is known by ${lease}, or it is unknown.`,
      todo: 'wait',
    });
  });

  test('when it was cancelled too late', async () => {
    const token = await confirmed(office);
    let seen: Notice | undefined;
    office.bank.meanwhile = async () => {
      await office.scheduler.send(CX0);
      seen = await noticeOf(token, office.sending);
    };
    await office.paying.commit({ token });
    expect(seen).toEqual({
      code: 'TOO-LATE-TO-CANCEL',
      text: 'already sent at 2026-10-02T14:00:00Z. You will get the DN, or the answer to your CX if it did not run. To reverse: HO ask=UNDO ctx=<DN>.',
      todo: 'UNDO',
    });
  });

  test('when nobody knows, and nothing but a person can find out', async () => {
    const token = await committed('lost');
    const { reference, key: own } = await names(token);
    expect(await noticeOf(token)).toEqual({
      code: 'UNKNOWN',
      text: `${plan} may or may not have been done at 2026-10-02T14:00:00Z. It will not be sent again. Look for the reference ${reference} or the key ${own} at bank, then answer EXECUTED or NOTEXEC to payer-2.`,
      todo: 'look up',
    });
    // the side that confirmed has not the executor
    expect(await noticeOf(token, office.sending)).toEqual({
      code: 'UNKNOWN',
      text: `${plan} may or may not have been done at 2026-10-02T14:00:00Z. Look for the reference ${reference} or the key ${own} at bank; treasury settles it.`,
      todo: 'look up',
    });
  });

  test('when a look-up will tell', async () => {
    const token = await committed('hangs', looked);
    expect(await noticeOf(token)).toEqual({
      code: 'UNKNOWN',
      text: `${plan} may or may not have been done at 2026-10-02T14:00:00Z. It will not be sent again. It is looked up at bank, where finding nothing means not done from 2026-10-02T14:01:05Z.`,
      todo: 'wait',
    });
  });

  test('when the same key is sent again', async () => {
    const token = await committed('lost', key);
    expect(await noticeOf(token)).toEqual({
      code: 'CHECKING',
      text: `${plan}: asking bank again with the same key (attempt 2 of 5). It cannot be done twice before 2026-10-02T15:00:00Z.`,
      todo: 'wait',
    });
  });

  test('when it was taken, and is not done yet', async () => {
    const token = await committed('pending', { ...looked, settlesLater: true });
    expect(await noticeOf(token)).toEqual({
      code: 'PENDING',
      text: `${plan} was taken as BK-1 at 2026-10-02T14:00:00Z, and is not done yet. bank is asked again for what came of it.`,
      todo: 'wait',
    });
  });

  test('when it was taken, and nothing but a callback can tell', async () => {
    const token = await committed('pending', { settlesLater: true });
    expect((await noticeOf(token))?.text).toContain(
      'was taken as BK-1 at 2026-10-02T14:00:00Z, and is not done yet. bank says by itself what came of it',
    );
  });

  test('when it is done', async () => {
    expect(await noticeOf(await committed('pays'))).toEqual({
      code: 'DONE',
      text: `${plan}: payer-2.`,
      todo: 'nothing',
    });
  });

  test('when it is done, under a name that somebody else chose', async () => {
    office.bank.run = async ({ call }) => ({
      outcome: 'executed',
      values: call.values,
      reference: 'BK\n\u001b[31m\u202eRW1',
    });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      message: `DONE: ${plan}: payer-2, reference BK [31m RW1.`,
    });
  });

  test('when something else was done', async () => {
    expect(await noticeOf(await committed('swaps-account'))).toEqual({
      code: 'MISMATCH',
      text: 'executed acct=20-00-00/99999999, plan 40-12-88/61102938. Handoff closed DN with mismatch; UNDO question payer-3 sent to scheduler.',
      todo: 'decide',
    });
  });

  test('when a value was not reported', async () => {
    expect((await noticeOf(await committed('drops-reference')))?.text).toMatch(
      /^ref not reported, plan MD-2026-057\. /,
    );
  });

  test('when it was not done', async () => {
    expect(await noticeOf(await committed('declines'))).toEqual({
      code: 'NOT-DONE',
      text: 'declined: insufficient funds. It is safe to hand over again (payer-2).',
      todo: 'nothing',
    });
  });

  test('when its time passed', async () => {
    const token = await confirmed(office);
    office.clock.now = Date.parse('2026-10-02T17:00:00.200Z');
    await office.ledger.sweep();
    expect(await noticeOf(token)).toEqual({
      code: 'EXPIRED',
      text: 'window closed 2026-10-02T17:00:00Z, now 2026-10-02T17:00:00.200Z (ledger clock). Nothing was executed. Prepare again.',
      todo: 'prepare',
    });
  });

  test('when it was discarded', async () => {
    const token = await confirmed(office);
    await office.scheduler.send(CX0);
    expect(await noticeOf(token)).toEqual({
      code: 'ABANDONED',
      text: 'nothing was executed. It was discarded: CX scheduler-4.',
      todo: 'prepare',
    });
  });

  test('when an effect turned up that should not be there', async () => {
    const token = await confirmed(office);
    const deciding = createActTool({ ledger: office.human });
    office.bank.meanwhile = async () => {
      office.clock.now += 60_000;
      await office.ledger.sweep();
      await deciding.settle({ token, answer: { outcome: 'NOTEXEC', evidence: 'not on the statement' } });
    };
    await office.paying.commit({ token });
    const seen = Object.keys(values).map((slot) => `${slot}=${values[slot as keyof typeof values]}`);
    expect(await noticeOf(token)).toEqual({
      code: 'INCIDENT',
      text: `an effect was found (${seen.join(' ')}) for ${plan}, which was NOTEXEC. UNDO question payer-4 sent to scheduler.`,
      todo: 'decide',
    });
  });
});
