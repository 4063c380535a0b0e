import { z } from 'zod';
import type { AnyMessage } from '../../codec/index.ts';
import { refusal } from '../answer.ts';
import { ask, messageUnder, speakerAbout } from '../question.ts';
import { messageShape, outputOf, questionShape, statementShape } from '../shapes.ts';
import { refusedBy, statementJson } from '../shown.ts';
import { type At, type Tool, tool, writes } from '../tool.ts';

/** `dispute`: a doubt about a readback that code composed becomes a question. */
export const dispute: Tool = tool({
  name: 'dispute',
  title: 'Ask about a doubt',
  about:
    'Turns a doubt about a handoff, or about a readback that was composed for it, into a question to the other side, or to a person. A statement of yours that waits under it is discarded first, so that nothing runs on a doubt.',
  scope: 'send',
  hints: writes,
  input: z.strictObject({
    about: z.string().describe('The id of the handoff, or of the readback'),
    doubt: z.string().min(1).describe('What looks wrong, in one or two sentences, at most 300 characters'),
    to_human: z.boolean().describe('Ask a person in place of the other side').optional(),
  }),
  output: outputOf(['asked', 'answered'], {
    question: questionShape,
    answer: messageShape,
    discarded: statementShape,
  }),
  run: async ({ about: id, doubt, to_human: toHuman = false }, at) => {
    const handle = await at.handle();
    const about = await messageUnder(id, handle, at);
    if (about.type !== 'HO' && about.type !== 'RB')
      return refusal(
        'wrong-type',
        `${id} is of type ${about.type}.`,
        'Give the id of a handoff or of a readback.',
      );
    const from = speakerAbout(about, handle);
    const discarded = await discard(about, at);
    if (discarded !== null && 'reason' in discarded) return refusedBy(discarded, at.reading);
    const other = about.from === from ? about.to : about.from;
    const to = toHuman ? 'human' : other;
    const asked = await ask({ about, item: about.item as string, from, to, words: doubt }, handle, at);
    return discarded === null
      ? asked
      : { ...asked, facts: { ...asked.facts, discarded: statementJson(discarded) } };
  },
});

/** Discards the caller's own statement under the handoff, where one still waits. */
async function discard(about: AnyMessage, at: At) {
  const handle = await at.handle();
  const id = about.type === 'HO' ? about.id : about.re;
  const statement = (await handle.open()).find((one) => one.id === id)?.statement ?? null;
  const waits = statement?.state === 'PREPARED' || statement?.state === 'CONFIRMED';
  if (statement === null || !waits || statement.principal !== handle.principal) return null;
  const outcome = await (await at.act()).abandon({ token: statement.token });
  return outcome.outcome === 'refused' ? outcome : outcome.statement;
}
