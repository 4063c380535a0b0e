import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asWritten, type Search } from '../../src/ledger/search.ts';
import { at } from '../support/ledger/lines.ts';
import { type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

const everything: Search = { before: Infinity, span: 1_000, limit: 1_000, holding: [] };

describe.each(stores)('a search at $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
    for (let number = 1; number <= 6; number += 1) {
      office.clock.now = at(`14:0${number}:00`);
      await office.scheduler.send(
        `RW1 ST scheduler-${number} from=scheduler to=payer item=doc:${number % 2} // r\u00e9sum\u00e9 "${number}"`,
      );
    }
    await office.scheduler.send('RW1 HO nonsense');
  });
  afterEach(() => under.remove());

  const search = (wanted: Partial<Search> = {}, conversation = 'main') =>
    under.store.search(conversation, { ...everything, ...wanted });
  async function found(wanted: Partial<Search> = {}): Promise<readonly number[]> {
    return (await search(wanted)).found.map(({ entry }) => entry.sequence);
  }
  const holding = (...texts: readonly string[]): Partial<Search> => ({ holding: [texts.map(asWritten)] });

  test('finds entries by what stands in them, the newest first, refused lines too', async () => {
    expect(await found()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await found(holding('item=doc:0'))).toEqual([6, 4, 2]);
    expect(await found(holding('scheduler-3', 'scheduler-5 '))).toEqual([5, 3]);
    expect(await found(holding('HO nonsense'))).toEqual([7]);
    expect(await found(holding('r\u00e9sum\u00e9 "4"'))).toEqual([4]);
    expect(await found({ holding: [['doc:1'], ['scheduler-5']] })).toEqual([5]);
    expect(await found(holding('nothing like it'))).toEqual([]);
  });

  test('takes every text as it is: no sign in it means anything', async () => {
    for (const text of ['%', 'doc_1', 'doc:.', "' OR 1=1 --", '\\', '?1', '$1', '\u0000', '\ud800'])
      expect([text, await found(holding(text))]).toEqual([text, []]);
    expect(await found({ holding: [['\u0000', '\ud800']] })).toEqual([]);
    expect(await found({ holding: [['\u0000', 'doc:0']] })).toEqual([6, 4, 2]);
  });

  test('keeps to a span of time: its first moment is in it, its last is not', async () => {
    expect(await found({ from: at('14:02:00'), until: at('14:04:00') })).toEqual([3, 2]);
    expect(await found({ from: at('15:00:00') })).toEqual([]);
  });

  test('looks at no more entries than it spans, finds no more than it may, and says how far it came', async () => {
    expect(await search({ span: 3 })).toMatchObject({ reached: 5, looked: 3 });
    expect(await found({ span: 3, ...holding('item=doc:0') })).toEqual([6]);
    expect(await search({ limit: 2, ...holding('item=doc:0') })).toMatchObject({ reached: 4, looked: 4 });
    expect(await found({ before: 4, limit: 2, ...holding('item=doc:0') })).toEqual([2]);
    expect(await search({ before: 4, ...holding('item=doc:0') })).toMatchObject({ reached: 1 });
    expect(await search({ before: 1 })).toEqual({ found: [], reached: 1, looked: 0 });
    expect(await search({}, 'elsewhere')).toEqual({ found: [], reached: 1, looked: 0 });
  });

  test('is led back through everything by going on before what was reached', async () => {
    const seen: number[] = [];
    for (let before = Infinity; before > 1; ) {
      const { found: some, reached } = await search({ before, span: 2, limit: 1, ...holding('ST') });
      seen.push(...some.map(({ entry }) => entry.sequence));
      expect(reached).toBeLessThan(before);
      before = reached;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1]);
  });
});
