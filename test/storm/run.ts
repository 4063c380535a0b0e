// `npm run storm`: the storms of CI, over both stores. By hand: `npm run storm -- --kills 2000 --statements 20000 --seed 7`,
// with --store SQLite or PostgreSQL for one of them, --restarts and --workers. Ends with 1 when anything happened that may not.
import { parseArgs } from 'node:util';
import { findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';
import type { StoreName } from '../support/storm/house.ts';
import { isClean } from '../support/storm/judge.ts';
import { patience } from '../support/storm/payments.ts';
import type { Figures } from '../support/storm/shift.ts';
import { type Aftermath, type StormOptions, storm } from '../support/storm/storm.ts';

type Size = Pick<StormOptions, 'kills' | 'restarts' | 'statements' | 'workers'>;

/** What CI runs. */
const sizes: Readonly<Record<StoreName, Size>> = {
  SQLite: { kills: 200, restarts: 0, statements: 1_500, workers: 3 },
  PostgreSQL: { kills: 60, restarts: 3, statements: 600, workers: 4 },
};
const stores = Object.keys(sizes) as StoreName[];

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { store: text, seed: text, kills: text, restarts: text, statements: text, workers: text },
});

function given(name: Exclude<keyof typeof values, 'store'>, otherwise: number): number {
  const value = values[name];
  if (value === undefined) return otherwise;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value);
  throw new Error(`--${name} is a number, and not ${value}`);
}

function sizeOf(store: StoreName): Size {
  const usual = sizes[store];
  const kills = given('kills', usual.kills);
  return {
    kills,
    restarts: given('restarts', Math.round((kills * usual.restarts) / usual.kills)),
    statements: given('statements', usual.statements),
    workers: given('workers', usual.workers),
  };
}

function told({ kills, restarts, begun, closed, seconds }: Figures): string {
  const stops = restarts === 0 ? '' : `, ${restarts} stops of the database`;
  return `${seconds} s: ${kills} kills${stops}, ${begun} handed over, ${closed} closed`;
}

/** One line a figure; true when nothing happened that may not. */
function report({ verdict, evidence, figures, failures }: Aftermath): boolean {
  const { effects, lines } = evidence;
  const count = (type: string): number => lines.filter(({ message }) => message.type === type).length;
  process.stdout.write(`${told(figures)}\n`);
  process.stdout.write(
    `paid ${effects.length}; DN ${count('DN')}, FL ${count('FL')}, CX ${count('CX')}, questions ${count('AQ')}\n`,
  );
  process.stdout.write(`taken up again: ${JSON.stringify(figures.again)}\n`);
  process.stdout.write(
    `${Object.entries(verdict)
      .map(([fault, found]) => `${fault} ${found.length}`)
      .join(', ')}, failures ${failures.length}\n`,
  );
  const found = Object.entries({ ...verdict, failures });
  for (const [fault, list] of found) {
    for (const one of list.slice(0, 10)) process.stdout.write(`FAILED ${fault}: ${one}\n`);
  }
  return isClean(verdict) && failures.length === 0;
}

const asked = values.store === undefined ? stores : stores.filter((store) => store === values.store);
if (asked.length === 0) throw new Error(`--store is ${stores.join(' or ')}`);
const chosen = asked.filter((store) => store !== 'PostgreSQL' || available('PostgreSQL', findPostgres));
const seed = given('seed', Date.now() % 1_000_000_000);
for (const store of chosen) {
  const size = sizeOf(store);
  process.stdout.write(`storm on ${store}: --seed ${seed}, ${JSON.stringify(size)}\n`);
  const onProgress = (now: Figures): boolean => process.stderr.write(`${told(now)}\n`);
  const aftermath = await storm({ store, seed, ...size, patience, expiring: 0.02, onProgress });
  if (!report(aftermath)) process.exitCode = 1;
}
