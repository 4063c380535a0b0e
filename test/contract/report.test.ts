import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confirmed, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('what $name says of itself', ({ name, open }) => {
  let under: StoreUnderTest;
  beforeEach(async () => {
    under = await open();
  });
  afterEach(() => under.remove());

  test('its kind, its versions and its promises, each with the fact on which it depends', async () => {
    const report = await under.store.report();
    expect(report.kind).toBe(name === 'PostgreSQL' ? 'postgres' : name.toLowerCase());
    expect(report.version).toMatch(/\d/);
    expect(report.schema).toBe(name === 'memory' ? 0 : 2);
    expect(report.promises.length).toBeGreaterThan(1);
    for (const { promise, because } of report.promises) {
      expect([promise, because].every((text) => text.length > 10)).toBe(true);
    }
    const promises = report.promises.map(({ promise }) => promise);
    expect(new Set(promises).size).toBe(promises.length);
    for (const value of Object.values(report.settings)) expect(typeof value).toBe('string');
    const [first] = report.promises;
    expect([first?.promise, first?.holds]).toEqual([
      expect.stringMatching(/^what was acknowledged outlives a crash/),
      name !== 'memory',
    ]);
  });

  test('its epoch, which a restart does not change', async () => {
    const epoch = await under.store.epoch();
    expect(epoch).toEqual({ epoch: expect.stringMatching(/^[\w/-]{8,}$/), quarantined: false });
    await confirmed(officeAt(under.store));
    const again = await under.reopen();
    expect(await again.epoch()).toEqual(epoch);
    await again.settleEpoch();
    expect(await again.epoch()).toEqual(epoch);
  });
});
