import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tidy/source.ts';
import { byHand, waiting } from './waiting.ts';

const numbered = (letter: string, count: number, digits: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(digits, '0')}`);

/** The scenarios of the act tool and the ways in which others lost money or work, each an input and its right outcome. */
const cases = [...numbered('A', 20, 1), ...numbered('F', 29, 2)];

/** The cases that the name of a test cites, `(A6, F06)` or `A14: `, or the comment above it; with the files. */
const cited = new Map<string, string[]>();
for (const path of globSync('test/**/*.test.ts', { cwd: root })) {
  const text = readFileSync(join(root, path), 'utf8');
  const named = text.match(/\((?:[AFIT]\d+, )*(?:[AF]\d+)(?:, [^()]*)?\)|'[AF]\d+: |\/\/ [AF]\d+: /g) ?? [];
  for (const id of new Set(named.join(' ').match(/\b(?:A\d{1,2}|F\d{2})\b/g))) {
    cited.set(id, [...(cited.get(id) ?? []), path]);
  }
}

test.each(cases)('%s has its test, or waits for what it is about', (id) => {
  const has = cited.has(id) || existsSync(join(root, byHand[id] ?? 'nowhere'));
  expect(has, waiting[id] ?? 'no test names it').toBe(waiting[id] === undefined);
});

test('no test names a case that is none', () => {
  expect([...cited.keys()].filter((id) => !cases.includes(id))).toEqual([]);
});
