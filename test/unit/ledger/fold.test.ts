import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { dayOf, momentOf, timeOf } from '../../../src/ledger/clock.ts';
import type { Draft, Entry, Fact } from '../../../src/ledger/index.ts';
import { fold, LedgerError } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { program } from '../../../src/ledger/program.ts';
import { genesis, seal } from '../../../src/ledger/proof/seal.ts';
import { HO0, record } from '../../support/ledger/lines.ts';
import { officeAt, prepared } from '../../support/ledger/office.ts';

/** The entries of a prepared handoff, and a way to go on from there with facts of one's own choosing. */
async function preparedLog(): Promise<{ token: string; stateAfter: (...facts: Fact[]) => unknown }> {
  const store = openMemory();
  const token = await prepared(officeAt(store));
  const entries = (await store.entries('main', { after: 0, limit: 100 })).map(({ entry }) => entry);
  const stateAfter = (...facts: Fact[]): unknown => {
    const last = entries.at(-1) as Entry;
    const draft: Draft = { principal: 'p', body: { ...last.body, line: null, message: null, facts } };
    const place = { conversation: 'main', sequence: last.sequence + 1, at: last.at, previous: last.hash };
    return fold('main', [...entries, seal(draft, place)]).statements.get(token)?.state;
  };
  return { token, stateAfter };
}

describe('the fold', () => {
  test('has no transition that act.md does not have', async () => {
    const { token, stateAfter } = await preparedLog();
    const claimed: Fact = { fact: 'claimed', token, fence: 1, worker: 'w', lease: 0 };
    const confirmed: Fact = { fact: 'confirmed', token, answer: 'scheduler-2', principal: 'p' };
    const unknown: Fact = { fact: 'unknown', token, fence: 1, cause: '', reference: null };
    const abandoned: Fact = { fact: 'abandoned', token, why: 'abandon', by: null };
    const gone: Fact = { fact: 'not-executed', token, cause: '', report: 'payer-2' };
    expect(stateAfter(confirmed, claimed, unknown)).toBe('UNKNOWN');
    for (const facts of [
      [claimed],
      [unknown],
      [gone],
      [confirmed, confirmed],
      [confirmed, claimed, abandoned],
      [abandoned, confirmed],
      [confirmed, claimed, gone, claimed],
    ]) {
      expect(() => stateAfter(...facts), JSON.stringify(facts.map(({ fact }) => fact))).toThrow(LedgerError);
    }
  });

  test('closes a handoff once (I2)', async () => {
    const { stateAfter } = await preparedLog();
    const closed: Fact = {
      fact: 'closed',
      handoff: 'scheduler-1',
      closer: 'CX',
      message: 'scheduler-4',
      mismatch: false,
    };
    expect(() => stateAfter(closed, closed)).toThrow('scheduler-1 is CLOSED_CX');
  });

  test('names what is not there', async () => {
    const { stateAfter } = await preparedLog();
    expect(() => stateAfter({ fact: 'expired', token: 'none' })).toThrow('names none among the statements');
    expect(() => stateAfter({ fact: 'rejected', handoff: 'none', answer: 'a-1' })).toThrow(
      'names none among the handoffs',
    );
  });
});

describe('the memory store', () => {
  test('holds what a database holds: one live statement a root, one holder an act', async () => {
    const store = openMemory();
    const office = officeAt(store);
    const token = await prepared(office);
    const { rows } = await store.read('main', { tokens: [token] });
    const statement = rows.statements.get(token);
    if (statement === undefined) throw new Error('it was prepared');
    const [entry] = await store.entries('main', { after: 1, limit: 1 });
    if (entry === undefined) throw new Error('it has an entry');
    const again = (root: string): Promise<unknown> => {
      const fact: Fact = { fact: 'prepared', token: 'second', statement: { ...statement, root } };
      const draft: Draft = {
        principal: 'p',
        body: { ...entry.entry.body, line: null, message: null, facts: [fact] },
      };
      return store.step('main', { tokens: [token] }, ({ now }) => ({
        at: now,
        drafts: [draft],
        answer: () => null,
      }));
    };
    await expect(again('scheduler-1')).rejects.toThrow('one live statement a handoff');
    await expect(again('scheduler-2')).rejects.toThrow('one statement an act');
    expect((await store.entries('main', { after: 0, limit: 100 })).length).toBe(2);
  });
});

describe('entries', () => {
  test('name the program that judged them, which is this package', async () => {
    expect(program).toBe(`${manifest.name} ${manifest.version}`);
    const store = openMemory();
    await officeAt(store).scheduler.send(HO0, { record });
    const [stored] = await store.entries('main', { after: 0, limit: 1 });
    expect(stored?.entry.body).toMatchObject({
      program,
      profile: expect.stringMatching(/^[0-9a-f]{12}$/),
      digest: expect.stringMatching(/^33b212141208/),
    });
  });

  test('follow the genesis of their conversation', () => {
    expect(genesis('main')).not.toBe(genesis('other'));
    expect(genesis('main')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the clock', () => {
  test.each(['00010101T0000Z', '20240229T2359Z', '20261002T1405Z', '99991231T2359Z'])(
    '%s is a moment and back',
    (time) => {
      expect(timeOf(momentOf(time))).toBe(time);
      expect(timeOf(momentOf(time) + 59_999)).toBe(time);
      expect(dayOf(momentOf(time))).toBe(time.slice(0, 8));
    },
  );
});
