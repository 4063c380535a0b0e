import { conversationOf, withReader } from '../../ledger/conversation.ts';
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
    output: 'nothing is open in main',
  },
  run: (call) =>
    withReader(call, async ({ opened, handle, now }) => {
      const handoffs = await handle.open();
      for (const handoff of handoffs) tell(call, { json: { ...handoff }, text: openText(handoff, now) });
      if (handoffs.length === 0 && !call.options.has('json')) {
        tell(call, { json: {}, text: `nothing is open in ${conversationOf(call, opened)}` });
      }
    }),
};
