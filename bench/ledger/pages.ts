import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import type { Figure } from '../figures.ts';
import { Hands } from './hands.ts';

/** Payments that are there before and that are counted, of four lines each. */
const payments = 200;
/** Lines that wait at the same time. */
const group = 100;

/** Pages that SQLite writes to its log for a line: the same however busy the machine is. */
export async function pageFigures(path: string): Promise<readonly Figure[]> {
  const database = new DatabaseSync(path);
  const hands = new Hands(openSqlite(database));
  database.exec('PRAGMA wal_autocheckpoint = 0');
  const pagesOf = async (work: () => Promise<void>): Promise<number> => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await work();
    return statSync(`${path}-wal`).size / frame / (4 * payments);
  };
  await hands.bringSingly(payments);
  const singly = await pagesOf(() => hands.bringSingly(payments));
  const together = await pagesOf(() => hands.bringTogether(payments, group));
  await hands.ledger.close();
  const lines = 3 * 4 * payments;
  const bytes = (statSync(path).size / lines).toFixed(0);
  return [
    {
      what: 'SQLite, pages of the log a line, each line a commit',
      got: singly,
      unit: 'pages',
      target: null,
      how: `the mean of handoff, readback, answer and report; ${bytes} bytes of the file a line`,
    },
    {
      what: `SQLite, pages of the log a line, ${group} lines a commit`,
      got: together,
      unit: 'pages',
      target: null,
      how: 'the same lines',
    },
  ];
}

/** A page in the log, with its head, in bytes. */
const frame = 4096 + 24;
