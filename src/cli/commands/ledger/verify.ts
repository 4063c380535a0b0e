import type { Sound, Verified } from '../../../ledger/proof/verify.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { headsOptions, heldAgainst } from '../../ledger/signed-heads.ts';
import { soundText } from '../../ledger/sound-text.ts';
import { tell } from '../../ledger/tell.ts';
import { progressOn } from '../../progress.ts';
import type { Verb } from '../../verb.ts';

/** `ledger verify`: the hash chain, recomputed. */
export const verify: Verb = {
  name: 'ledger verify',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'recompute the hash chain of every conversation: the first bad entry, or what cannot be excluded',
  about:
    'A chain shows that nothing within it was changed, moved or left out. That an end was cut off, or the whole written ' +
    'anew, shows only against heads that were signed (ledger head) and kept on another machine.',
  arguments: [],
  options: {
    ...headsOptions,
    'without-kept': {
      about: 'what senders kept to themselves is not here: a ledger from an export without it',
    },
  },
  example: {
    command: 'hearback ledger verify --ledger office.ledger | head -n 1',
    output: 'holds: office.ledger, 0 conversations, 0 entries',
  },
  run: (call) =>
    withLedger(call, async ({ ledger, location: { shown } }) => {
      const progress = progressOn(call.world.err, 'verifying', undefined, { unit: 'entries' });
      const withoutKept = call.options.has('without-kept');
      const verified = await ledger.verify({ ...heldAgainst(call), withoutKept, onRead: progress.advance });
      progress.clear();
      tell(call, {
        json: { ledger: shown, ...verified },
        text: verified.holds ? soundText(`holds: ${escaped(shown)}`, verified) : badText(verified),
        exit: verified.holds ? 0 : 1,
      });
    }),
};

function badText({ conversation, sequence, why }: Exclude<Verified, Sound>): string {
  return [
    `LEDGER NOT TRUSTED at entry ${sequence} of ${escaped(conversation)}: ${escaped(why)}.`,
    'Restore a backup beside it, verify that one, and compare what ran since with the executor’s own records.',
  ].join('\n');
}
