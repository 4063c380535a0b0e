import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countExamples, docstringExamples } from './docstrings.ts';
import { runnable } from './example.ts';
import { fencesFor } from './fences.ts';
import { compile, openWorkshop, runModules } from './workshop.ts';

const examples = [
  ...fencesFor('ts').map(({ name, text }) => ({ name, code: text })),
  ...docstringExamples,
].map(({ name, code }) => ({ name, code, file: `${name.replace(/[^\w.-]/g, '-')}.ts` }));
const workshop = openWorkshop();
afterAll(workshop.remove);
for (const { name, code, file } of examples) writeFileSync(join(workshop.folder, file), runnable(code, name));
const faults = runModules(
  workshop,
  examples.map(({ file }) => file),
);

test('every example of a docstring is among them', () => {
  expect(docstringExamples.length).toBe(countExamples());
  expect(docstringExamples.length).toBeGreaterThan(10);
});

test('every example asserts something', () => {
  expect(examples.filter(({ code }) => !code.includes('// => ')).map(({ name }) => name)).toEqual([]);
});

test('all of them compile', () => {
  const files = examples.map(({ file }) => file);
  expect(compile(workshop, files)).toBe('');
});

test.each(examples)('$name runs and gives what it says', ({ file }) => {
  expect(faults[file]).toBeUndefined();
});

test('an example that gives something else is found out', () => {
  const wrong = ['1 + 1; // => 3', "const two = 1 + 1; // => '2'", '[1].at(0); // => throws RangeError'];
  const files = wrong.map((code, at) => {
    writeFileSync(join(workshop.folder, `wrong-${at}.ts`), runnable(code, code));
    return `wrong-${at}.ts`;
  });
  expect(Object.keys(runModules(workshop, files))).toEqual(files);
  expect(() => runnable('1 + 1;\n// => 2', 'nothing in front')).toThrow(/no statement/);
});
