import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { actRefusals } from '../../src/act/index.ts';
import { catalog } from '../../src/cli/catalog.ts';
import { ownVectors, vectorAbout } from '../../src/cli/suites.ts';
import { fences, pages, root } from './fences.ts';

const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const diagnostics = globSync('docs/diagnostics/**/*.md', { cwd: root });
const all = [...pages, ...diagnostics];

test('every code has its page, and every page its code', () => {
  const codes = diagnostics
    .filter((page) => page.split('/').length === 4)
    .map((page) => page.replace(/^docs\/diagnostics\/(.*)\.md$/, '$1'));
  expect(codes.sort()).toEqual([...catalog.keys()].sort());
});

test('every page of a code has its case, the same mended, and a why of one to three sentences', () => {
  const vectors = [...ownVectors()];
  for (const code of catalog.keys()) {
    expect(vectorAbout(code, vectors), code).toBeDefined();
    const page = read(`docs/diagnostics/${code}.md`);
    const why = /<!-- why -->\n(.*)\n<!-- \/why -->/s.exec(page)?.[1] ?? '';
    expect(sentencesOf(why), `the why of ${code}: ${why}`).toBeGreaterThan(0);
    expect(sentencesOf(why), `the why of ${code}: ${why}`).toBeLessThan(4);
    for (const part of [`[${code}]: `, '\n## The same, mended\n']) expect(page, code).toContain(part);
  }
});

test('no two codes have the same why', () => {
  const whys = [...catalog.keys()].map(
    (code) => /<!-- why -->\n(.*)\n<!-- /s.exec(read(`docs/diagnostics/${code}.md`))?.[1],
  );
  expect(whys.filter((why, at) => whys.indexOf(why) !== at)).toEqual([]);
});

test('what a block is for is said, and known', () => {
  const known = /^(rw( fails [a-z]+\/[a-z0-9-]+| passes| digests)?|ts|sh|shell|text|json|js)$/;
  const plain = ['ARCHITECTURE.md', 'spec/LEDGER.md', 'spec/SPEC.md'];
  const wrong = fences.filter(({ info, page }) => (info === '' ? !plain.includes(page) : !known.test(info)));
  expect(wrong.map(({ name, info }) => `${name} ${info}`)).toEqual([]);
});

test('commands that are shown and not run install, build or test this package', () => {
  const shown = fences.filter(({ info }) => info === 'shell').flatMap(({ text }) => text.split('\n'));
  const own =
    /^(npm (ci|start|test|install|run [a-z]+)|npx vitest run|\.ci\/run|node examples\/[\w./-]+|#)\b/;
  expect(shown.filter((row) => !own.test(row))).toEqual([]);
});

test('JSON that is shown is JSON', () => {
  for (const { info, text } of fences) if (info === 'json') JSON.parse(text);
});

test('links lead to what is there', () => {
  const dead = all.flatMap((page) =>
    linksOf(read(page))
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('every page of docs can be reached from the README', () => {
  const seen = new Set<string>();
  const visit = (page: string): void => {
    if (seen.has(page) || !page.endsWith('.md')) return;
    seen.add(page);
    for (const link of linksOf(read(page))) {
      const path = normalize(join(dirname(page), link.replace(/#.*/, '')));
      if (existsSync(join(root, path))) visit(path);
    }
  };
  visit('README.md');
  const decisions = (page: string): boolean => page.startsWith('docs/decisions/');
  expect(all.filter((page) => !seen.has(page) && !decisions(page) && page !== 'CHANGELOG.md')).toEqual([]);
});

test('a paragraph has at most three sentences', () => {
  const own = pages.filter((page) =>
    /^(README|CONTRIBUTING)\.md$|^docs\/(start|guides|reference)/.test(page),
  );
  const long = own.flatMap((page) =>
    paragraphsOf(read(page))
      .filter((paragraph) => sentencesOf(paragraph) > 3)
      .map((paragraph) => `${page}: ${paragraph.slice(0, 80)}`),
  );
  expect(long).toEqual([]);
});

test('the first screen of the README says what it is, whose protocol it is, and the two commands', () => {
  const screen = read('README.md').split('\n').slice(0, 42).join('\n');
  for (const words of [
    'RW1',
    'published as rogerwilco by others',
    'check-rb',
    'npm ci && npm start',
    'npm ci && npm test',
  ])
    expect(screen).toContain(words);
});

test('the page of the act tool names every state and every refusal', () => {
  const page = read('docs/reference/act.md');
  const states = [
    'PREPARED',
    'CONFIRMED',
    'CLAIMED',
    'UNKNOWN',
    'EXECUTED',
    'NOTEXEC',
    'ABANDONED',
    'EXPIRED',
  ];
  expect([...states, ...Object.keys(actRefusals)].filter((word) => !page.includes(`\`${word}\``))).toEqual(
    [],
  );
});

function linksOf(text: string): readonly string[] {
  const prose = text.replace(/^(`{3,}).*?^\1$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(({ 1: link = '' }) => link);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || headingsOf(read(target)).includes(anchor);
}

function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Running text: no code, tables, headings, marks or items of lists. */
function paragraphsOf(text: string): readonly string[] {
  const prose = text
    .replace(/^(`{3,}).*?^\1$/gms, '')
    .replace(/<!-- table .*?<!-- \/table -->/gs, '')
    .replace(/^#.*$/gm, '');
  return prose.split(/\n{2,}|\n(?=- )/).filter((part) => !/^\s*(\||<!--|\d+\. )/.test(part));
}

function sentencesOf(text: string): number {
  const bare = text.replace(/`[^`]*`/g, 'x').replace(/\]\([^)]*\)/g, ']');
  return bare.match(/[.!?:]?[.!?](?=["”)*]*(\s|$))/g)?.length ?? 0;
}
