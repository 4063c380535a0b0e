import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLedger, type Handle } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import type { Figure } from '../figures.ts';
import { timed } from './timed.ts';

/** Entries of a large ledger, and lines that wait together while it is filled. */
const entries = Number(process.env['HEARBACK_ENTRIES'] ?? 1_000_000);
const group = 100;
/** Between which entries memory is watched. */
const watched = { from: 10_000, to: 200_000 };
const page = 1_000;

/** One SQLite file of a million entries: filled, opened, verified; and memory while entries flow into it. */
export async function largeFigures(folder: string): Promise<readonly Figure[]> {
  const path = join(folder, 'large.sqlite');
  const memory = await fill(path);
  await opening(path); // the first of a day looks through its structure
  const opened = await opening(path);
  forgetChecks(path);
  const whole = await opening(path);
  return [...(await verifying(path)), ...openingFigures(opened, whole), ...memoryFigures(memory)];
}

/** What is taken of memory, in bytes: by the process, and by what is still in use. */
interface Taken {
  readonly resident: number;
  readonly inUse: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function taken(): Taken {
  const resident = process.memoryUsage.rss();
  collect();
  return { resident, inUse: process.memoryUsage().heapUsed };
}

/** Brings status lines, and returns what memory was taken after so many of them. */
async function fill(path: string): Promise<ReadonlyMap<number, Taken>> {
  const ledger = createLedger({ store: openSqlite(path) });
  const sender = ledger.as({ principal: 'office', agents: ['scheduler'] });
  const memory = new Map<number, Taken>();
  for (let first = 1; first <= entries; first += group) {
    await bring(sender, first);
    const brought = first + group - 1;
    if (brought % watched.from === 0) memory.set(brought, taken());
  }
  await ledger.close();
  return memory;
}

async function bring(sender: Handle, first: number): Promise<void> {
  const lines = Array.from({ length: group }, (_, n) => first + n).map(
    (n) => `RW1 ST scheduler-${n} from=scheduler to=payer item=inv:MD-${n} // on its way, number ${n}`,
  );
  for (const sent of await Promise.all(lines.map((line) => sender.send(line)))) {
    if (sent.outcome !== 'accepted') throw new Error(JSON.stringify(sent));
  }
}

/** Seconds that it takes to open the file and to close it again. */
async function opening(path: string): Promise<number> {
  return timed(1, async () => openSqlite(path).close());
}

/** As a file is that no process ended in order. */
function forgetChecks(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("DELETE FROM checkpoints; DELETE FROM meta WHERE name = 'checked'");
  database.close();
}

/** Every entry, its hash and its place, beside SHA-256 alone of the same bytes. */
async function verifying(path: string): Promise<readonly Figure[]> {
  const store = openSqlite(path);
  const ledger = createLedger({ store });
  let hashing = 0;
  for (let after = 0; after < entries; after += page) {
    const texts = (await store.entries('main', { after, limit: page })).map(({ entry }) => entry.text);
    hashing += await timed(1, async () => {
      for (const text of texts) createHash('sha256').update(text).digest();
    });
  }
  const verified = await timed(1, async () => {
    const found = await ledger.verify();
    if (!found.holds || found.entries !== entries) throw new Error(JSON.stringify(found));
  });
  await ledger.close();
  return [
    {
      what: `SQLite, verifying ${entries.toLocaleString('en')} entries, beside sha256 of the same bytes`,
      got: verified / hashing,
      unit: 'x',
      target: null,
      how: `${micro(verified)} an entry beside ${micro(hashing)}, ${verified.toFixed(1)} s in all`,
    },
  ];
}

function micro(seconds: number): string {
  return `${((seconds / entries) * 1e6).toFixed(1)} µs`;
}

function openingFigures(opened: number, whole: number): readonly Figure[] {
  const what = `SQLite, opening ${entries.toLocaleString('en')} entries`;
  return [
    {
      what: `${what} that a process ended in order`,
      got: opened * 1_000,
      unit: 'ms',
      target: null,
      how: 'from the last checkpoint of the chain',
    },
    {
      what: `${what} that no process ended in order`,
      got: whole,
      unit: 's',
      target: null,
      how: `their structure and the whole chain, ${micro(whole)} an entry`,
    },
  ];
}

function memoryFigures(memory: ReadonlyMap<number, Taken>): readonly Figure[] {
  const { from, to } = watched;
  const at = (entry: number, of: keyof Taken): number => memory.get(entry)?.[of] ?? Number.NaN;
  const mega = (entry: number, of: keyof Taken): string => `${(at(entry, of) / 2 ** 20).toFixed(0)} MiB`;
  const figure = (of: keyof Taken): Omit<Figure, 'target'> => ({
    what: `SQLite, memory ${of === 'inUse' ? 'in use' : 'resident'} after ${to.toLocaleString('en')} entries, beside after ${from.toLocaleString('en')}`,
    got: at(to, of) / at(from, of),
    unit: 'x',
    isMost: true,
    how: `${mega(from, of)}, then ${mega(to / 2, of)} and ${mega(to, of)}; ${mega(entries, of)} at the end`,
  });
  return [
    { ...figure('inUse'), target: 1.25 },
    { ...figure('resident'), target: null },
  ];
}
