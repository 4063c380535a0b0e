import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { command } from './cli.ts';

/** Hides pg from a process, as where nobody has installed it. */
const hidden = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (specifier, context, next) => {
  if (specifier !== 'pg') return next(specifier, context);
  throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' });
} });`;

function withoutPg(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const loader = `data:text/javascript,${encodeURIComponent(hidden)}`;
  return spawnSync(process.execPath, ['--import', loader, command, ...args], { encoding: 'utf8' });
}

test('a ledger in PostgreSQL says what to install where pg is missing; everything else does without', () => {
  const { status, stderr } = withoutPg('ledger', 'status', '--ledger', 'postgres://u:canary@127.0.0.1:1/d');
  expect([status, stderr]).toEqual([2, expect.stringContaining('npm install pg@8')]);
  expect(stderr).not.toContain('canary');
  const file = withoutPg('ledger', 'status', '--ledger', 'absent.ledger');
  expect([file.status, file.stderr]).toEqual([
    2,
    expect.stringContaining('there is no ledger at absent.ledger'),
  ]);
});
