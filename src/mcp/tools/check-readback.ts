import { z } from 'zod';
import { checkReadback as check } from '../../checks/readback.ts';
import { checked, checkOutput, criteria, recordOf } from '../checked.ts';
import { given, messageOf } from '../given.ts';
import { looks, type Tool, tool } from '../tool.ts';

const then = {
  passes: 'Answer it: call confirm where it carries a token, else go on.',
  fails: 'It is void: hand over again with re naming it, and do not confirm it.',
};

/** `check_readback`: a readback against its handoff. */
export const checkReadback: Tool = tool({
  name: 'check_readback',
  title: 'Check a readback against its handoff',
  about:
    'Compares an RB line with the HO that it answers in five tiers: receipt, digest, echo, comprehension, execution. roger: it arrived as sent. wilco: all that was asked holds.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({
    ho: given,
    rb: given,
    criteria: criteria.optional(),
    record: recordOf('Your approved values, for what the receiver filled in').optional(),
  }),
  output: checkOutput,
  run: async ({ ho, rb, criteria: kept, record }, at) => {
    const verdict = check({
      ho: await messageOf('ho', ho, 'HO', at),
      rb: await messageOf('rb', rb, 'RB', at),
      now: at.parts.now(),
      ...(kept === undefined ? {} : { kept }),
      ...(record === undefined ? {} : { record }),
    });
    const { roger, wilco } = verdict;
    return checked('The readback', verdict, then, { roger, wilco });
  },
});
