import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from '../../../src/cli/catalog.ts';
import type { Rules } from '../../../src/diagnostic/rule.ts';

const source = join(import.meta.dirname, '../../../src');
const files = globSync('**/*.ts', { cwd: source })
  .filter((file) => /^export const rules\b/m.test(readFileSync(join(source, file), 'utf8')))
  .sort();

test('holds every rule of every table, and no code twice', async () => {
  const codes: string[] = [];
  for (const file of files) {
    const { rules } = (await import(join(source, file))) as { rules: Rules };
    codes.push(...Object.keys(rules));
  }
  expect(files.length).toBeGreaterThan(20);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  expect([...catalog.keys()].sort()).toEqual(codes.sort());
});

test.each([...catalog.values()])(
  '$code has a section and a severity',
  ({ code, section, severity, hint }) => {
    expect(code).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    expect(section).toMatch(/^[1-8](\.[1-9])?/);
    expect(['error', 'warning', 'info']).toContain(severity);
    if (severity === 'error') expect(hint, 'an error says what to do').toBeDefined();
  },
);
