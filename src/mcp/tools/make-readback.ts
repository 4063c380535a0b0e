import { z } from 'zod';
import { encode } from '../../codec/index.ts';
import { advice } from '../advice.ts';
import { findings, refusal } from '../answer.ts';
import { messageShape, outputOf } from '../shapes.ts';
import { ownTold } from '../shown.ts';
import { type Tool, tool, writes } from '../tool.ts';

/** `make_readback`: the readback of a handoff that arrived. */
export const makeReadback: Tool = tool({
  name: 'make_readback',
  title: 'Make the readback of a handoff',
  about:
    'Composes the RB line of a handoff to you, by its id, out of what really arrived. What you understood of a brief comes from you: acc, do. For an act that cannot be undone call prepare instead. If something about it looks wrong, call dispute.',
  scope: 'read',
  hints: { ...writes, idempotentHint: false },
  input: z.strictObject({
    handoff: z.string().describe('The id of the handoff'),
    acc: z
      .array(z.string())
      .describe('The criteria that you read out of the brief, each as key:value')
      .optional(),
    do: z.string().describe('What you will produce, as one word without blanks').optional(),
    eta: z.string().describe('The day on which it will be there, YYYYMMDD').optional(),
    set: z
      .record(z.string(), z.unknown())
      .describe('Values of further slots: those the handoff leaves open, not, asm, exp')
      .optional(),
  }),
  output: outputOf(['composed'], {
    said: messageShape,
    open: z.array(z.string()).describe('Slots that nobody has said'),
  }),
  run: async ({ handoff, acc, do: work, eta, set }, at) => {
    const handle = await at.handle();
    const made = await handle.makeReadback(handoff, {
      ...(acc === undefined ? {} : { acc }),
      ...(work === undefined ? {} : { do: work }),
      ...(eta === undefined ? {} : { eta }),
      ...(set === undefined ? {} : { set }),
    });
    if (made.outcome === 'refused') return refusal(made.reason, made.message, advice[made.reason]);
    const { message, open, diagnostics } = made;
    const found = findings(diagnostics);
    if (message === null) {
      const next =
        open.length > 0
          ? 'Give the open slots as acc, do or set, out of what you really know; guess none.'
          : 'See to the findings, or call dispute.';
      return refusal('not-composed', 'The readback is not whole.', next, { open, findings: found });
    }
    const { json, untrusted } = ownTold(message, encode(message));
    const isGuarded = (await handle.show(handoff))?.handoff?.guarded ?? false;
    return {
      outcome: 'composed',
      message: `${message.id} is composed and not sent.`,
      next: isGuarded
        ? 'Call prepare with the handoff in place of sending this: only what prepare freezes and reads back can be confirmed and run.'
        : 'Call send with this line if all of it is right, else dispute.',
      facts: { said: json, open, findings: found },
      untrusted,
    };
  },
});
