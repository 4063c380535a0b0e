import { globSync, readFileSync } from 'node:fs';
import { type CatalogRule, catalog } from '../../src/cli/catalog.ts';
import { ownVectors, vectorAbout } from '../../src/cli/suites.ts';
import type { Row } from '../../src/cli/vectors/vector.ts';
import { caseSections } from './diagnostic-case.ts';
import type { Generated } from './generated.ts';

const folder = 'docs/diagnostics';

/** What is said of a stage over its codes, in the order in which a line meets them, and what its errors do. */
const stages: Readonly<Record<string, readonly [about: string, fails: string]>> = {
  text: ['Lines found in text and in streams', 'no line is taken from there'],
  line: ['The line as a whole and its first three words', 'the line is refused'],
  slot: ['One slot: its key and its value', 'the line is refused'],
  tail: ['The free text behind ` // `', 'the line is refused'],
  message: ['Slots together, and the rules of a profile', 'the line is refused'],
  json: ['The JSON twin of a message', 'the message is refused'],
  profile: ['A profile that is loaded', 'the profile is refused'],
  record: ['A handoff against the approved record, before it is sent', 'the check fails'],
  relay: ['A handoff that is forwarded', 'the check fails'],
  receipt: ['Tier 1: the answer belongs to the message', 'the check fails'],
  integrity: ['Tier 2: both hold the same message', 'the check fails'],
  echo: ['Tier 3: it was read as it was sent', 'the check fails'],
  comprehension: ['Tier 4: both mean the same task', 'the check fails'],
  execution: ['Tier 5: the act runs with the values that were sent', 'the check fails'],
  expiry: ['Windows of time', 'the check fails'],
  done: ['The done report against the plan', 'the check fails'],
  answer: ['An answer against its question', 'the check fails'],
  evidence: ['The documents that lines point at', 'the check fails'],
  crosswalk: [
    'A map between two profiles, and what is lost by it',
    'nothing is translated, or the check fails',
  ],
  thread: ['A whole conversation', 'the conversation fails'],
  compose: ['Messages composed by code', 'no message is composed'],
  reply: ['Answers that code gives by itself', 'nothing is answered'],
  usage: ['Lines in the wrong place', 'nothing is checked'],
};

/**
 * A page for every code, from its rule and a vector that raises it, and the table of all. The why of a page is written
 * by hand and kept; a page without one, or a page without a code, is said and fails the run.
 */
export function diagnosticPages(): readonly Generated[] {
  const rules = [...catalog.values()];
  const vectors = [...ownVectors()];
  const pages = rules.map(({ code }) => pathOf(code));
  const strays = globSync('*/*.md', { cwd: folder }).filter((file) => !pages.includes(`${folder}/${file}`));
  for (const file of strays) fail(`${folder}/${file} is the page of no code: remove it`);
  return [
    ...rules.map((rule) => ({ path: pathOf(rule.code), text: page(rule, vectors) })),
    { path: `${folder}/README.md`, text: index(rules) },
  ];
}

function page(rule: CatalogRule, vectors: readonly Row[]): string {
  const { code, section, why } = rule;
  const reply =
    why === undefined ? '' : ` Where the fault is in what was received, the answer is \`UN why=${why}\`.`;
  return [
    '<!-- Made by `npm run generate` from the rule and its vector. Write by hand what stands between the why marks. -->',
    `# ${code}`,
    `${severityOf(rule)}. Section ${section} of [the protocol](../../../spec/SPEC.md).${reply}`,
    ...vectorSections(code, vectors),
    '## Why it matters',
    `<!-- why -->\n${handWritten(code)}\n<!-- /why -->\n`,
  ].join('\n\n');
}

function vectorSections(code: string, vectors: readonly Row[]): readonly string[] {
  const vector = vectorAbout(code, vectors);
  const sections = vector && caseSections(vector, code);
  if (sections === undefined) fail(`${code} has no vector in spec/conformance that raises it`);
  return sections ?? [];
}

function severityOf({ code, severity }: CatalogRule): string {
  if (severity === 'error') return `**error**: ${stages[stageOf(code)]?.[1]}`;
  return severity === 'warning'
    ? '**warning**: told, and fails under `--strict`'
    : '**note**: told, fails nothing';
}

/** What stands between the marks of the page as it is. */
function handWritten(code: string): string {
  const why = /<!-- why -->\n(.*)\n<!-- \/why -->/s.exec(current(pathOf(code)))?.[1]?.trim() ?? '';
  if (why === '') fail(`${pathOf(code)} lacks its why: write it between the marks`);
  return why;
}

function current(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The table of all codes. */
function index(rules: readonly CatalogRule[]): string {
  const tables = Object.entries(stages).flatMap(([stage, [about]]) => {
    const rows = rules.filter(({ code }) => stageOf(code) === stage).map(row);
    const head = '| code | severity | section |\n|---|---|---|';
    return rows.length === 0 ? [] : [`## ${stage}`, about, [head, ...rows].join('\n')];
  });
  for (const { code } of rules) if (!(stageOf(code) in stages)) fail(`no words for the stage of ${code}`);
  const parts = [
    '<!-- Made by `npm run generate`. -->',
    '# Diagnostics',
    `All ${rules.length} codes, by the stage that raises them. Match on a code: it stays, while words may improve. ` +
      '`hearback explain CODE` shows the same on the command line.',
    ...tables,
  ];
  return `${parts.join('\n\n')}\n`;
}

function row({ code, severity, section }: CatalogRule): string {
  return `| [${code}](${code}.md) | ${severity === 'info' ? 'note' : severity} | ${section} |`;
}

function stageOf(code: string): string {
  return code.slice(0, code.indexOf('/'));
}

function pathOf(code: string): string {
  return `${folder}/${code}.md`;
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
