import { escaped } from '../../../text/shown.ts';
import { actToolIn } from '../../act/tool.ts';
import { withReader } from '../../ledger/conversation.ts';
import { openText } from '../../ledger/handoff-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `open`: what is not closed. */
export const open: Verb = {
  name: 'open',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'handoffs that are not closed, oldest first: who has them, how old they are, and their statements',
  about: 'With --json there is one object for each handoff.',
  arguments: [],
  example: {
    command: 'hearback open --ledger office.ledger',
    output: 'ops-1  OPEN  FIX jira:OPS-77  ops to builder, ops has it  2 s old',
  },
  run: (call) =>
    withReader(call, async (room) => {
      const { handle } = room;
      const tool = await actToolIn(room);
      const handoffs = await handle.open();
      for (const handoff of handoffs) {
        const { statement: live } = handoff;
        const statement = live === null ? null : await tool.show({ token: live.token });
        tell(call, { json: { ...handoff, statement }, text: openText(handoff, statement) });
      }
      if (handoffs.length === 0 && !call.options.has('json')) {
        tell(call, { json: {}, text: `nothing is open in ${escaped(handle.conversation)}` });
      }
    }),
};
