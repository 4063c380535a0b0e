import { z } from 'zod';
import { encode } from '../../codec/index.ts';
import { makeHandoff as make } from '../../compose/index.ts';
import { findings, refusal } from '../answer.ts';
import { recordOf } from '../checked.ts';
import { messageShape, outputOf } from '../shapes.ts';
import { ownTold } from '../shown.ts';
import { type At, Refusing, type Tool, tool, writes } from '../tool.ts';

/** `make_handoff`: the handoff of an approved record. */
export const makeHandoff: Tool = tool({
  name: 'make_handoff',
  title: 'Make a handoff from an approved record',
  about:
    'Composes the HO line of an approved record, so that no value changes on the way, under an id that the ledger gives out. Nothing is sent. Use it in place of writing the line by hand.',
  scope: 'read',
  isPure: true,
  hints: { ...writes, idempotentHint: false },
  input: z.strictObject({
    record: recordOf(
      'The approved values as written on a line: from, to, item, ask, p and the slots of the act',
    ),
    set: recordOf(
      'Slots that the record lacks, such as due or exp; none may say otherwise than it',
    ).optional(),
    tail: z.string().describe('Free text for a reader; nothing acts on it').optional(),
  }),
  output: outputOf(['composed'], { said: messageShape }),
  run: async ({ record, set, tail }, at) => {
    const id = await idOf(record['from'] ?? set?.['from'], at);
    const { message, diagnostics } = make({
      ...{ record, profiles: at.parts.profiles },
      ...(set === undefined ? {} : { set }),
      ...(tail === undefined ? {} : { tail }),
      ...(id === undefined ? {} : { id }),
    });
    const found = findings(diagnostics);
    if (message === null)
      return refusal('not-composed', 'The record makes no handoff.', 'Mend it as the findings say.', {
        findings: found,
      });
    const { json, untrusted } = ownTold(message, encode(message));
    return {
      outcome: 'composed',
      message: `${message.id} is composed and not sent.`,
      next: 'Call send with this line and the same record.',
      facts: { said: json, findings: found },
      untrusted,
    };
  },
});

/** The next id of the sender, which has to be an agent of the caller; without a ledger the composer finds one. */
async function idOf(from: unknown, at: At): Promise<string | undefined> {
  if (at.parts.ledger === null || typeof from !== 'string') return undefined;
  const handle = await at.handle();
  if (handle.agents.includes(from)) return handle.nextId(from);
  throw new Refusing(
    refusal(
      'identity',
      `You do not speak as ${from}: your agents are ${handle.agents.join(', ')}.`,
      'Make it in the name of an agent that is yours, or leave it to the other.',
    ),
  );
}
