import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, type Node, placeOf, root, type Source, sources } from './source.ts';

/** The order of the folders, as ARCHITECTURE.md states it. */
const stated = /^`(text < .*)`$/m.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))?.[1] ?? '';
const order = stated.split(' < ');
const pure = order.slice(0, order.indexOf('ledger'));
const byPath = new Map(sources.map((source) => [source.path, source]));

test('every folder has its place in the order that ARCHITECTURE.md states', () => {
  expect(pure).toEqual(expect.arrayContaining(['text', 'vocabulary', 'codec', 'checks']));
  const folders = new Set(sources.map(({ folder }) => folder));
  // src itself holds the root's names; sha256 stands behind an import map
  const placed = [...order, '', 'sha256'];
  expect([...folders].filter((folder) => !placed.includes(folder))).toEqual([]);
});

test('a file imports from its own folder or from those to its left', () => {
  const wrong = sources
    .filter(({ folder }) => folder !== '')
    .flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => from.startsWith('.'))
        .filter(({ from }) => !isLeftward(source.folder, folderOf(targetOf(source, from))))
        .map(({ node, from }) => `${placeOf(source, node)} imports ${from}`),
    );
  expect(wrong).toEqual([]);
});

/** Parsers of what others write (docs/decisions/0001): as pure as the code that calls them, and behind a subpath. */
const parsers = ['csv-parse/browser/esm/sync', 'htmlparser2', 'postal-mime'];

function isAllowed({ folder }: Source, from: string): boolean {
  return from === '#sha256' || (folder === 'evidence' && parsers.includes(from));
}

test('nothing left of the ledger imports from outside, but the digest and the parsers of documents', () => {
  const wrong = sources
    .filter(({ folder }) => pure.includes(folder))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => !from.startsWith('.') && !isAllowed(source, from))
        .map(({ node, from }) => `${placeOf(source, node)} imports ${from}`),
    );
  expect(wrong).toEqual([]);
});

/** Names by which the outside comes in unasked: the clock, chance, the process, the network, the console. */
const outside = [
  ...['process', 'performance', 'fetch', 'console', 'globalThis', 'crypto', 'navigator', 'require', 'Buffer'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
];

test('nothing left of the ledger reads the clock, draws lots or reaches for the process', () => {
  const wrong = sources
    .filter(({ folder }) => pure.includes(folder))
    .flatMap((source) => reachesOf(source).map((node) => placeOf(source, node)));
  expect(wrong).toEqual([]);
});

test('everything that the root export loads is as pure', () => {
  const loaded = closureOf('index.ts');
  expect(loaded.length).toBeGreaterThan(50);
  const wrong = loaded.flatMap((source) => [
    ...importsOf(source)
      .filter(({ from }) => !from.startsWith('.') && from !== '#sha256')
      .map(({ node, from }) => `${placeOf(source, node)} imports ${from}`),
    ...reachesOf(source).map((node) => placeOf(source, node)),
  ]);
  expect(wrong).toEqual([]);
});

test('these tests see what they look for', () => {
  const seen = new Set(sources.flatMap((source) => reachesOf(source).map(() => source.folder)));
  expect([...seen]).toEqual(expect.arrayContaining(['cli', 'ledger']));
  const imports = sources.flatMap((source) => importsOf(source).map(({ from }) => from));
  expect(imports).toEqual(expect.arrayContaining(['#sha256', 'node:crypto', '@noble/hashes/sha2.js']));
});

function reachesOf({ nodes }: Source): readonly Node[] {
  const members = new Set(nodes.flatMap((node) => namesOf(node)));
  return nodes.filter(
    (node) =>
      (node.type === 'Identifier' && outside.includes(node['name'] as string) && !members.has(node)) ||
      isCall(node, 'Math', 'random') ||
      isCall(node, 'Date', 'now') ||
      (node.type === 'NewExpression' &&
        isNamed(node['callee'], 'Date') &&
        (node['arguments'] as unknown[]).length === 0) ||
      (node.type === 'CallExpression' && isNamed(node['callee'], 'Date')),
  );
}

/** Identifiers that are names of members, not of things: `{ console: 1 }` and `shop.process`. */
function namesOf(node: Node): readonly Node[] {
  if (node['computed'] === true) return [];
  if (node.type === 'MemberExpression') return [node['property'] as Node];
  const isMember = ['Property', 'PropertyDefinition', 'MethodDefinition', 'TSPropertySignature'];
  return isMember.includes(node.type) && node['shorthand'] !== true ? [node['key'] as Node] : [];
}

function isCall(node: Node, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' && isNamed(node['object'], object) && isNamed(node['property'], property)
  );
}

function isNamed(node: unknown, name: string): boolean {
  return (node as Node).type === 'Identifier' && (node as Node)['name'] === name;
}

function isLeftward(from: string, to: string): boolean {
  if (from === to) return true;
  return order.includes(to) && order.indexOf(to) < order.indexOf(from);
}

function targetOf({ path }: Source, from: string): string {
  return posix.join(posix.dirname(path), from);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** A file and all that it loads, directly or not. */
function closureOf(path: string, seen: Set<string> = new Set()): readonly Source[] {
  const source = byPath.get(path);
  if (source === undefined || seen.has(path)) return [];
  seen.add(path);
  const targets = importsOf(source)
    .filter(({ from, node }) => from.startsWith('.') && node['importKind'] !== 'type')
    .map(({ from }) => targetOf(source, from));
  return [source, ...targets.flatMap((target) => closureOf(target, seen))];
}
