import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('every generated file is what its generator makes', () => {
  const flags = ['--conditions=hearback-source', 'scripts/generate.ts', '--check'];
  const { stdout, stderr, status } = spawnSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
  expect([stdout, stderr, status]).toEqual(['', '', 0]);
});
