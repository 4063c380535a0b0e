import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from '../../src/cli/catalog.ts';
import { builtIn, coreData } from '../../src/vocabulary/index.ts';
import { nestedQuantifier } from './nested-quantifier.ts';
import { type Node, placeOf, root, type Source, sources, stringsOf } from './source.ts';

const written = sources.filter(({ path }) => !path.startsWith('vocabulary/data/'));

/** Every word that only a profile defines: its name, its asks, its slots. A word that the core has too is the core's. */
const profileWords: ReadonlySet<string> = new Set(
  builtIn.names.flatMap((name) => {
    const { asks = {}, slots = [] } = builtIn.get(name)?.profile ?? {};
    return [name, ...Object.keys(asks), ...slots.map(({ key }) => key)];
  }),
);
const coreWords = new Set(JSON.stringify(coreData).match(/\w+/g));
/** Words that mean something else in a file than in a profile. */
const otherMeanings: Readonly<Record<string, readonly string[]>> = {
  // SQL
  ROLLBACK: ['ledger/postgres/session.ts', 'ledger/sqlite/transaction.ts'],
  // <n> in a form that a profile gives
  n: ['codec/shape.ts', 'vocabulary/profile-form.ts'],
  // what became of a handoff or a statement
  state: ['ledger/proof/state-check.ts', 'ledger/proof/verify.ts', 'ledger/whole.ts'],
  // a namespace of pointers (spec 6.6), and the option that gives it
  po: ['cli/evidence/sources.ts', 'evidence/readers/orders.ts'],
  // a member of a profile that is true or not
  flag: [
    'act/config/forms.ts',
    'ledger/form.ts',
    'vocabulary/json-form.ts',
    'vocabulary/profile-form.ts',
    'cli/config/form.ts',
  ],
};
/** The built-in set is where the built-in names stand; the help of `profile` shows what `profile list` prints. */
const namesThem = ['vocabulary/built-in.ts', 'cli/commands/profile/list.ts'];

test('no code names a profile, its asks or its slots', () => {
  const wrong = written
    .filter(({ path }) => !namesThem.includes(path))
    .flatMap((source) =>
      namesIn(source)
        .filter(({ name }) => profileWords.has(name) && !coreWords.has(name))
        .filter(({ name }) => !otherMeanings[name]?.includes(source.path))
        .map(({ node, name }) => `${placeOf(source, node)} names ${name}`),
    );
  expect(wrong).toEqual([]);
});

/** Strings, and keys by which slots are read: `slots.amt`. */
function namesIn(source: Source): readonly { node: Node; name: string }[] {
  const members = source.nodes
    .filter(({ type, object }) => type === 'MemberExpression' && isSlots(object as Node))
    .map((node) => ({ node, name: String((node['property'] as Node)['name']) }));
  return [...members, ...stringsOf(source).map(({ node, value }) => ({ node, name: value }))];
}

function isSlots(node: Node): boolean {
  const property = node['property'] as Node | undefined;
  return node['name'] === 'slots' || property?.['name'] === 'slots';
}

const mostLines = 250;

test(`no file is longer than ${mostLines} lines`, () => {
  const lengths = written.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > mostLines)).toEqual([]);
});

test('nothing is left for later', () => {
  const marks = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join(''));
  expect(sources.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a table of rules is exported as rules, so that the catalog can hold it', () => {
  const tables = sources.flatMap((source) =>
    source.nodes.filter(isTableOfRules).map((node) => ({ source, node })),
  );
  expect(tables.length).toBeGreaterThan(20);
  const wrong = tables.filter(({ source }) => !/^export const rules\b/m.test(source.text));
  expect(wrong.map(({ source, node }) => placeOf(source, node))).toEqual([]);
  const codes = tables.flatMap(({ node }) => codesOf(node)).sort();
  expect(codes).toEqual([...catalog.keys()].sort());
});

const code = /^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/;

function isTableOfRules(node: Node): boolean {
  return node.type === 'ObjectExpression' && codesOf(node).length > 0;
}

/** The codes that an object has as keys, each of a row with a severity. */
function codesOf(node: Node): readonly string[] {
  return (node['properties'] as Node[]).flatMap((property) => {
    const key = (property['key'] as Node | undefined)?.['value'];
    if (typeof key !== 'string' || !code.test(key)) return [];
    const row = property['value'] as Node;
    const members = row.type === 'ObjectExpression' ? (row['properties'] as Node[]) : [];
    return members.some((member) => (member['key'] as Node | undefined)?.['name'] === 'severity')
      ? [key]
      : [];
  });
}

test('every code that is named anywhere is in the catalog, or one of misuse that docs/reference lists', () => {
  const stages = new Set([...catalog.keys()].map((known) => known.slice(0, known.indexOf('/') + 1)));
  const reference = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
  const wrong = sources.flatMap((source) =>
    stringsOf(source)
      .filter(({ value }) => code.test(value) && [...stages].some((stage) => value.startsWith(stage)))
      .filter(({ value }) => !catalog.has(value) && !reference.includes(`\`${value}\``))
      .map(({ node, value }) => `${placeOf(source, node)} ${value}`),
  );
  expect(wrong).toEqual([]);
});

test('no regular expression repeats what repeats within it (T8)', () => {
  const patterns = sources.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const { pattern } = (node['regex'] ?? {}) as { pattern?: string };
      return pattern === undefined ? [] : [{ place: placeOf(source, node), pattern }];
    }),
  );
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter(({ pattern }) => nestedQuantifier(pattern))).toEqual([]);
});

test('the search for nested repetition finds it', () => {
  expect(
    ['(a+)+', '(?:a*b)*', '((a{2,})c)+', '(?<x>[+]+x)*'].filter((one) => !nestedQuantifier(one)),
  ).toEqual([]);
  expect(['(?:a+)?', '[(a+)+]', '\\(a+\\)+', '(?:ab)*', '(a+){3}'].filter(nestedQuantifier)).toEqual([]);
});
