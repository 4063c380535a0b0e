import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/cli/catalog.ts';
import { faultsOf, rowsOf } from './suite.ts';

const folder = join(import.meta.dirname, '../../spec/conformance');
const suites = globSync('*.jsonl', { cwd: folder })
  .sort()
  .map((file) => ({ file, rows: rowsOf(join(folder, file)) }));
const rows = suites.flatMap((suite) => suite.rows);

describe.each(suites)('$file', ({ file, rows: ofFile }) => {
  test.each(ofFile)(`${basename(file, '.jsonl')} $id`, (row) => {
    expect(faultsOf(row)).toEqual([]);
  });
});

test('an id is of one vector only', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

const withoutCodes: unknown[] = ['digest', 'roundtrip'];

test('every vector says what to expect, where the protocol says so, and which codes it raises', () => {
  const lacking = rows.filter(
    ({ kind, expect: word, section, codes }) =>
      typeof word !== 'string' ||
      typeof section !== 'string' ||
      (!withoutCodes.includes(kind) && !Array.isArray(codes)),
  );
  expect(lacking.map(({ id }) => id)).toEqual([]);
});

test('every code is raised by a vector, and every error among them is mended by one', () => {
  const pairs = rows.flatMap(({ codes, mended }) =>
    ((codes ?? []) as [string, string][]).map(([code], at) => ({
      code,
      isMended: at === 0 && mended !== undefined,
    })),
  );
  const raised = new Set(pairs.map(({ code }) => code));
  const mended = new Set(pairs.filter(({ isMended }) => isMended).map(({ code }) => code));
  expect([...raised].filter((code) => !catalog.has(code) && !code.startsWith('usage/'))).toEqual([]);
  const errors = [...catalog.values()].filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect([...catalog.keys()].filter((code) => !raised.has(code))).toEqual([]);
  expect(errors.filter((code) => !mended.has(code))).toEqual([]);
});
