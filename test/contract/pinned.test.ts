import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtIn } from '../../src/vocabulary/built-in.ts';
import type { ProfileData } from '../../src/vocabulary/profile-data.ts';
import { profileSet } from '../../src/vocabulary/profile-set.ts';
import type { Profiles } from '../../src/vocabulary/profiles.ts';
import { profilesOf } from '../../src/vocabulary/profiles-of.ts';
import { CX0, HO0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const gone: Profiles = profileSet(builtIn.core, []);

function changed(): Profiles {
  const pay = builtIn.get('pay')?.profile as ProfileData;
  const { profiles } = profilesOf(builtIn, [{ ...pay, answers: { go: ['APPROVE'], stop: ['DECLINE'] } }], {
    replace: true,
  });
  if (profiles === null) throw new Error('the profile is one');
  return profiles;
}

describe.each(stores)('a profile that goes while an act runs at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  /** The same ledger in a process that has other profiles. */
  async function later(profiles: Profiles): Promise<Office> {
    return officeAt(await under.reopen(), { profiles }, office.clock);
  }
  async function lost(mood: 'lost' | 'hangs' = 'lost'): Promise<string> {
    office.bank.can = { ...office.bank.can, lookup: { kind: 'by-key' }, horizon: 1 };
    office.bank.moods = [mood];
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    return token;
  }

  test.each([
    ['was removed', () => gone],
    ['was changed', changed],
  ])(
    'and %s: what it came to is reported as under its own text, and its check passes',
    async (_, profiles) => {
      const token = await lost();
      const next = await later(profiles());
      const tool = next.pays({ executors: { PAY: office.bank } });
      const settled = await tool.settle({ token });
      expect(settled).toMatchObject({
        outcome: 'executed',
        mismatch: false,
        line: expect.stringContaining('p=pay out=OK sup=marlow amt=5400.00'),
        verdict: { passes: true },
      });
      expect(await next.scheduler.checkDone('scheduler-1')).toMatchObject({
        outcome: 'checked',
        verdict: { passes: true },
      });
      expect(await office.problems()).toEqual([]);
    },
  );

  test('and was removed: that it did not run is reported too', async () => {
    const token = await lost('hangs');
    const next = await later(gone);
    next.clock.now += 60_000;
    const tool = next.pays({ executors: { PAY: office.bank } });
    expect(await tool.settle({ token })).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringContaining('p=pay why=TIMEOUT'),
    });
  });

  test('and was removed: a cancel that waits is answered', async () => {
    const token = await lost('hangs');
    await office.scheduler.send(CX0);
    const next = await later(gone);
    next.clock.now += 60_000;
    const tool = next.pays({ executors: { PAY: office.bank } });
    expect(await tool.settle({ token })).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringContaining('re=scheduler-4'),
    });
    expect(await next.scheduler.show('scheduler-1')).toMatchObject({ handoff: { state: 'CLOSED_CX' } });
  });

  test('and was removed: a person’s word is taken', async () => {
    const token = await lost();
    const next = await later(gone);
    const asPerson = next.pays({ ledger: next.human });
    expect(
      await asPerson.settle({ token, answer: { outcome: 'NOTEXEC', evidence: 'not in the statement' } }),
    ).toMatchObject({ outcome: 'not-executed' });
  });

  test('lets nothing new be prepared or run until the handoff is sent again', async () => {
    const token = await confirmed(office);
    const next = await later(changed());
    const tool = next.pays({ executors: { PAY: office.bank } });
    expect(await tool.commit({ token })).toMatchObject({ reason: 'profile-changed' });
    expect(office.bank.asked).toEqual([]);
  });

  test('still means by a code that stops what it meant when it was handed over', async () => {
    await office.scheduler.send(HO0, { record });
    const ask =
      'RW1 AQ payer-7 re=scheduler-1 p=pay from=payer to=auditor item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD';
    await office.payer.send(ask);
    // under the text that this process has, HOLD stops nothing
    const next = await later(changed());
    await next.scheduler.send('RW1 AN auditor-1 re=payer-7 from=auditor to=payer val=HOLD');
    expect(await office.payer.show('scheduler-1')).toMatchObject({ handoff: { stoppedBy: ['auditor'] } });
  });

  test('is kept once, whoever sends under it, and the chain holds', async () => {
    await office.scheduler.send(HO0, { record });
    const next = officeAt(await under.reopen());
    await next.scheduler.send(HO0.replace('scheduler-1', 'scheduler-2'), { record });
    await next.scheduler.send('RW1 HO scheduler-3 from=scheduler to=payer item=doc:1 ask=DRAFT');
    const kept = await under.store.entries('.profiles', { after: 0, limit: 10 });
    expect(kept.map(({ entry }) => entry.body.facts[0]?.fact)).toEqual(['profile']);
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
  });

  test('and lets the ledger close what has expired', async () => {
    await office.scheduler.send(HO0, { record, closeWhenExpired: true });
    const next = await later(gone);
    next.clock.now = Date.parse('2026-10-02T17:00:00Z');
    expect(await next.ledger.sweep()).toMatchObject({ closed: 1 });
  });
});
