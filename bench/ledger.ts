// Measures the ledger beside the limit of its storage in one run, and writes bench/LEDGER.md. Needs a build in dist/, and
// PostgreSQL with pgbench on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, holds, machine, table } from './figures.ts';
import { floodFigures } from './ledger/flood.ts';
import { largeFigures } from './ledger/large.ts';
import { pageFigures } from './ledger/pages.ts';
import { postgresFigures } from './ledger/postgres.ts';
import { sqliteFigures } from './ledger/sqlite.ts';

const rounds = Number(process.env['HEARBACK_ROUNDS'] ?? 9);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const load = loadavg()[1] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'hearback-bench-'));

try {
  const large = await largeFigures(folder); // first: memory is watched from a process that has just begun
  const figures = [
    ...(await sqliteFigures(folder, rounds)),
    ...(await pageFigures(join(folder, 'pages.sqlite'))),
    ...(await floodFigures(join(folder, 'flood.sqlite'), rounds)),
    ...large,
    ...(await postgresFigures(rounds)),
  ];
  writeFileSync(join(root, 'bench/LEDGER.md'), page(figures));
  process.stdout.write(page(figures));
  process.exitCode = figures.every(holds) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function page(figures: readonly Figure[]): string {
  return `# Results of the ledger

Written by \`npm run bench:ledger\`; do not edit. Ratios of one run: the ledger and the limit of what it is kept in take turns for
${rounds} rounds after two to warm up, and the medians are compared.

${machine()}; the machine was not alone (a load of ${load.toFixed(1)} and ${loadavg()[1]?.toFixed(1)} before and after): only the ratios say something, and those of
its disk little, since whoever else flushes it makes what is beside them as slow.

${table(figures)}
${unmet(figures)}`;
}

/** What was asked and is not so, and why, in words. */
function unmet(figures: readonly Figure[]): string {
  if (figures.every(holds)) return '';
  return `## What is not met
Not met are the rows that say NO, on this machine and by these versions:

- *A line alone in SQLite.* To parse, judge, hash and insert a line comes on top of the flush, and takes a good part of its time here (the second
  row leaves it out). The rest are the pages of the log: entry, message and handoff, each at the end of its table, and the indexes by which
  they are found again, one page each.
- *A hundred lines together.* They share one flush and write one page each, and each still costs its own processor time, which is most of a
  line's time here. Fifteen times needs a disk whose flush is slower than on this machine, or lines that are not judged.
- *PostgreSQL beside a single insert.* A line is four to six rows in as many tables with some ten indexes, written only while all is as it was
  judged by; pgbench inserts one row under one index. Writers and database share two processors here.
`;
}
