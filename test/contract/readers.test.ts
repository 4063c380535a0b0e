import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Office, officeAt } from '../support/ledger/office.ts';
import { type StoreUnderTest, stores } from '../support/ledger/stores.ts';

describe.each(stores)('readers over $name', ({ open }) => {
  let under: StoreUnderTest;
  let office: Office;
  let sent = 0;
  beforeEach(async () => {
    under = await open();
    office = officeAt(under.store);
    sent = 0;
  });
  afterEach(() => under.remove());

  async function tell(conversation = 'main', through: Office = office): Promise<void> {
    sent += 1;
    const agents = ['scheduler'];
    const handle = through.ledger.as({ principal: 'ap-office', agents, conversation });
    await handle.send(`RW1 ST scheduler-${sent} from=scheduler to=payer item=x:${sent}`);
  }

  describe('keep their place', () => {
    test('which starts before the first entry, and never goes back', async () => {
      for (let number = 0; number < 3; number++) await tell();
      const { store } = under;
      expect(await store.cursor('main', 'payer')).toBe(0);
      const places: number[] = [];
      for (const sequence of [2, 1, 0, 3, 2]) {
        await store.acknowledge('main', 'payer', sequence);
        places.push(await store.cursor('main', 'payer'));
      }
      expect(places).toEqual([2, 2, 2, 3, 3]);
      expect(await (await under.reopen()).cursor('main', 'payer')).toBe(3);
    });

    test('an agent and a conversation at a time', async () => {
      await tell();
      await tell('other');
      await under.store.acknowledge('main', 'payer', 1);
      expect(await under.store.cursor('main', 'auditor')).toBe(0);
      expect(await under.store.cursor('other', 'payer')).toBe(0);
    });

    test('and never pass the last entry: what comes later would not be shown', async () => {
      await tell();
      for (const sequence of [2, -1, 0.5, Number.NaN, Infinity]) {
        await expect(under.store.acknowledge('main', 'payer', sequence)).rejects.toMatchObject({
          code: 'usage/sequence',
        });
      }
      await expect(under.store.acknowledge('other', 'payer', 1)).rejects.toMatchObject({
        code: 'usage/sequence',
      });
      expect(await under.store.cursor('main', 'payer')).toBe(0);
    });

    test('at the furthest of many that acknowledge at once', async () => {
      for (let number = 0; number < 9; number++) await tell();
      const other = await under.reopen();
      await Promise.all(
        [5, 9, 1, 7, 3].map((sequence, index) =>
          (index % 2 === 0 ? under.store : other).acknowledge('main', 'payer', sequence),
        ),
      );
      expect(await under.store.cursor('main', 'payer')).toBe(9);
    });
  });

  describe('wait', () => {
    const long = 60_000;

    test('not at all for what is there already', async () => {
      await tell();
      await under.store.wait('main', 0, long);
    });

    test('until it is written, by whichever process', async () => {
      const elsewhere = officeAt(await under.reopen());
      for (const writer of [office, elsewhere]) {
        const { length } = await under.store.entries('main', { after: 0, limit: 100 });
        let over = false;
        const waited = under.store.wait('main', length, long).then(() => {
          over = true;
        });
        await tell('other', writer);
        await sleep(50);
        expect(over).toBe(false);
        await tell('main', writer);
        await waited;
      }
    });

    test('no longer than they said', async () => {
      await under.store.wait('main', 0, 0);
      await under.store.wait('main', 0, 20);
      await under.store.wait('main', 0, -1);
    });

    test('until their signal aborts', async () => {
      const stop = new AbortController();
      const waited = under.store.wait('main', 0, long, stop.signal);
      setTimeout(() => stop.abort(new Error('enough')), 20);
      await expect(waited).rejects.toThrow('enough');
      await expect(under.store.wait('main', 0, long, stop.signal)).rejects.toThrow('enough');
      const other = new AbortController();
      await tell();
      await under.store.wait('main', 0, long, other.signal);
    });

    test('no longer than the ledger is open', async () => {
      const store = await under.reopen();
      const waited = store.wait('main', 0, long).catch((error: unknown) => error);
      await sleep(20);
      await store.close();
      await waited;
    });

    test('many at once, each for its own', async () => {
      const waits = Array.from({ length: 40 }, (_, index) =>
        under.store.wait(index % 2 === 0 ? 'main' : 'other', 0, long),
      );
      await tell();
      await Promise.all(waits.filter((_, index) => index % 2 === 0));
      await tell('other');
      await Promise.all(waits);
    });
  });

  test('find conversations by name, a page at a time', async () => {
    for (const name of ['c', 'a', 'b', 'é', 'main']) await tell(name);
    await under.store.reserve('empty', 'payer');
    expect(await under.store.conversations()).toEqual(['a', 'b', 'c', 'main', 'é']);
    expect(await under.store.conversations({ after: 'a', limit: 2 })).toEqual(['b', 'c']);
    expect(await under.store.conversations({ after: 'é', limit: 2 })).toEqual([]);
  });
});
