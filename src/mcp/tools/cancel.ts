import { z } from 'zod';
import { cancelHandoff, cancelReasons } from '../../ledger/cancel.ts';
import { advice } from '../advice.ts';
import { findings, refusal } from '../answer.ts';
import { messageUnder } from '../question.ts';
import { handoffShape, messageShape, outputOf } from '../shapes.ts';
import { handoffJson, ownTold } from '../shown.ts';
import { type Tool, tool, writes } from '../tool.ts';
import { sentOutcome } from './send.ts';

/** `cancel`: a handoff is taken back. */
export const cancel: Tool = tool({
  name: 'cancel',
  title: 'Take a handoff back',
  about:
    'Takes a handoff of yours back with a CX line; what waits to run under it is discarded. An act that was sent already is not called back: what comes of it answers the cancel.',
  scope: 'send',
  hints: { ...writes, destructiveHint: true },
  input: z.strictObject({
    handoff: z.string().describe('The id of the handoff'),
    why: z.enum(cancelReasons).describe('REVOKED unless given').optional(),
    tail: z.string().describe('Free text for a reader').optional(),
  }),
  output: outputOf(['cancelled', 'too-late', 'accepted', 'exists', 'declined'], {
    repeat: z.boolean(),
    said: messageShape,
    handoff: handoffShape,
  }),
  run: async ({ handoff: id, why = 'REVOKED', tail }, at) => {
    const { profiles } = at.parts;
    const handle = await at.handle();
    const came = await cancelHandoff(handle, {
      handoff: id,
      why,
      profiles,
      ...(tail === undefined ? {} : { tail }),
    });
    switch (came.outcome) {
      case 'refused':
        return refusal(came.reason, came.message, advice[came.reason]);
      case 'not-composed':
        return refusal('not-composed', 'The cancel is no line.', 'Mend the tail.', {
          findings: findings(came.diagnostics),
        });
      case 'not-taken':
        return sentOutcome(came.sent, at);
      default: {
        const { outcome, repeat, line, handoff } = came;
        const { json, untrusted } = ownTold(await messageUnder(handoff.cancel ?? '', handle, at), line);
        const isLate = outcome === 'too-late';
        return {
          outcome,
          message: isLate
            ? 'Too late: it was sent already; the cancel is kept.'
            : 'The handoff is taken back.',
          next: isLate
            ? 'Wait for what comes of it in your inbox; to reverse it then, hand over an UNDO with its DN as ctx.'
            : 'Nothing is left to do.',
          facts: { repeat, said: json, handoff: handoffJson(handoff) },
          untrusted,
        };
      }
    }
  },
});
