import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The file that npm links as the command; `npm run build` makes what it loads. */
export const command: string = join(import.meta.dirname, '../../bin/hearback.js');

/** Runs the built command in a process of its own. */
export function hearback(
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [command, ...args], {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

/** Runs a shell command in which `hearback` and `npx hearback` are the built command, on this Node; in a folder, if one is given. */
export function shell(script: string, cwd?: string): SpawnSyncReturns<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-bin-'));
  symlinkSync(command, join(folder, 'hearback'));
  symlinkSync(process.execPath, join(folder, 'node'));
  const npx = '#!/bin/sh\n[ "$1" = hearback ] && shift && exec hearback "$@"\nexit 127\n';
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
  const path = [folder, process.env['PATH']].join(delimiter);
  return spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    cwd,
    env: { ...process.env, PATH: path, NO_COLOR: '' },
  });
}
