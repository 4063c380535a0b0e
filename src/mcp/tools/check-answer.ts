import { z } from 'zod';
import { checkAnswer as check } from '../../checks/answer.ts';
import { checked, checkOutput } from '../checked.ts';
import { given, messageOf } from '../given.ts';
import { looks, type Tool, tool } from '../tool.ts';

const then = {
  passes: 'Go by the answer.',
  fails: 'It is no answer to that question: ask again, and go by nothing that it says.',
};

/** `check_answer`: an answer against its question. */
export const checkAnswer: Tool = tool({
  name: 'check_answer',
  title: 'Check an answer against its question',
  about: 'Says whether an AN line answers an AQ line: from whom was asked, in the shape that was asked for.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({ aq: given, an: given }),
  output: checkOutput,
  run: async ({ aq, an }, at) =>
    checked(
      'The answer',
      check({ aq: await messageOf('aq', aq, 'AQ', at), an: await messageOf('an', an, 'AN', at) }),
      then,
    ),
});
