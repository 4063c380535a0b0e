// Builds dist/ with tsc beside the old one and then swaps the two, so that a deleted source leaves nothing behind and a
// run that has begun keeps what it runs on.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const built = `${dist}-${process.pid}`;
const old = `${built}-old`;
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', built], {
  cwd: root,
  stdio: 'inherit',
});
if (status === 0) {
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(built, dist);
}
for (const folder of [built, old]) rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
