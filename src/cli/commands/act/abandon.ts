import { tokenArgument, tokenOf } from '../../act/token.ts';
import { tellRefused } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `abandon`: a statement is discarded. */
export const abandon: Verb = {
  name: 'abandon',
  group: 'Act',
  uses: 'conversation',
  summary:
    'discard a statement that you prepared and that has not been claimed; its handoff can be prepared again',
  arguments: [tokenArgument],
  example: {
    command: 'hearback abandon @readback.rw --key-file shop.key --ledger office.ledger',
    output: [
      'refused, settled: DONE: DEPLOY of svc:api (apref=CHG-7 env=PROD prev=1.4.1 ver=1.4.2): operator-2.',
    ].join('\n'),
    exit: 1,
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const token = await tokenOf(call, call.words[0] as string, room);
      const outcome = await (await actToolIn(room)).abandon({ token });
      if (outcome.outcome === 'refused') return tellRefused(call, outcome);
      tell(call, { json: { ...outcome }, text: `abandoned: ${token}. Nothing was executed.` });
    }),
};
