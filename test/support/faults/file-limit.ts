import { spawnSync } from 'node:child_process';

/** For `available`: whether a process's limits can be changed from outside. */
export function canLimit(): true | undefined {
  return spawnSync('prlimit', ['--version']).status === 0 ? true : undefined;
}

/** No file of a running process grows beyond so many bytes (`ulimit -f`), or grows again. */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  if (status !== 0) throw new Error(String(stderr));
}
