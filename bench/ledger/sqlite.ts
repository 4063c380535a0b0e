import { join } from 'node:path';
import type { Entry } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import type { Figure } from '../figures.ts';
import { medians } from '../rounds.ts';
import { Hands } from './hands.ts';
import { RawLog } from './raw.ts';
import { timed } from './timed.ts';

/** Payments a pass, of four lines each. */
const payments = 100;
/** Lines that wait at the same time. */
const group = 100;

/** One SQLite file with synchronous FULL beside a plain log: single lines, groups, and whole handoffs. */
export async function sqliteFigures(folder: string, rounds: number): Promise<readonly Figure[]> {
  const store = openSqlite(join(folder, 'lines.sqlite'));
  const hands = new Hands(store);
  const guarded = new Hands(openSqlite(join(folder, 'acts.sqlite')), { guarded: true });
  const unkept = new Hands(openSqlite(':memory:'));
  await hands.bringSingly(payments);
  const bytes = (await store.entries('main', { after: 0, limit: group })).map(({ entry }) => bytesOf(entry));
  const raw = new RawLog(join(folder, 'raw.log'));
  const appending = async (): Promise<void> => {
    for (let n = 0; n < 4 * payments; n++) raw.append(bytes[n % bytes.length] as Uint8Array);
  };
  const times = await medians(
    [
      { name: 'raw', pass: () => timed(4 * payments, appending) },
      { name: 'single', pass: () => timed(4 * payments, () => hands.bringSingly(payments)) },
      { name: 'memory', pass: () => timed(4 * payments, () => unkept.bringSingly(payments)) },
      { name: 'group', pass: () => timed(16 * payments, () => hands.bringTogether(4 * payments, group)) },
      { name: 'whole', pass: () => timed(payments, () => guarded.handOver(payments)) },
    ],
    rounds,
  );
  raw.close();
  await hands.ledger.close();
  await guarded.ledger.close();
  return figuresOf(times, bytes.reduce((sum, { length }) => sum + length, 0) / bytes.length);
}

function figuresOf(times: ReadonlyMap<string, number>, bytes: number): readonly Figure[] {
  const of = (name: string): number => times.get(name) ?? Number.NaN;
  const micro = (name: string): string => `${(of(name) * 1e6).toFixed(0)} µs`;
  return [
    {
      what: 'SQLite, a line a commit, beside raw append and fdatasync',
      got: (100 * of('raw')) / of('single'),
      unit: '%',
      target: 90,
      how: `${micro('single')} beside ${micro('raw')} for the same ${bytes.toFixed(0)} bytes`,
    },
    {
      what: 'SQLite, a line a commit, beside that append and the same line in a database in memory',
      got: (100 * (of('raw') + of('memory'))) / of('single'),
      unit: '%',
      target: null,
      how: `${micro('raw')} and ${micro('memory')} to parse, judge, hash and insert it: what a file adds is the rest`,
    },
    {
      what: `SQLite, ${group} lines that wait together, beside single ones`,
      got: of('single') / of('group'),
      unit: 'x',
      target: 15,
      how: `${micro('group')} a line`,
    },
    {
      what: 'SQLite, whole handoffs, HO to DN',
      got: 1 / of('whole'),
      unit: 'a second',
      target: null,
      how: `one after another through the act tool, ${micro('whole')} each`,
    },
  ];
}

/** An entry as it is stored, without its indexes. */
function bytesOf({ body: _, ...stored }: Entry): Uint8Array {
  return Buffer.from(`${JSON.stringify(stored)}\n`);
}
