import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Type instantiations that the files here may cost, with TypeScript as pinned and one thread. It stood at half of
 * this when it was set; a change that goes over makes every user's editor slower.
 */
const budget = 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

test('messages, plans and profiles have the types that they are said to have, within the budget', () => {
  const tsc = `${root}/node_modules/typescript/bin/tsc`;
  const flags = ['-p', 'test/types/tsconfig.json', '--extendedDiagnostics', '--singleThreaded'];
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...flags], { cwd: root, encoding: 'utf8' });
  expect(stdout).not.toContain('error TS');
  expect(status).toBe(0);
  const instantiations = Number(stdout.match(/^Instantiations:\s+(\d+)/m)?.[1]);
  expect(instantiations).toBeGreaterThan(0);
  expect(instantiations).toBeLessThan(budget);
});
