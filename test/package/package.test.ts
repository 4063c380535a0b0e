import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, describe, expect, test } from 'vitest';
import { digest, encode, fromJson, parse } from '../../src/index.ts';
import { sha256 as onNode } from '../../src/sha256/node.ts';
import { sha256 as elsewhere } from '../../src/sha256/portable.ts';
import { pack, root, run } from './packed.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packed = pack();
afterAll(packed.remove);

/** Runs a module in the user's project and gives what it printed. */
function inProject(code: string, ...flags: string[]): string {
  const file = join(packed.project, 'user.mjs');
  writeFileSync(file, code);
  return run(process.execPath, [...flags, file], packed.project).trimEnd();
}

describe('what is packed', () => {
  test('is what a user needs, and nothing of the workshop', () => {
    const tops = [...new Set(packed.files.map((path) => path.replace(/\/.*/, '')))].sort();
    expect(tops).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'NOTICE',
        'README.md',
        'bin',
        'dist',
        'docs',
        'package.json',
        'skill',
        'spec',
      ].sort(),
    );
    expect(packed.files.filter((path) => /^docs\/(?!diagnostics\/)/.test(path))).toEqual([]);
    expect(packed.files.filter((path) => /(?<!\.d)\.ts$|\.map$|\.test\./.test(path))).toEqual([]);
    const needed = [
      'bin/hearback.js',
      'spec/SPEC.md',
      'spec/profiles/pay.json',
      'spec/conformance/parse.jsonl',
    ];
    expect(packed.files).toEqual(expect.arrayContaining(needed));
  });

  test('holds every file that the exports name', () => {
    const targets = JSON.stringify([manifest.exports, manifest.imports, manifest.bin]).match(
      /[.\w/-]+\.(?:js|d\.ts)(?=")/g,
    );
    const paths = (targets ?? [])
      .map((path) => path.replace(/^\.\//, ''))
      .filter((path) => !path.startsWith('src/'));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !packed.files.includes(path))).toEqual([]);
  });

  test('satisfies publint', async () => {
    const { messages } = await publint({
      pkgDir: join(packed.project, 'node_modules/hearback'),
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  test('has the right types for ES modules, says attw', () => {
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'json'];
    const { analysis } = JSON.parse(
      run(process.execPath, [attw, packed.tarball, ...options], packed.project),
    );
    expect(Object.keys(analysis.entrypoints)).toEqual(
      expect.arrayContaining(['.', './ledger', './sqlite', './postgres', './act', './mcp', './evidence']),
    );
    // require() and the old resolution are none of ours: the package is ES modules only
    const own = analysis.problems.filter(
      ({ resolutionKind }: { resolutionKind: string }) => !['node10', 'node16-cjs'].includes(resolutionKind),
    );
    expect(own).toEqual([]);
  });
});

/** What a user imports; each file of data has a subpath of its own. */
const subpaths: readonly string[] = ['.', './ledger', './memory', './sqlite', './postgres', './act'].concat([
  './server',
  './mcp',
  './guard',
  './evidence',
]);

describe('a user with nothing else installed', () => {
  test.each(subpaths)('imports %s', (subpath) => {
    const name = subpath.replace('.', 'hearback');
    const printed = inProject(`console.log(Object.keys(await import(${JSON.stringify(name)})).length);`);
    expect(Number(printed)).toBeGreaterThan(0);
  });

  test('covers every subpath of the manifest', () => {
    const data = ['./profiles/*.json', './crosswalks/*.json', './conformance/*.jsonl', './package.json'];
    expect(Object.keys(manifest.exports).sort()).toEqual([...subpaths, ...data].sort());
  });

  test('reads the profiles, the vectors and the manifest', () => {
    const code = `
      import pay from 'hearback/profiles/pay.json' with { type: 'json' };
      import manifest from 'hearback/package.json' with { type: 'json' };
      import { readFileSync } from 'node:fs';
      const vectors = readFileSync(new URL(import.meta.resolve('hearback/conformance/parse.jsonl')), 'utf8');
      console.log(pay.profile, manifest.name, vectors.startsWith('{'));`;
    expect(inProject(code)).toBe('pay hearback true');
  });

  test('gets from the root what src gives', () => {
    const line = 'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002';
    const code = `
      import { decode, digest } from 'hearback';
      console.log(digest(decode(${JSON.stringify(line)})));`;
    const { message } = parse(line);
    expect(message).not.toBeNull();
    expect(inProject(code)).toBe(message && digest(message));
  });

  test('loads no dependency, and nothing of Node before the first digest', () => {
    const code = `
      import { registerHooks } from 'node:module';
      const asked = [];
      registerHooks({ resolve: (name, context, next) => { asked.push(name); return next(name, context); } });
      await import('hearback');
      console.log(asked.filter((name) => !name.startsWith('.')).join(' '));`;
    expect(inProject(code)).toMatch(/^hearback(?: #sha256)*$/);
  });

  test('compiles against the types, however modules are resolved', () => {
    writeFileSync(join(packed.project, 'package.json'), '{"type":"module"}');
    const code = `
      import { checkReadback, type Diagnostic, decode, type ReadbackVerdict } from 'hearback';
      export const verdict: ReadbackVerdict = checkReadback({ ho: decode('x'), rb: decode('y'), now: '20261001T0900Z' });
      export const found: readonly Diagnostic[] = verdict.diagnostics;
      // @ts-expect-error a check without a clock
      checkReadback({ ho: decode('x'), rb: decode('y') });`;
    writeFileSync(join(packed.project, 'user.ts'), code);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    for (const resolution of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const [module, moduleResolution] = resolution;
      const options = ['--strict', '--noEmit', '--target', 'es2024', '--types', ''];
      run(
        process.execPath,
        [tsc, ...options, '--module', module, '--moduleResolution', moduleResolution, 'user.ts'],
        packed.project,
      );
    }
  });

  test('has the command', () => {
    const command = [join(packed.project, 'node_modules/hearback/bin/hearback.js')];
    expect(run(process.execPath, [...command, '--version'], packed.project)).toBe(`${manifest.version}\n`);
    const line = 'RW1 ST ops-3 from=ops to=builder item=jira:OPS-77';
    expect(run(process.execPath, [...command, 'validate', line], packed.project)).toContain(
      'valid: ST ops-3',
    );
  });

  test('passes the vectors that come with the package', () => {
    const installed = join(packed.project, 'node_modules/hearback');
    const suites = packed.files.filter((path) => /^spec\/conformance\/.*\.jsonl$/.test(path));
    expect(suites.length).toBeGreaterThan(5);
    run(process.execPath, ['bin/hearback.js', 'conform', ...suites], installed);
  });
});

test('the digest is the same where there is no Node', () => {
  for (const text of ['', 'RW1', 'é', 'क्षि', '👩‍👩‍👧', 'x'.repeat(8192)])
    expect(elsewhere(text)).toBe(onNode(text));
  const { message } = fromJson({
    v: 'RW1',
    type: 'ST',
    id: 'a-1',
    from: 'a',
    to: 'b',
    item: 'x:1',
    slots: {},
    tail: 'é',
  });
  expect(message && encode(message)).toBe('RW1 ST a-1 from=a to=b item=x:1 // é');
});
