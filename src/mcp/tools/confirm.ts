import { z } from 'zod';
import { messageShape, outputOf, statementShape } from '../shapes.ts';
import { lineTold, refusedBy, statementJson } from '../shown.ts';
import { statement as statementInput, tokenOf } from '../token.ts';
import { type Tool, tool, writes } from '../tool.ts';

/** `confirm`: the sender's answer to a statement. */
export const confirm: Tool = tool({
  name: 'confirm',
  title: 'Confirm what would run',
  about:
    'Answers a statement as the sender of its handoff: Y lets exactly it run, anything else discards it. Compare every slot with your approved record first. Give the readback line where you have it: it has to be the one that the ledger holds.',
  scope: 'confirm',
  hints: { ...writes, destructiveHint: true },
  input: z.strictObject({
    statement: statementInput,
    answer: z.string().describe('Y, N, or an answer of the profile; Y unless given').optional(),
  }),
  output: outputOf(['confirmed', 'declined'], {
    repeat: z.boolean(),
    statement: statementShape,
    answer: messageShape,
  }),
  run: async ({ statement: given, answer = 'Y' }, at) => {
    const outcome = await (await at.act()).confirm({ token: await tokenOf(given, at), answer });
    if (outcome.outcome === 'refused') return refusedBy(outcome, at.reading);
    const { repeat, line, statement } = outcome;
    const { message, untrusted } = lineTold(line, at.reading, 'ledger');
    const isClear = outcome.outcome === 'confirmed';
    return {
      outcome: outcome.outcome,
      message: isClear
        ? 'It is confirmed, and was not executed yet.'
        : 'It is declined: nothing will be executed.',
      next: isClear
        ? 'Wait for the DN in your inbox, and check it with check_done.'
        : 'Hand over again if it is still wanted.',
      facts: { repeat, statement: statementJson(statement), answer: message },
      untrusted,
    };
  },
});
