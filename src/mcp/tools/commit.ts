import { z } from 'zod';
import type { CommitOutcome } from '../../act/tool.ts';
import { parse } from '../../codec/index.ts';
import { escaped } from '../../text/shown.ts';
import { addressOf } from '../address.ts';
import { messageShape, outputOf, questionShape, verdictShape } from '../shapes.ts';
import { lineTold, refusedBy, verdictJson } from '../shown.ts';
import { statement, tokenOf } from '../token.ts';
import { type At, type Outcome, type Tool, tool, writes } from '../tool.ts';

/** `commit`: what was confirmed runs, once. */
export const commit: Tool = tool({
  name: 'commit',
  title: 'Run what was confirmed',
  about:
    'Runs exactly the frozen statement, once, and only after its sender has confirmed it. It takes nothing but the token: the values and the key of the act are the ledger’s. Repeated, it runs nothing and tells what came of it.',
  scope: 'commit',
  hints: { ...writes, destructiveHint: true, openWorldHint: true },
  input: z.strictObject({ token: statement }),
  output: outputOf(['executed', 'not-executed', 'unknown'], {
    repeat: z.boolean(),
    token: z.string(),
    report: messageShape.describe('The DN or FL, made of what really ran'),
    mismatch: z.boolean().describe('Something else ran than was planned'),
    verdict: verdictShape,
    cause: z.string(),
    settled_by: z.string().describe('What will settle an unknown outcome'),
    question: questionShape,
  }),
  run: async ({ token }, at) =>
    committed(await (await at.act()).commit({ token: await tokenOf(token, at) }), at),
});

async function committed(outcome: CommitOutcome, at: At): Promise<Outcome> {
  if (outcome.outcome === 'refused') return refusedBy(outcome, at.reading);
  const { token } = outcome;
  const message = escaped(outcome.message);
  if (outcome.outcome === 'unknown') {
    return {
      outcome: 'unknown',
      message,
      next: unknownNext[outcome.next],
      facts: {
        token,
        cause: outcome.cause,
        settled_by: outcome.next,
        ...(await asked(outcome.question, at)),
      },
    };
  }
  const { message: report, untrusted } = lineTold(outcome.line, at.reading, 'ledger');
  const facts = { token, repeat: outcome.repeat, report };
  if (outcome.outcome === 'not-executed')
    return {
      outcome: 'not-executed',
      message,
      next: 'Nothing was done, so it is safe to hand over again.',
      facts: { ...facts, cause: outcome.cause },
      untrusted,
    };
  const { mismatch, verdict } = outcome;
  return {
    outcome: 'executed',
    message,
    next: mismatch
      ? 'Something else ran than was planned: tell a person, and do nothing more about it yourself.'
      : 'Nothing is left to do: the report has gone to the sender.',
    facts: { ...facts, mismatch, verdict: verdictJson(verdict), ...(await asked(outcome.question, at)) },
    untrusted,
  };
}

const unknownNext: Readonly<Record<Extract<CommitOutcome, { outcome: 'unknown' }>['next'], string>> = {
  resend:
    'It may or may not have run: call commit again in a moment, which asks with the same key and runs nothing twice.',
  'look-up': 'It may or may not have run: call commit again in a moment, which looks it up.',
  wait: 'It may or may not have run: wait, then call commit again, which looks it up.',
  person: 'It may or may not have run: a person has to look; do not hand it over again.',
};

/** The question that waits about an outcome, and where a person answers it. */
async function asked(line: string | null, at: At): Promise<Readonly<Record<string, unknown>>> {
  const question = line === null ? null : parse(line, at.reading).message;
  if (question === null) return {};
  const { conversation } = await at.handle();
  const url = question.to === 'human' ? addressOf(at, conversation, question.id) : null;
  return { question: { id: question.id, url } };
}
