import { type Gap, gapsOf } from '../../../evidence/crosswalk/gaps.ts';
import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import { crosswalkArgument, readCrosswalk } from '../../evidence/crosswalk.ts';
import type { Verb } from '../../verb.ts';

/** `crosswalk check`: whether a file is a crosswalk, and what has no counterpart by it. */
export const check: Verb = {
  name: 'crosswalk check',
  group: 'Look up',
  summary:
    'whether a file maps two profiles onto each other, and everything that it leaves without a counterpart',
  about: 'Both profiles have to be known: give --profiles for one that is not built in.',
  arguments: [crosswalkArgument],
  example: {
    command: 'hearback crosswalk check pay-ap | grep ^valid',
    output: 'valid: pay-ap between pay and ap; 14 names without a counterpart',
  },
  run: (call) => {
    const read = readCrosswalk(call, call.words[0] as string);
    if (read === null) return;
    const { crosswalk } = read;
    const gaps = gapsOf(crosswalk);
    if (!call.options.has('json')) for (const gap of gaps) call.report.note(rowOf(gap));
    const { crosswalk: name, between } = crosswalk.data;
    call.report.result({
      diagnostics: [],
      json: { crosswalk: name, between, gaps },
      says: () =>
        `valid: ${escaped(name)} between ${between.join(' and ')}; ${plural(gaps.length, 'name')} without a counterpart`,
    });
  },
};

function rowOf({ profile, what, name, acts }: Gap): string {
  const guard = acts.length === 0 ? '' : `  needed by ${acts.join(' ')}`;
  return `${profile.padEnd(8)} ${what.padEnd(6)} ${escaped(name)}${guard}`;
}
