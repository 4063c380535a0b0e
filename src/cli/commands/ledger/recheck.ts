import type { Difference, Rechecked } from '../../../ledger/proof/recheck.ts';
import { plural } from '../../../text/plural.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `ledger recheck`: what this version judges otherwise. */
export const recheck: Verb = {
  name: 'ledger recheck',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'judge every line once more under this version and these profiles: those that come out otherwise',
  about:
    'Nothing changes by it. With --json there is one object for each difference, and then one with the counts.',
  arguments: [],
  options: { in: { value: 'CONVERSATION', about: 'one conversation; all of them unless given' } },
  exits: { 0: 'every line is judged as it was', 1: 'one is judged otherwise' },
  example: {
    command: 'hearback ledger recheck --ledger office.ledger',
    output: 'the same: 0 entries, 0 lines judged once more, 0 left out',
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const conversation = call.options.value('in');
      const found = ledger.recheck(conversation === undefined ? {} : { conversation });
      let next = await found.next();
      for (; !next.done; next = await found.next()) {
        tell(call, { json: { ...next.value }, text: differenceText(next.value) });
        await call.world.out.drained();
      }
      const { value } = next;
      tell(call, { json: { ...value }, text: countsText(value), exit: value.differences === 0 ? 0 : 1 });
    }),
};

function differenceText({ conversation, sequence, line, recorded, now }: Difference): string {
  return [
    `entry ${sequence} of ${escaped(conversation)}: ${escaped(line)}`,
    `  recorded  ${judgementText(recorded)}`,
    `  now       ${judgementText(now)}`,
  ].join('\n');
}

function judgementText({ taken, reason, verdict, program }: Difference['now']): string {
  const passes = verdict === null ? '' : verdict.passes ? ', passes' : ', fails';
  return `${taken ? `taken${passes}` : `refused${reason === null ? '' : `, ${reason}`}`} (${escaped(program)})`;
}

function countsText({ entries, judged, left, differences }: Rechecked): string {
  const counted = `${plural(entries, 'entry', 'entries')}, ${plural(judged, 'line')} judged once more, ${left} left out`;
  return differences === 0
    ? `the same: ${counted}`
    : `${plural(differences, 'line')} judged otherwise: ${counted}`;
}
