import { z } from 'zod';
import { digest } from '../../codec/index.ts';
import { shownMessage } from '../../reply/shown-message.ts';
import { findings } from '../answer.ts';
import { given, readGiven } from '../given.ts';
import { findingsShape, messageShape, outputOf } from '../shapes.ts';
import { looks, type Tool, tool } from '../tool.ts';

/** `validate`: whether a line is one. */
export const validate: Tool = tool({
  name: 'validate',
  title: 'Validate a line',
  about:
    'Reads one RW1 line, or its JSON twin, and says whether it is valid, what it says slot by slot, and its digest h. Call it before you hand on a line that you wrote by hand.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({ line: given }),
  output: outputOf(['valid', 'invalid'], { said: messageShape, h: z.string(), findings: findingsShape }),
  run: async ({ line }, at) => {
    const { message, diagnostics } = await readGiven(line, at);
    const found = findings(diagnostics);
    if (message === null) {
      return {
        outcome: 'invalid',
        message: 'The line is refused.',
        next: 'Mend it as the findings say; a code that is not listed is never guessed.',
        facts: { findings: found },
      };
    }
    const { message: said, untrusted } = shownMessage(message);
    return {
      outcome: 'valid',
      message: `It is a valid ${message.type} of ${message.from} to ${message.to}.`,
      next: diagnostics.length === 0 ? 'Go on with it.' : 'Look at the findings, then go on with it.',
      facts: { said, h: digest(message), findings: found },
      untrusted,
    };
  },
});
