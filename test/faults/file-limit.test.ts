import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createActTool } from '../../src/act/index.ts';
import type { Statement } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { canLimit, limitFiles } from '../support/faults/file-limit.ts';
import { bankAt, paidIn } from '../support/ledger/bank.ts';
import { at } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { WorkerProcess } from '../support/ledger/worker-process.ts';
import { available } from '../support/skip.ts';

describe.skipIf(!available('prlimit', canLimit))(
  'a process whose files may not grow (ulimit -f, A19)',
  () => {
    let folder: string;
    let path: string;
    let file: string;
    let office: Office;
    let worker: WorkerProcess;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'hearback-limit-'));
      path = join(folder, 'ledger.sqlite');
      file = join(folder, 'bank.jsonl');
      office = officeAt(openSqlite(path));
      worker = await WorkerProcess.start({ path, clock: at('14:00:00'), bank: { file, does: 'waits' } });
    });
    afterEach(async () => {
      await worker.stop();
      await office.ledger.close();
      rmSync(folder, { recursive: true });
    });

    /** The log of the ledger is as long as it may be. */
    function limit(): void {
      limitFiles(worker.pid, statSync(`${path}-wal`).size);
    }

    test('claims nothing and sends nothing, and goes on when they may', async () => {
      const token = await confirmed(office);
      limit();
      await expect(worker.does({ job: 'commit', token })).rejects.toThrow(
        /FULL: nothing was executed; your statement is still valid until/,
      );
      expect(paidIn(file)).toEqual([]);
      expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED', fence: 0 });
      limitFiles(worker.pid, 'unlimited');
      writeFileSync(`${file}.go`, '');
      expect(await worker.does({ job: 'commit', token })).toMatchObject({
        outcome: 'executed',
        repeat: false,
      });
      expect(paidIn(file)).toHaveLength(1);
    });

    test.each([true, false])(
      'shows an act whose result it could not record as claimed, then as unknown, and it is settled once; with space in time: %s',
      async (inTime) => {
        const token = await confirmed(office);
        const committed = worker.does({ job: 'commit', token }).catch((error: Error) => error);
        await expect.poll(async () => (await office.payer.statement(token))?.state).toBe('CLAIMED');
        limit();
        writeFileSync(`${file}.go`, '');
        await expect.poll(() => paidIn(file).length, { timeout: 10_000 }).toBe(1);
        if (inTime) {
          limitFiles(worker.pid, 'unlimited');
          expect(await committed).toMatchObject({ outcome: 'executed', repeat: false });
          return expect(paidIn(file)).toHaveLength(1);
        }
        expect(String(await committed)).toMatch(
          /UNKNOWN: PAY of inv:MD-2026-057 .* may or may not have been done/,
        );
        await worker.stop();
        await settles(token);
      },
      30_000,
    );

    /** Another process, later: unknown, and a person looks at the bank's own file. */
    async function settles(token: string): Promise<void> {
      const { lease } = (await office.payer.statement(token)) as Statement;
      office.clock.now = Number(lease);
      const paying = office.pays({ executors: { PAY: bankAt({ file }) } });
      expect(await paying.recover()).toMatchObject([{ outcome: 'unknown', next: 'person' }]);
      const values = paidIn(file)[0]?.values ?? {};
      const answer = { outcome: 'EXECUTED', evidence: 'the bank’s own file', values } as const;
      expect(await createActTool({ ledger: office.human }).settle({ token, answer })).toMatchObject({
        outcome: 'executed',
      });
      expect(paidIn(file)).toHaveLength(1);
      expect(await office.scheduler.open()).toEqual([]);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
    }
  },
);
