import { tokenArgument, tokenOf } from '../../act/token.ts';
import { tellCommit } from '../../act/told.ts';
import { actToolIn } from '../../act/tool.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import type { Verb } from '../../verb.ts';

/** `commit`: the frozen statement runs, once. */
export const commit: Verb = {
  name: 'commit',
  group: 'Act',
  uses: 'conversation',
  summary:
    'run exactly the statement that was confirmed, once; a repeat is told what came of it and runs nothing',
  about:
    'The done report goes to standard output. When the outcome is not known (exit code 3) nothing is sent again blindly: ' +
    'commit or reconcile settles it by the same key or a look-up where the executor can, else a person does.',
  arguments: [tokenArgument],
  exits: {
    0: 'executed as planned; a repeat too',
    1: 'refused for good, or not executed',
    3: 'undecided: it may have been executed, or something else than was planned was',
  },
  example: {
    command: 'hearback commit @readback.rw --key-file shop.key --ledger office.ledger',
    output: [
      'RW1 DN operator-2 re=release-1 from=operator to=release item=svc:api p=deploy out=OK env=PROD ver=1.4.2 prev=1.4.1 apref=CHG-7',
      'DONE: DEPLOY of svc:api (apref=CHG-7 env=PROD prev=1.4.1 ver=1.4.2): operator-2.',
    ].join('\n'),
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const token = await tokenOf(call, call.words[0] as string, room);
      tellCommit(call, await (await actToolIn(room)).commit({ token }));
    }),
};
