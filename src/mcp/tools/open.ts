import { z } from 'zod';
import { handoffShape, outputOf, statementShape } from '../shapes.ts';
import { openJson, statementJson } from '../shown.ts';
import { looks, type Tool, tool } from '../tool.ts';

const most = 50;

/** `open`: what is not closed. */
export const open: Tool = tool({
  name: 'open',
  title: 'See what is open',
  about:
    'Handoffs that are not closed: who has them, how old they are, and the statement of each with its token and what to do about it. UNKNOWN means that nobody knows yet whether it ran.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({ handoff: z.string().describe('This handoff alone').optional() }),
  output: outputOf(['read'], {
    count: z.number(),
    handoffs: z.array(z.object({ handoff: handoffShape, statement: statementShape.nullable() })),
  }),
  run: async ({ handoff: only }, at) => {
    const all = (await (await at.handle()).open()).filter(({ id }) => only === undefined || id === only);
    const act = await at.act();
    const handoffs = await Promise.all(
      all.slice(0, most).map(async (one) => {
        const statement = one.statement === null ? null : await act.show({ token: one.statement.token });
        return { handoff: openJson(one), statement: statement === null ? null : statementJson(statement) };
      }),
    );
    return {
      outcome: 'read',
      message: all.length === 0 ? 'Nothing is open.' : `${all.length} handoffs are open.`,
      next:
        all.length === 0
          ? 'Nothing has to be done.'
          : 'Do what the notice of each statement says, where it is yours.',
      facts: { count: all.length, handoffs },
    };
  },
});
