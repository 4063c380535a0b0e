// node model/quint.ts [samples]: runs the modules of rw1.qnt at random with Quint and compares with VERDICTS.md. By
// hand: it installs the package into a temporary folder, since it starts only with an override (antlr4ts).
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const samples = process.argv[2] ?? '10000';
const seed = '7';
const page = readFileSync(new URL('VERDICTS.md', import.meta.url), 'utf8');
const modules = [...page.matchAll(/^\| (\w+) \| (holds|breaks) \|$/gm)];

const folder = mkdtempSync(join(tmpdir(), 'hearback-quint-'));
try {
  install();
  const differences = modules.filter(([, name = '', verdict = '']) => {
    const found = verdictOf(name);
    console.log(`| ${name} | ${found} |${found === verdict ? '' : ` OTHER, not ${verdict}`}`);
    return found !== verdict;
  });
  console.log(`${modules.length} modules, ${samples} samples, seed ${seed}: ${differences.length} other`);
  if (modules.length === 0 || differences.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

function install(): void {
  const dependencies = { '@informalsystems/quint': '0.33.1' };
  const overrides = { antlr4ts: '0.5.0-alpha.4' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies, overrides }));
  copyFileSync(join(import.meta.dirname, 'rw1.qnt'), join(folder, 'rw1.qnt'));
  const { status, stderr } = run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error');
  if (status !== 0) throw new Error(stderr);
}

function verdictOf(name: string): string {
  const { stdout, stderr } = run(
    join(folder, 'node_modules/.bin/quint'),
    ...['run', '--backend=typescript', `--main=${name}`, '--invariant=inv', `--seed=${seed}`],
    ...[`--max-samples=${samples}`, '--max-steps=40', 'rw1.qnt'],
  );
  if (stdout.includes('[ok] No violation found')) return 'holds';
  if (stdout.includes('[violation]')) return 'breaks';
  throw new Error(`${name}: ${stdout}${stderr}`);
}

function run(program: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
}
