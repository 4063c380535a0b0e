import { shown } from '../../text/shown.ts';
import { conform as outcomeOf, type VectorOutcome } from '../conform.ts';
import { shippedCrosswalk, vectorCrosswalk } from '../evidence/shipped.ts';
import { bytesOfPath, textOf } from '../input.ts';
import type { Call, Verb } from '../verb.ts';

/** `conform`: vectors of a conformance suite. */
export const conform: Verb = {
  name: 'conform',
  group: 'Look up',
  summary: 'run the vectors of a conformance suite through this implementation',
  about:
    'A suite is a file with one JSON object a line, in the form that the published suite of the protocol uses. Kinds ' +
    'of vectors that are not known here are skipped. With --json each case is one object with id, kind, expect, got, ' +
    'ok, problems and notes, and the count goes to standard error.',
  arguments: [{ name: 'FILE', about: 'a suite of vectors, or -', isMany: true }],
  example: {
    command: [
      "printf '%s\\n' \\",
      `  '{"id":"d1","kind":"digest","line":"RW1 AN b-1 re=a-1 from=b to=a val=Y","expect":"3b5723fb1548"}' |`,
      '  hearback conform -',
    ].join('\n'),
    output: ['ok     d1  expected 3b5723fb1548, got 3b5723fb1548', '1 ok, 0 not ok, 0 skipped'].join('\n'),
  },
  run: async (call) => {
    const counts = { ok: 0, not: 0, skipped: 0 };
    const context = { ...call, crosswalk: shippedCrosswalk(vectorCrosswalk) };
    for (const path of call.words) {
      const rows = textOf(await bytesOfPath(call, path), shown(path)).split('\n');
      for (const [at, row] of rows.entries()) {
        if (row.trim() === '' || row.startsWith('#')) continue;
        const outcome = outcomeOf(jsonOf(row), context);
        if (outcome === null) counts.skipped++;
        else {
          counts[outcome.ok ? 'ok' : 'not']++;
          tell(call, outcome, outcome.id || `${path}:${at + 1}`);
        }
      }
    }
    const { ok, not, skipped } = counts;
    call.report.note(`${ok} ok, ${not} not ok, ${skipped} skipped`);
  },
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tell(
  call: Call,
  { kind, expect, got, ok, problems, notes, faults }: VectorOutcome,
  id: string,
): void {
  call.report.result({
    diagnostics: [],
    exit: ok ? 0 : 1,
    isBare: true,
    json: { id, kind, expect, got, ok, problems, notes },
    says: () =>
      [
        `${ok ? 'ok    ' : 'NOT OK'} ${shown(id)}  expected ${shown(expect) || 'a vector'}, got ${got}`,
        ...faults.map((fault) => `         ${shown(fault)}`),
      ].join('\n'),
  });
}
