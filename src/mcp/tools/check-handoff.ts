import { z } from 'zod';
import { checkHandoff as check } from '../../checks/handoff.ts';
import { checkRelay } from '../../checks/relay.ts';
import { refusal } from '../answer.ts';
import { checked, checkOutput, recordOf } from '../checked.ts';
import { given, maybeMessageOf, messageOf } from '../given.ts';
import { looks, type Tool, tool } from '../tool.ts';

const then = {
  passes: 'Send it.',
  fails:
    'Do not send it: make it anew with make_handoff from the record, or ask whoever approved the record.',
};

/** `check_handoff`: a handoff before it is sent. */
export const checkHandoff: Tool = tool({
  name: 'check_handoff',
  title: 'Check a handoff before it is sent',
  about:
    'Compares an HO line with the approved record that it was made from or, at a relay, with the HO that was received. Give record or received, not both.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({
    ho: given,
    record: recordOf('The approved values by slot, item and ask among them').optional(),
    add: z.array(z.string()).describe('Execution slots that the HO adds to the record on purpose').optional(),
    received: given.optional().describe('The HO that was received, where this one forwards it'),
  }),
  output: checkOutput,
  run: async ({ ho: one, record, add = [], received: other }, at) => {
    const ho = await messageOf('ho', one, 'HO', at);
    const received = await maybeMessageOf('received', other, 'HO', at);
    const now = at.parts.now();
    if (received === undefined && record !== undefined)
      return checked('The handoff', check({ ho, record, add, now }), then);
    if (received !== undefined && record === undefined && add.length === 0)
      return checked('The handoff', checkRelay({ ho, received, now }), then);
    return refusal(
      'usage/argument',
      'A handoff is compared with one thing.',
      'Give record, with add if need be, or received.',
    );
  },
});
