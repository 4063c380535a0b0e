import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Capabilities, createActTool } from '../../src/act/index.ts';
import { dayOf, timeOf } from '../../src/ledger/clock.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { HO0, payment, record, values } from '../support/ledger/lines.ts';
import { Bank, confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const hour = 3_600_000;

/** A ledger in memory has no clock but its process's own. */
const databases = stores.filter(({ name }) => name !== 'memory');

describe.each(databases)('the clock of $name', ({ open }) => {
  let under: StoreUnderTest;
  let now: number;
  beforeEach(async () => {
    under = await open();
    now = await under.store.now();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await under.remove();
  });

  /** A payment whose window ends so many milliseconds from now, confirmed while it was open. */
  async function confirmedUntil(exp: number): Promise<string> {
    const { line, record: kept } = payment(1, { paid: dayOf(now + 24 * hour) }, timeOf(exp));
    return confirmed(officeAt(under.store, {}, { now: exp - hour }), line, kept);
  }

  /** A worker on a host whose own clock is wrong: it has no other clock to go by than the database's. */
  function workerOff(milliseconds: number): { commit: (token: string) => Promise<unknown>; bank: Bank } {
    vi.useFakeTimers({ toFake: ['Date'], now: now + milliseconds });
    const bank = new Bank();
    const ledger = createLedger({ store: under.store }).as({ principal: 'treasury', agents: ['payer'] });
    const paying = createActTool({ ledger, executors: { PAY: bank } });
    return { commit: (token) => paying.commit({ token }), bank };
  }

  test.each([-10 * 60_000, 10 * 60_000, -24 * hour, 24 * hour])(
    'decides alone on a host that is %d ms off: what is in time runs, what is not does not (A11)',
    async (skew) => {
      const inTime = await confirmedUntil(now + 5 * 60_000);
      const { commit, bank } = workerOff(skew);
      expect(await commit(inTime)).toMatchObject({ outcome: 'executed' });
      expect(bank.paid).toHaveLength(1);
    },
  );

  test.each([-10 * 60_000, 10 * 60_000, -24 * hour, 24 * hour])(
    'ends a window alone on a host that is %d ms off (A11)',
    async (skew) => {
      const late = await confirmedUntil(now - 60_000);
      const { commit, bank } = workerOff(skew);
      expect(await commit(late)).toMatchObject({
        outcome: 'refused',
        reason: 'expired',
        message: expect.stringMatching(
          /^EXPIRED: window closed .* \(ledger clock\)\. Nothing was executed\./,
        ),
      });
      expect(bank.asked).toEqual([]);
    },
  );
});

/** Where in a payment the ledger's clock is set. */
const moments = ['handed over', 'prepared', 'confirmed', 'running', 'unknown'] as const;
type Moment = (typeof moments)[number];
const keyed: Partial<Capabilities> = { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } };
const cases = moments.flatMap((when) =>
  [-2 * hour, 2 * hour].flatMap((step) => [true, false].map((keys) => ({ when, step, keys }))),
);

describe.each(stores)('a clock that is set while a payment is on its way, over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
  });
  afterEach(() => under.remove());

  test.each(cases)(
    '$when, by $step ms, keys $keys: paid once, reported once, settled',
    async ({ when, step, keys }) => {
      office.bank.can = { ...office.bank.can, ...(keys ? keyed : {}) };
      const reached = (moment: Moment): void => {
        if (moment === when) office.clock.now += step;
      };
      await office.scheduler.send(HO0, { record });
      reached('handed over');
      const made = await office.paying.prepare({ handoff: 'scheduler-1' });
      const token = made.outcome === 'prepared' ? made.token : '';
      reached('prepared');
      expect(await office.sending.confirm({ token })).toMatchObject({ outcome: 'confirmed' });
      reached('confirmed');
      office.bank.moods = ['lost'];
      office.bank.meanwhile = async () => reached('running');
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
      office.bank.meanwhile = null;
      reached('unknown');
      await settled(token);
      expect(office.bank.paid).toHaveLength(1);
      expect((await office.payer.show('scheduler-1'))?.handoff).toMatchObject({ state: 'CLOSED_DN' });
      const verified = await office.ledger.verify();
      expect(verified).toMatchObject({ holds: true });
      if (verified.holds) expect(verified.backwards.count > 0).toBe(step < 0);
    },
  );

  /** By the tool where it can, else by a person with the bank's books. */
  async function settled(token: string): Promise<void> {
    const outcome = await office.paying.settle({ token });
    if (outcome.outcome === 'executed') return;
    expect(outcome).toMatchObject({ outcome: 'unknown', next: 'person' });
    const answer = { outcome: 'EXECUTED', evidence: 'the bank’s books', values } as const;
    const deciding = createActTool({ ledger: office.human });
    expect(await deciding.settle({ token, answer })).toMatchObject({ outcome: 'executed', mismatch: false });
  }
});
