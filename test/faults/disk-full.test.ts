import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { HO0, record, values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt, prepared } from '../support/ledger/office.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('a disk that it may mount', canMount))('a full disk (A19)', () => {
  let disk: SmallDisk;
  let office: Office;
  beforeEach(() => {
    disk = mountSmallDisk() as SmallDisk;
    office = officeAt(openSqlite(join(disk.folder, 'ledger.sqlite')));
  });
  afterEach(async () => {
    await office.ledger.close();
    disk.remove();
  });

  /** Takes the room too that is kept for results. */
  function fillAll(): void {
    rmSync(join(disk.folder, 'ledger.sqlite-reserve'));
    disk.fill();
  }

  const full = { code: 'ledger/full', retryable: true };
  const nothingWritten = expect.stringMatching(/the disk is full; nothing was written/);

  /** What is refused while the disk is full, with nothing sent, and goes through once there is space. */
  const steps: readonly {
    step: string;
    until: () => Promise<unknown>;
    does: (known: unknown) => Promise<unknown>;
    ends: string;
  }[] = [
    {
      step: 'a handoff',
      until: async () => null,
      does: () => office.scheduler.send(HO0, { record }),
      ends: 'accepted',
    },
    {
      step: 'prepare',
      until: () => office.scheduler.send(HO0, { record }),
      does: () => office.paying.prepare({ handoff: 'scheduler-1' }),
      ends: 'prepared',
    },
    {
      step: 'a confirmation',
      until: () => prepared(office),
      does: (token) => office.sending.confirm({ token: String(token) }),
      ends: 'confirmed',
    },
  ];

  test.each(steps)('refuses $step: nothing was written', async ({ until, does, ends }) => {
    const known = await until();
    disk.fill();
    await expect(does(known)).rejects.toMatchObject({ ...full, message: nothingWritten });
    disk.free();
    expect(await does(known)).toMatchObject({ outcome: ends });
    expect(office.bank.asked).toEqual([]);
  });

  test('opens no ledger, and makes none: it says why', async () => {
    const path = join(disk.folder, 'ledger.sqlite');
    await office.scheduler.send(HO0, { record });
    await office.ledger.close();
    disk.fill();
    expect(() => openSqlite(path)).toThrow(expect.objectContaining(full));
    expect(() => openSqlite(join(disk.folder, 'another.sqlite'))).toThrow(expect.objectContaining(full));
    disk.free();
    office = officeAt(openSqlite(path));
    expect((await office.scheduler.open()).map(({ id }) => id)).toEqual(['scheduler-1']);
  });

  test('refuses a claim before anything is sent, and says that the statement still stands', async () => {
    const token = await confirmed(office);
    disk.fill();
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      ...full,
      message: expect.stringMatching(
        /^FULL: nothing was executed; your statement is still valid until 2026-10-02T17:00:00Z/,
      ),
    });
    expect(office.bank.asked).toEqual([]);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED', fence: 0 });
    disk.free();
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('keeps a result until there is space for it', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => {
      fillAll();
      setTimeout(() => disk.free(), 150);
    };
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
  });

  test('takes the room that is kept for it when a result finds no other', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => disk.fill();
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
    expect(await office.scheduler.open()).toEqual([]);
  });

  test('never says that nothing was executed when the result of an act finds no space; what it was is settled later', async () => {
    const token = await confirmed(office);
    office.bank.meanwhile = async () => fillAll();
    await expect(office.paying.commit({ token })).rejects.toMatchObject({
      code: 'ledger/undecided',
      retryable: true,
      message: expect.stringMatching(/^UNKNOWN: PAY of inv:MD-2026-057 .* may or may not have been done/),
    });
    expect(office.bank.paid).toHaveLength(1);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CLAIMED', fence: 1 });
    disk.free();
    office.clock.now += 60_000; // the lease is out
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    const answer = { outcome: 'EXECUTED', evidence: 'the bank’s own file', values } as const;
    const deciding = createActTool({ ledger: office.human });
    expect(await deciding.settle({ token, answer })).toMatchObject({ outcome: 'executed' });
    expect(office.bank.paid).toHaveLength(1);
    expect(await office.scheduler.open()).toEqual([]);
  }, 20_000);

  test.each(['executed', 'unknown'])(
    'says nothing of an act that was %s before as if it were still to come',
    async (before) => {
      const token = await confirmed(office);
      if (before === 'unknown') office.bank.moods = ['lost'];
      expect(await office.paying.commit({ token })).toMatchObject({ outcome: before });
      disk.fill();
      const again = await office.paying.commit({ token }).catch((error: Error) => error);
      const told = again instanceof Error ? again.message : JSON.stringify(again);
      expect(told).not.toMatch(/nothing was executed|still valid/);
      expect(office.bank.paid).toHaveLength(1);
    },
  );
});
