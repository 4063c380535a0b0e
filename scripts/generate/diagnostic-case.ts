import { conform } from '../../src/cli/conform.ts';
import { shippedCrosswalk, vectorCrosswalk } from '../../src/cli/evidence/shipped.ts';
import type { Row } from '../../src/cli/vectors/vector.ts';
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts';
import { renderHuman } from '../../src/diagnostic/render.ts';
import { jsonText } from '../../src/diagnostic/render-json.ts';
import { countCodePoints } from '../../src/text/characters.ts';
import { escaped } from '../../src/text/shown.ts';
import { builtIn } from '../../src/vocabulary/index.ts';

const context = { profiles: builtIn, now: '20261001T0900Z', crosswalk: shippedCrosswalk(vectorCrosswalk) };

/** How a case of a kind is introduced, and the verb that shows it. */
const kinds: Readonly<Record<string, readonly [what: string, verb?: string]>> = {
  parse: ['A line that raises it', 'validate'],
  encode: ['A JSON twin that raises it', 'from-json'],
  profile: ['A profile that raises it', 'profile check'],
  text: ['A text that raises it'],
  readback: ['A readback that raises it', 'check-rb'],
  presend: ['A handoff that raises it', 'check-ho'],
  relay: ['A forwarded handoff that raises it', 'check-ho --relay'],
  done: ['A done report that raises it', 'check-dn'],
  answer: ['An answer that raises it', 'check-an'],
  thread: ['A conversation that raises it', 'check-thread'],
  crosswalk: ['A crosswalk that raises it', 'crosswalk check'],
  translate: ['A line that raises it', 'crosswalk translate'],
  across: ['A readback that raises it', 'crosswalk check-rb'],
  src: ['Lines and a source that raise it', 'check-src'],
  'make-ho': ['A record that raises it', 'make-ho'],
  'make-rb': ['A handoff that raises it', 'make-rb'],
  'make-dn': ['A result that raises it'],
  reply: ['A line that raises it', 'reply'],
};

/** A vector as parts of a page: the case, the finding as the command line shows it, the mended case; none if it raises no such. */
export function caseSections(vector: Row, code: string): readonly string[] | undefined {
  const { id, kind, mended } = vector;
  const finding = conform(vector, context)?.diagnostics.find((one) => one.code === code);
  if (finding === undefined) return undefined;
  const [what, verb] = kinds[String(kind)] ?? ['A case that raises it'];
  const by = verb === undefined ? '' : ` (\`hearback ${verb}\`)`;
  return [
    `## ${what}`,
    fence(membersOf(vector, kind)),
    `What is said of it${by}:`,
    fence(shownFinding(finding, vector)),
    ...(mended === undefined ? [] : ['## The same, mended', fence(membersOf(mended as Row, kind))]),
    `Vector \`${id}\`. The same on the command line: \`hearback explain ${code}\`.`,
  ];
}

const lineNames: Readonly<Record<string, string>> = {
  ho: 'HO',
  rb: 'RB',
  dn: 'DN',
  aq: 'AQ',
  an: 'AN',
  received: 'received HO',
};
const labels: Readonly<Record<string, string>> = {
  ...lineNames,
  expect_acc: 'kept',
  profile_json: 'profile',
  crosswalk_json: 'crosswalk',
  profile: 'expected',
};

/** A finding as the command line shows it: lines of an exchange by their type, lines of a thread by their row. */
function shownFinding(finding: Diagnostic, vector: Row): string {
  const line = finding.at?.line;
  const [member] = Object.entries(vector).find(([name, value]) => name in lineNames && value === line) ?? [];
  const name =
    vector['kind'] === 'thread' || vector['kind'] === 'src'
      ? `${vector['kind']}.rw`
      : member && lineNames[member];
  return renderHuman(finding, { name });
}

const aboutVector: ReadonlySet<string> = new Set([
  'id',
  'section',
  'kind',
  'expect',
  'codes',
  'mended',
  'notes',
  'composed',
]);

/** What a case is made of, a member a row; the lines of a thread by their numbers. */
function membersOf(vector: Row, kind: unknown): string {
  const rows = Object.entries(vector).flatMap(([name, value]): [string, string][] => {
    if (aboutVector.has(name) || (kind === 'text' && name === 'lines')) return [];
    if (name === 'lines') return (value as string[]).map((line, at) => [String(at + 1), cut(line)]);
    return [value].flat().map((part) => [labels[name] ?? name, cut(part)]);
  });
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(
      ([name, text]) => `${name.padEnd(longest)}  ${text.replaceAll('\n', `\n${' '.repeat(longest + 2)}`)}`,
    )
    .join('\n');
}

const most = 900;

/** Nothing that cannot be seen stands in a page, and nothing that is too long to look at. */
function cut(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  const length = countCodePoints(text);
  const start = text.split('\n').map(escaped).join('\n').slice(0, 200);
  if (length > most) return `${start}… (cut here; ${length.toLocaleString('en')} characters in all)`;
  return text.split('\n').map(escaped).join('\n');
}

/** A fence longer than any row of backticks in it. */
function fence(text: string): string {
  const marks = text.match(/`+/g) ?? [];
  const mark = '`'.repeat(Math.max(3, ...marks.map((one) => one.length + 1)));
  return `${mark}text\n${text}\n${mark}`;
}
