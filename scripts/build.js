// Builds dist/ with tsc beside the old one and then swaps the two, so that a deleted source leaves nothing behind and a
// run that has begun keeps what it runs on. The scripts of the console's pages are compiled for a browser.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const built = `${dist}-${process.pid}`;
const old = `${built}-old`;
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const style = 'server/layout/style';
const projects = ['tsconfig.build.json', 'src/server/browser/tsconfig.json'];
const failed = projects.find((project) => compile(project) !== 0);
const status = failed === undefined ? 0 : 1;
if (status === 0) cpSync(join(root, 'src', style), join(built, style), { recursive: true });
if (status === 0) {
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(built, dist);
}
for (const folder of [built, old]) rmSync(folder, { recursive: true, force: true });
process.exit(status);

function compile(project) {
  const { status: exit } = spawnSync(process.execPath, [tsc, '-p', project, '--outDir', built], {
    cwd: root,
    stdio: 'inherit',
  });
  return exit;
}
