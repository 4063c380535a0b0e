import { renderHuman } from '../../diagnostic/render.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { nearest } from '../../text/nearest.ts';
import { escaped, shown } from '../../text/shown.ts';
import { type CatalogRule, catalog } from '../catalog.ts';
import { conform } from '../conform.ts';
import { shippedCrosswalk, vectorCrosswalk } from '../evidence/shipped.ts';
import { wrapped } from '../help.ts';
import { vectorAbout } from '../suites.ts';
import type { Row } from '../vectors/vector.ts';
import type { Call, Verb } from '../verb.ts';
import { whyOf } from '../why.ts';

/** `explain`: what a code means and why it matters, with a case that raises it and the same case mended. */
export const explain: Verb = {
  name: 'explain',
  group: 'Look up',
  summary: 'what a diagnostic code means, with a case that raises it; without CODE, all codes',
  arguments: [{ name: 'CODE', about: 'a code such as echo/mismatch', isOptional: true }],
  example: {
    command: 'hearback explain echo/mismatch',
    output: [
      'echo/mismatch: error, section 6.2 of spec/SPEC.md',
      '',
      'The receiver is about to do something else than you asked, and it says so before it does it. This is',
      'the moment for which readbacks exist.',
      '',
      'A case that raises it',
      '  now       20261002T0900Z',
      '  ho        RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX',
      '  rb        RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=BUILD h=3c0d63b2cde7',
      '',
      'error[echo/mismatch]: tier3 echo: ask mismatch, sent FIX, heard BUILD',
      '  at column 64',
      '    RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=BUILD h=3c0d63b2cde7',
      '                                                                   ^^^^^^^^^',
      '  hint: read ask back as it was sent',
      '',
      'The same case, mended',
      '  rb        RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX h=3c0d63b2cde7',
    ].join('\n'),
  },
  run: (call) => {
    const code = call.words[0];
    if (code === undefined) return list(call);
    const rule = catalog.get(code);
    if (rule === undefined) {
      const near = nearest(code, catalog.keys());
      const advice = near === undefined ? 'hearback explain lists them' : `did you mean ${near}?`;
      throw new UsageError('usage/code', `no code ${shown(code)}; ${advice}`);
    }
    const { color } = call.world.out;
    const json = {
      code,
      severity: rule.severity,
      section: rule.section,
      why: rule.why ?? null,
      matters: whyOf(code),
      vector: vectorAbout(code) ?? null,
    };
    call.report.result({ diagnostics: [], product: explanation(rule, call, color), json });
  },
};

function list(call: Call): void {
  const rules = [...catalog.values()];
  const rows = rules.map(
    ({ code, severity, section }) => `${severity.padEnd(7)}  ${code.padEnd(32)}  ${section}`,
  );
  const codes = rules.map(({ code, severity, section }) => ({ code, severity, section }));
  call.report.result({ diagnostics: [], product: rows.join('\n'), json: { codes } });
}

function explanation({ code, severity, section, why }: CatalogRule, call: Call, color: boolean): string {
  const vector = vectorAbout(code);
  const finding =
    vector &&
    conform(vector, { ...call, crosswalk: shippedCrosswalk(vectorCrosswalk) })?.diagnostics.find(
      (one) => one.code === code,
    );
  return [
    `${code}: ${severity === 'info' ? 'note' : severity}, section ${section} of spec/SPEC.md`,
    ...(why === undefined ? [] : [`A receiver replies UN why=${why}.`]),
    '',
    wrapped(whyOf(code), 0),
    ...(vector === undefined ? [] : ['', 'A case that raises it', ...membersOf(vector)]),
    ...(finding === undefined ? [] : ['', renderHuman(finding, { color })]),
    ...(vector?.['mended'] === undefined
      ? []
      : ['', 'The same case, mended', ...membersOf(vector['mended'] as Row)]),
  ].join('\n');
}

const aboutVector: ReadonlySet<string> = new Set([
  'id',
  'section',
  'kind',
  'expect',
  'codes',
  'mended',
  'notes',
]);
const longest = 400;

/** What a vector is made of, a member a row. */
function membersOf(vector: Row): readonly string[] {
  return Object.entries(vector).flatMap(([name, value]) => {
    if (aboutVector.has(name)) return [];
    return [value].flat().map((part) => {
      const text = escaped(typeof part === 'string' ? part : JSON.stringify(part));
      return `  ${name.padEnd(8)}  ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
    });
  });
}
