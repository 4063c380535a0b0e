import { z } from 'zod';
import type { OpenQuestion } from '../../ledger/questions.ts';
import { addressOf } from '../address.ts';
import { handoffShape, outputOf, questionShape, statementShape } from '../shapes.ts';
import { openJson, statementJson } from '../shown.ts';
import { type At, looks, type Tool, tool } from '../tool.ts';

const most = 50;

const waitingShape = questionShape.extend({
  re: z.string().nullable(),
  item: z.string().nullable(),
  ...{ from: z.string(), to: z.string(), age_seconds: z.number() },
});

/** `open`: what is not closed. */
export const open: Tool = tool({
  name: 'open',
  title: 'See what is open',
  about:
    'Handoffs that are not closed: who has them, how old they are, and the statement of each with its token and what to do about it. UNKNOWN means that nobody knows yet whether it ran. Then the questions that wait for their answer.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({ handoff: z.string().describe('This handoff alone').optional() }),
  output: outputOf(['read'], {
    count: z.number(),
    handoffs: z.array(z.object({ handoff: handoffShape, statement: statementShape.nullable() })),
    questions: z.array(waitingShape),
  }),
  run: async ({ handoff: only }, at) => {
    const handle = await at.handle();
    const all = (await handle.open()).filter(({ id }) => only === undefined || id === only);
    const limit = only === undefined ? most : Number.POSITIVE_INFINITY;
    const asked = (await handle.questions({ limit }))
      .filter((one) => only === undefined || one.handoff === only)
      .slice(0, most);
    const act = await at.act();
    const handoffs = await Promise.all(
      all.slice(0, most).map(async (one) => {
        const statement = one.statement === null ? null : await act.show({ token: one.statement.token });
        return { handoff: openJson(one), statement: statement === null ? null : statementJson(statement) };
      }),
    );
    const waits = asked.length === 0 ? '' : `, questions that wait: ${asked.length}`;
    return {
      outcome: 'read',
      message:
        all.length === 0 && waits === ''
          ? 'Nothing is open.'
          : `Handoffs that are open: ${all.length}${waits}.`,
      next: nextOf(all.length, asked.length),
      facts: {
        ...{ count: all.length, handoffs },
        questions: asked.map((one) => questionJson(one, handle.conversation, at)),
      },
    };
  },
});

function nextOf(handoffs: number, questions: number): string {
  if (handoffs > 0) return 'Do what the notice of each statement says, where it is yours.';
  if (questions > 0) return 'Give a person the address of theirs; answers come to the inbox of who asked.';
  return 'Nothing has to be done.';
}

/** A question by what is typed of it: its words are told with the line, in the inbox of whom it is put to and in the thread. */
function questionJson(question: OpenQuestion, conversation: string, at: At): object {
  const { id, re, item, from, to, age } = question;
  const url = to === 'human' ? addressOf(at, conversation, id) : null;
  return { id, url, re, item, from, to, age_seconds: Math.floor(age / 1_000) };
}
