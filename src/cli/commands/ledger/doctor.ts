import { limitsOf } from '../../../act/prepare/notes.ts';
import type { Promised } from '../../../ledger/report.ts';
import { escaped } from '../../../text/shown.ts';
import { executorsOf, recordsOf } from '../../act/executors.ts';
import { nobodyIn } from '../../ledger/conversation.ts';
import { healthOf } from '../../ledger/health.ts';
import { withLedger } from '../../ledger/open.ts';
import { columns } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `doctor`: what is promised here. */
export const doctor: Verb = {
  name: 'doctor',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'which promises hold with the settings that are found here, and which do not, and why',
  about:
    'docs/reference/promises.md says what each of them means. What an executor cannot promise is listed beside them: that ' +
    'is no fault of the settings.',
  arguments: [],
  exits: { 0: 'every promise holds', 1: 'one does not' },
  example: {
    command: "hearback doctor --ledger office.ledger | grep 'loss of power'",
    output:
      'holds  what was acknowledged outlives a loss of power: synchronous is FULL, on a disk that keeps what it says it has written',
  },
  run: (call) =>
    withLedger(call, async (opened) => {
      const { kind, version, schema, settings, promises, size } = await opened.store.report();
      const all = [...promises, ...(await healthOf(opened))];
      const { shown } = opened.location;
      const ledger = nobodyIn(opened.ledger, opened.found.config.conversation ?? 'main');
      const configured = { found: opened.found, environment: call.world.environment, ledger };
      recordsOf(configured); // one that cannot be made is told here too
      const executors = executorsOf(configured);
      const limits = Object.values(executors).flatMap(limitsOf);
      tell(call, {
        json: { ledger: shown, kind, version, schema, settings, size: size ?? null, promises: all, limits },
        text: [
          `${escaped(shown)}: ${escaped(version)}, tables of version ${schema}${size === undefined ? '' : `, ${size} bytes`}`,
          ...all.map(promiseText),
          ...new Set(limits.map((limit) => `not promised  ${escaped(limit)}`)),
          'settings',
          columns(Object.entries(settings).map(([name, value]) => [name, escaped(value)] as const)),
        ].join('\n'),
        exit: all.every(({ holds }) => holds) ? 0 : 1,
      });
    }),
};

function promiseText({ promise, holds, because }: Promised): string {
  return `${holds ? 'holds ' : 'DOES NOT HOLD '} ${escaped(promise)}: ${escaped(because)}`;
}
