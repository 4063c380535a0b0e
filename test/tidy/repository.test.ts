import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './source.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** The files of the repository: those that git has, or in a copy without git all but what is made. */
const files: readonly string[] = trackedFiles() ?? untrackedFiles();

test('install scripts are allowed to the pinned Node alone', () => {
  expect(manifest.allowScripts).toEqual({ node: true });
});

test('every dependency is pinned to one version, the Node too', () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  expect(manifest.devDependencies.node).toMatch(/^\d/);
});

test('the lockfile names no registry and agrees with the manifest', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  const entries = Object.entries<{ resolved?: string }>(packages);
  expect(entries.length).toBeGreaterThan(10);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
  expect(packages[''].dependencies).toEqual(manifest.dependencies);
  expect(packages[''].devDependencies).toEqual(manifest.devDependencies);
  expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/m);
});

test('no file names a place on one machine, or the host of a registry', () => {
  const places = [
    ...['work', 'root', 'tmp/peer'].map((place) => `(?<![\\w.@-])/${place}/`),
    ...['home', 'Users'].map((place) => `(?<![\\w.@-])/${place}/\\w+/`),
    ...['registry[.]npmjs', 'pypi[.]org', 'npmjs[.]com/'],
  ];
  const place = new RegExp(places.join('|'));
  const found = files.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, at) => (place.test(line) ? [`${path}:${at + 1}: ${line.slice(0, 120)}`] : [])),
  );
  const self = 'test/tidy/repository.test.ts';
  expect(found.filter((one) => !one.startsWith(self))).toEqual([]);
});

test('no file cites a document that is not here', () => {
  const elsewhere = new RegExp(
    `\\b(?:${['rule', 'book'].join('')}|design [0-9]|(?:design|style|threats|toolchain|field)[.]md)\\b`,
  );
  expect(files.filter((path) => elsewhere.test(read(path)))).toEqual([]);
});

test('what is generated is what its generator makes', () => {
  const generate = ['--conditions=hearback-source', 'scripts/generate.ts', '--check'];
  const { status, stdout, stderr } = spawnSync(process.execPath, generate, { cwd: root, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('');
  expect(status).toBe(0);
});

test('the version has its entry in the changelog', () => {
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${manifest.version.replaceAll('.', '[.]')}$`, 'm'));
});

test('the command can be run, and says of an old Node what it needs', () => {
  const [bin] = Object.values<string>(manifest.bin);
  accessSync(join(root, bin as string), constants.X_OK);
  expect(read(bin as string)).toMatch(/^#!\/usr\/bin\/env node\n/);
  const needed = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node)?.slice(1).join('.');
  expect(needed).toBeDefined();
  for (const file of [bin as string, 'scripts/check-node.js']) expect(read(file)).toContain(`Node ${needed}`);
});

test('decisions are numbered without a gap', () => {
  const pages = globSync('docs/decisions/*.md', { cwd: root }).sort();
  const numbers = pages.map((page) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(page)?.[1]);
  expect(numbers).toEqual(pages.map((_, at) => String(at + 1).padStart(4, '0')));
});

function trackedFiles(): readonly string[] | undefined {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return undefined;
  const listed = stdout.split('\0').filter((path) => path !== '');
  const present = new Set(untrackedFiles());
  return listed.filter((path) => present.has(path));
}

function untrackedFiles(): readonly string[] {
  const made = ['node_modules', 'dist', 'coverage', '.git', 'test-output'];
  return globSync('**', { cwd: root, withFileTypes: true, exclude: (entry) => made.includes(entry.name) })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
