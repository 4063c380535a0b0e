import { z } from 'zod';
import type { Verdict } from '../diagnostic/verdict.ts';
import type { Untrusted } from '../reply/shown-message.ts';
import { findings } from './answer.ts';
import { outputOf } from './shapes.ts';
import type { Outcome } from './tool.ts';

/** The output schema of a check. */
export const checkOutput: z.ZodObject = outputOf(['passes', 'fails'], {
  roger: z.boolean().describe('It arrived as it was sent'),
  wilco: z.boolean().describe('All that was asked for holds'),
});

/** What a check found: whether it passes, why not, and what to do either way. */
export function checked(
  what: string,
  { passes, diagnostics }: Verdict,
  then: { readonly passes: string; readonly fails: string },
  facts: Readonly<Record<string, unknown>> = {},
  untrusted: readonly Untrusted[] = [],
): Outcome {
  return {
    outcome: passes ? 'passes' : 'fails',
    message: `${what} ${passes ? 'passes' : 'fails'}.`,
    next: passes ? then.passes : then.fails,
    facts: { ...facts, findings: findings(diagnostics) },
    untrusted,
  };
}

/** Approved values by slot, as written on a line. */
export const recordOf = (about: string): z.ZodType<Readonly<Record<string, unknown>>> =>
  z.record(z.string(), z.unknown()).describe(about);

/** Criteria, each as key:value. */
export const criteria: z.ZodType<readonly string[]> = z
  .array(z.string())
  .describe('The criteria that you kept to yourself, each as key:value');
