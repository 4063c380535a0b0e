import { z } from 'zod';
import { outputOf, statementShape } from '../shapes.ts';
import { refusedBy, statementJson } from '../shown.ts';
import { statement as statementInput, tokenOf } from '../token.ts';
import { type Tool, tool, writes } from '../tool.ts';

/** `abandon`: a statement is discarded. */
export const abandon: Tool = tool({
  name: 'abandon',
  title: 'Discard a statement',
  about:
    'Discards a statement that you prepared and that nothing has run of. Its handoff stays yours, and can be prepared again.',
  scope: 'prepare',
  hints: writes,
  input: z.strictObject({ token: statementInput }),
  output: outputOf(['abandoned'], { statement: statementShape }),
  run: async ({ token }, at) => {
    const outcome = await (await at.act()).abandon({ token: await tokenOf(token, at) });
    if (outcome.outcome === 'refused') return refusedBy(outcome, at.reading);
    return {
      outcome: 'abandoned',
      message: 'The statement is discarded, and nothing was executed.',
      next: 'Call prepare again, dispute, or leave the handoff to be cancelled.',
      facts: { statement: statementJson(outcome.statement) },
    };
  },
});
