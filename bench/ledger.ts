// Measures the ledger beside the limit of its storage in one run, and writes bench/LEDGER.md. Needs a build in dist/, and
// PostgreSQL with pgbench on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, holds, machine, table } from './figures.ts';
import { largeFigures } from './ledger/large.ts';
import { postgresFigures } from './ledger/postgres.ts';
import { sqliteFigures } from './ledger/sqlite.ts';

const rounds = Number(process.env['HEARBACK_ROUNDS'] ?? 9);
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'hearback-bench-'));

try {
  const large = await largeFigures(folder); // first: memory is watched from a process that has just begun
  const figures = [...(await sqliteFigures(folder, rounds)), ...large, ...(await postgresFigures(rounds))];
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

${machine()}.

${table(figures)}`;
}
