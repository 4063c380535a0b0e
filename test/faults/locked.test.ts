import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { Holder } from '../support/faults/holder.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';

describe('a ledger that another process holds (BEGIN IMMEDIATE)', () => {
  let folder: string;
  let office: Office;
  let holder: Holder;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearback-locked-'));
    const path = join(folder, 'ledger.sqlite');
    const database = new DatabaseSync(path);
    office = officeAt(openSqlite(database));
    database.exec('PRAGMA busy_timeout = 30'); // nobody waits ten seconds for a test
    holder = await Holder.of(path);
  });
  afterEach(async () => {
    await holder.end();
    await office.ledger.close();
    rmSync(folder, { recursive: true });
  });

  const busy = { code: 'ledger/busy', retryable: true };

  test('is read, and every line is refused with nothing written, until it is let go', async () => {
    await office.scheduler.send(HO0, { record });
    await holder.holds();
    expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-1']);
    const steps = [
      () => office.scheduler.send('RW1 ST scheduler-9 from=scheduler to=payer item=x:1'),
      () => office.paying.prepare({ handoff: 'scheduler-1' }),
    ];
    for (const step of steps) {
      await expect(step()).rejects.toMatchObject({
        ...busy,
        message: expect.stringMatching(/nothing was written/),
      });
    }
    await holder.letsGo();
    for (const step of steps) expect(['accepted', 'prepared']).toContain((await step()).outcome);
  });

  test('is not claimed: nothing was executed, and the statement still stands', async () => {
    const token = await confirmed(office);
    await holder.holds();
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      ...busy,
      message: expect.stringMatching(
        /^BUSY: nothing was executed; your statement is still valid until 2026-10-02T17:00:00Z/,
      ),
    });
    expect(office.bank.asked).toEqual([]);
    await holder.letsGo();
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('takes the result once it is let go', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => {
      await holder.holds();
      setTimeout(() => void holder.letsGo(), 150);
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
  });

  /** What was done or may have been is never told as nothing. */
  const before = [
    { was: 'executed', moods: [], told: /^EXECUTED: what came of PAY of inv:MD-2026-057/ },
    {
      was: 'unknown',
      moods: ['lost'],
      told: /^UNKNOWN: PAY of inv:MD-2026-057 .* may or may not have been done/,
    },
  ] as const;

  test.each(before)('says of an act that was $was what it knows', async ({ was, moods, told }) => {
    const token = await confirmed(office);
    office.bank.moods = [...moods];
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: was });
    await holder.holds();
    const undecided = { code: 'ledger/undecided', retryable: true, message: expect.stringMatching(told) };
    await expect(office.paying.commit({ token })).rejects.toMatchObject(undecided);
    await expect(office.paying.settle({ token })).rejects.toMatchObject(undecided);
    expect(office.bank.paid).toHaveLength(1);
  });

  test('that waits for its statement is told so by settle too, with nothing that may have been done', async () => {
    const token = await prepared(office);
    await holder.holds();
    await expect(office.paying.settle({ token })).rejects.toMatchObject(busy);
  });
});
