import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliOffice } from '../support/cli-office.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('a disk that it may mount', canMount))(
  'the command line at a ledger in trouble (act.md 8, 9)',
  () => {
    let disk: SmallDisk;
    let office: CliOffice;
    let path: string;
    let line: string;
    beforeEach(async () => {
      disk = mountSmallDisk(6) as SmallDisk;
      path = join(disk.folder, 'ledger.sqlite');
      office = await CliOffice.open(path);
      line = await office.confirmed(1);
    });
    afterEach(() => {
      office.remove();
      disk.remove();
    });

    test('not now (4): the disk is full before the claim, and nothing was executed', async () => {
      disk.fill();
      expect(await office.json('treasury', 'commit', line)).toMatchObject({
        exit: 4,
        code: 'ledger/full',
        message: expect.stringMatching(/^FULL: the ledger could not be opened, and this call did nothing/),
      });
      expect(office.paid()).toEqual([]);
      disk.free();
      expect(await office.json('treasury', 'commit', line)).toMatchObject({ exit: 0, outcome: 'executed' });
      expect(office.paid()).toHaveLength(1);
    });

    /** The disk is full when the bank answers. */
    async function fullAtTheReply(keepsRoom: boolean): Promise<ReturnType<CliOffice['json']>> {
      office.configure({ env: { BANK_DOES: 'waits' } });
      const committed = office.jsonOfProcess('treasury', 'commit', line);
      await expect.poll(stateOf, { timeout: 20_000 }).toBe('CLAIMED');
      if (!keepsRoom) rmSync(`${path}-reserve`, { force: true });
      disk.fill();
      writeFileSync(office.path('bank.jsonl.go'), '');
      return committed;
    }

    function stateOf(): unknown {
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        return database.prepare('SELECT state FROM statements').get()?.['state'];
      } finally {
        database.close();
      }
    }

    test('done (0): the room that is kept takes the result', async () => {
      expect(await fullAtTheReply(true)).toMatchObject({ exit: 0, outcome: 'executed' });
      expect(office.paid()).toHaveLength(1);
    }, 40_000);

    test('undecided (3): without that room what was paid is never told as nothing', async () => {
      expect(await fullAtTheReply(false)).toMatchObject({
        exit: 3,
        code: 'ledger/undecided',
        message: expect.stringMatching(/^UNKNOWN: PAY of inv:MD-1 .* may or may not have been done/),
      });
      expect(office.paid()).toHaveLength(1);
    }, 40_000);

    test('for good (1): an entry that is not what was written', async () => {
      const database = new DatabaseSync(path);
      database.exec(`DROP TRIGGER entries_never_change;
      UPDATE entries SET text = replace(text, '5400.00', '9400.00') WHERE conversation = 'main' AND sequence = 1`);
      database.close();
      expect(await office.json('treasury', 'commit', line)).toMatchObject({
        exit: 1,
        code: 'ledger/not-trusted',
        message: expect.stringMatching(
          /^LEDGER NOT TRUSTED at entry 1 of main \(hash differs\)\. Read-only\. Nothing will be executed\./,
        ),
      });
      expect(office.paid()).toEqual([]);
    });
  },
);
