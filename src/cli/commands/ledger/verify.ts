import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `ledger verify`: the hash chain, recomputed. */
export const verify: Verb = {
  name: 'ledger verify',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'recompute the hash chain of every conversation; the first entry that does not hold is named',
  arguments: [],
  example: {
    command: 'hearback ledger verify --ledger office.ledger',
    output: 'holds: office.ledger',
  },
  run: (call) =>
    withLedger(call, async ({ ledger, location: { shown } }) => {
      const verified = await ledger.verify();
      tell(call, {
        json: { ledger: shown, ...verified },
        text: verified.holds
          ? `holds: ${escaped(shown)}`
          : `LEDGER NOT TRUSTED at entry ${verified.sequence} of ${escaped(verified.conversation)}: ${escaped(verified.why)}`,
        exit: verified.holds ? 0 : 1,
      });
    }),
};
