import { createLedger, type Handle } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import type { Figure } from '../figures.ts';
import { medians } from '../rounds.ts';
import { timed } from './timed.ts';

/** What one principal may have open, and lines of the other one a pass. */
const most = 1_000;
const lines = 100;

/** One sender at its cap, which goes on sending, beside another one that works: how much slower that is (T20). */
export async function floodFigures(path: string, rounds: number): Promise<readonly Figure[]> {
  const ledger = createLedger({ store: openSqlite(path), caps: { openHandoffs: most } });
  const flooding = ledger.as({ principal: 'flood', agents: ['flood'], conversation: 'flood' });
  const working = ledger.as({ principal: 'office', agents: ['scheduler'] });
  for (let sent = 0; sent < most; sent += 100)
    await Promise.all(Array.from({ length: 100 }, () => handOff(flooding, 'accepted')));
  const works = async (): Promise<void> => {
    for (let sent = 0; sent < lines; sent++) await say(working);
  };
  const times = await medians(
    [
      { name: 'alone', pass: () => timed(lines, works) },
      { name: 'beside', pass: () => timed(lines, () => beside(flooding, works)) },
    ],
    rounds,
  );
  await ledger.close();
  const [alone, both] = ['alone', 'beside'].map((name) => times.get(name) ?? Number.NaN) as [number, number];
  return [
    {
      what: 'SQLite, a line of one sender beside another one that is at its cap and goes on sending',
      got: both / alone,
      unit: 'x',
      target: 2,
      isMost: true,
      how: `${(both * 1e6).toFixed(0)} µs beside ${(alone * 1e6).toFixed(0)} µs alone; the other one sends line after line, each declined`,
    },
  ];
}

/** The flood goes on, a line after another, until the work is over. */
async function beside(flooding: Handle, works: () => Promise<void>): Promise<void> {
  let isOver = false;
  const flood = async (): Promise<void> => {
    while (!isOver) await handOff(flooding, 'declined');
  };
  const flooded = flood();
  await works();
  isOver = true;
  await flooded;
}

let used = 0;

async function handOff(handle: Handle, expected: string): Promise<void> {
  used += 1;
  const sent = await handle.send(`RW1 HO flood-${used} from=flood to=writer item=doc:${used} ask=DRAFT`);
  if (sent.outcome !== expected) throw new Error(JSON.stringify(sent));
}

async function say(handle: Handle): Promise<void> {
  used += 1;
  const sent = await handle.send(
    `RW1 ST scheduler-${used} from=scheduler to=payer item=inv:MD-1 // still at it`,
  );
  if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
}
