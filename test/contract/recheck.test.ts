import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fullDigest, parse, toJson } from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import type { Difference, EntryBody, Ledger, Rechecked } from '../../src/ledger/index.ts';
import { builtIn, pay, profileSet, resolve } from '../../src/vocabulary/index.ts';
import { busy } from '../support/ledger/busy.ts';
import { HO0, RB0, record } from '../support/ledger/lines.ts';
import { officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

async function all(
  ledger: Ledger,
): Promise<{ readonly differences: readonly Difference[]; readonly looked: Rechecked }> {
  const differences: Difference[] = [];
  const recheck = ledger.recheck();
  for (;;) {
    const { value, done } = await recheck.next();
    if (done === true) return { differences, looked: value };
    differences.push(value);
  }
}

describe.each(stores)('recheck over $name', ({ open }) => {
  let under: StoreUnderTest;
  beforeEach(async () => {
    under = await open();
  });
  afterEach(() => under.remove());

  test('finds nothing where nothing judges otherwise, and says what it cannot judge', async () => {
    const { ledger } = await busy(under.store);
    expect(await all(ledger)).toEqual({
      differences: [],
      looked: { entries: 36, judged: 22, left: 3, differences: 0 },
    });
  });

  test('names a line that an earlier version took for what it is not, and who judged it', async () => {
    const office = officeAt(under.store);
    await office.scheduler.send(HO0, { record });
    const line = RB0.replace('amt=5400.00', 'amt=4500.00');
    const message = parse(line).message as AnyMessage;
    const body: EntryBody = {
      line,
      message: { ...toJson(message) },
      digest: fullDigest(message),
      refused: null,
      verdict: { passes: true, roger: true, wilco: true, diagnostics: [] },
      facts: [{ fact: 'read-back', handoff: 'scheduler-1', readback: 'payer-1', standing: 'passes' }],
      delegateFor: null,
      person: false,
      program: 'hearback 0.0.9',
      profile: 'abc',
      kept: null,
    };
    const wanted = { ids: ['payer-1', 'scheduler-1'], agents: ['payer'] };
    await under.store.step('main', wanted, () => ({
      at: office.clock.now,
      drafts: [{ principal: 'treasury', body }],
      answer: () => null,
    }));
    const before = await office.ledger.head();
    const { differences, looked } = await all(office.ledger);
    expect(looked).toEqual({ entries: 3, judged: 2, left: 0, differences: 1 });
    expect(differences).toMatchObject([
      {
        conversation: 'main',
        sequence: 2,
        line,
        recorded: { taken: true, verdict: { passes: true }, program: 'hearback 0.0.9', profile: 'abc' },
        now: { taken: true, verdict: { passes: false }, facts: [{ standing: 'fails' }] },
      },
    ]);
    expect(differences[0]?.now.program).not.toBe('hearback 0.0.9');
    expect((await office.ledger.head()).heads).toEqual(before.heads);
    expect((await office.scheduler.show('payer-1'))?.handoff).toMatchObject({ state: 'OWNED' });
  });

  test('under another version of a profile names every line of it, and changes none', async () => {
    const { ledger } = await busy(under.store);
    const changed = resolve({ ...pay, version: '9.9' });
    const later = officeAt(under.store, { profiles: profileSet(builtIn.core, [changed]) });
    const { differences } = await all(later.ledger);
    const handoffs = differences.filter(({ line }) => line.includes(' HO '));
    expect(handoffs.map(({ now, recorded }) => now.profile === recorded.profile)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(differences.some(({ now }) => now.reason === 'profile-changed')).toBe(true);
    expect((await all(ledger)).differences).toEqual([]);
  });
});
