import { z } from 'zod';
import type { Prepared, Values } from '../../act/tool.ts';
import { parse } from '../../codec/index.ts';
import { escaped } from '../../text/shown.ts';
import { addressOf } from '../address.ts';
import { messageUnder } from '../question.ts';
import {
  handoffShape,
  messageShape,
  outputOf,
  questionShape,
  statementShape,
  verdictShape,
} from '../shapes.ts';
import { handoffJson, lineTold, refusedBy, statementJson, verdictJson } from '../shown.ts';
import { type At, type Outcome, type Tool, tool, writes } from '../tool.ts';

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const values = (about: string): z.ZodType<Values> => z.record(z.string(), value).describe(about);

/** `prepare`: the call of a handoff, frozen and read back. */
export const prepare: Tool = tool({
  name: 'prepare',
  title: 'Freeze an act and read it back',
  about:
    'Freezes what a handoff to you asks for under a token, and reads it back to its sender. Nothing is executed. What the handoff leaves open comes from the records of the server; a value that contradicts the handoff becomes a question. Repeated, it tells of the same statement.',
  scope: 'prepare',
  hints: { ...writes, openWorldHint: true },
  input: z.strictObject({
    handoff: z.string().describe('The id of the handoff'),
    call: values(
      'The values that you would act with, slot by slot, to be compared with the handoff',
    ).optional(),
    readback: values(
      'What you say of your own where understanding is asked for: acc, do, not, asm, eta',
    ).optional(),
    exp: z
      .string()
      .describe('The last moment to confirm and start, YYYYMMDDTHHMMZ; never later than the handoff’s')
      .optional(),
    dry_run: z.boolean().describe('Go to the statement and write nothing').optional(),
  }),
  output: outputOf(['prepared', 'dry-run', 'held', 'question'], {
    token: z.string(),
    repeat: z.boolean(),
    statement: statementShape,
    readback: messageShape,
    verdict: verdictShape,
    handoff: handoffShape,
    notes: z.array(z.string()).describe('What the executor cannot promise'),
    question: questionShape,
    asked: messageShape,
    contradictions: z.array(
      z.object({ slot: z.string(), sent: z.string(), resolved: z.string(), source: z.string() }),
    ),
  }),
  run: async ({ handoff, call, readback, exp, dry_run: dryRun = false }, at) => {
    const act = await at.act();
    const outcome = await act.prepare({
      ...{ handoff, dryRun },
      ...(call === undefined ? {} : { call }),
      ...(readback === undefined ? {} : { readback }),
      ...(exp === undefined ? {} : { exp }),
    });
    if (outcome.outcome !== 'dry-run') return preparedTold(outcome, at);
    const would = await preparedTold(outcome.would, at);
    return would.isError === true ? would : { ...would, ...dry(would), facts: factsOfDry(would) };
  },
});

/** What prepare came to. */
async function preparedTold(outcome: Prepared, at: At): Promise<Outcome> {
  switch (outcome.outcome) {
    case 'prepared': {
      const { token, repeat, line, statement, verdict, notes, handoff } = outcome;
      const { message: readback, untrusted } = lineTold(line, at.reading, 'ledger');
      const sent = await messageUnder(handoff.id, await at.handle(), at);
      const names = ([sent.slots['art'] ?? []].flat() as readonly string[]).map(String);
      const ofSender = notes.filter((note) => names.some((name) => note.includes(name)));
      return {
        outcome: 'prepared',
        message: `${repeat ? 'It was frozen before' : 'It is frozen'}; nothing was executed.`,
        next: `Wait until ${handoff.from} has confirmed ${statement.readback}, which comes to your inbox, then call commit with the token.`,
        facts: {
          ...{ token, repeat, statement: statementJson(statement), readback, verdict: verdictJson(verdict) },
          ...{
            handoff: handoffJson(handoff),
            notes: notes.filter((note) => !ofSender.includes(note)).map(escaped),
          },
        },
        untrusted: [
          ...untrusted,
          ...ofSender.map((text) => ({ in: 'a note about an artifact', by: sent.from, text })),
        ],
      };
    }
    case 'held': {
      const { message: readback, untrusted } = lineTold(outcome.line, at.reading, 'ledger');
      return {
        outcome: 'held',
        message:
          'The readback fails against what the sender kept; the statement was discarded and nothing was executed.',
        next: `Leave it to ${outcome.handoff.from}, who hands over again.`,
        facts: { readback, verdict: verdictJson(outcome.verdict), handoff: handoffJson(outcome.handoff) },
        untrusted,
      };
    }
    case 'question':
      return questionTold(outcome, at);
    case 'refused':
      return refusedBy(outcome, at.reading);
    default:
      return outcome satisfies never;
  }
}

async function questionTold(
  { line, contradictions, repeat }: Extract<Prepared, { outcome: 'question' }>,
  at: At,
): Promise<Outcome> {
  const { message: asked, untrusted } = lineTold(line, at.reading, 'ledger');
  const { id = '', to = '' } = parse(line, at.reading).message ?? {};
  const { conversation } = await at.handle();
  const url = to === 'human' ? addressOf(at, conversation, id) : null;
  return {
    outcome: 'question',
    message: `What would run differs from the handoff, so ${to} was asked; nothing was frozen.`,
    next: 'Wait for the answer in your inbox, then call prepare again; do not choose a value yourself.',
    facts: {
      ...{ repeat, asked, question: { id, url } },
      contradictions: contradictions.map(({ slot, sent, resolved, source }) => ({
        slot,
        sent,
        resolved,
        source,
      })),
    },
    untrusted,
    ...(to === 'human' ? { waiting: { id, url, isNew: !repeat } } : {}),
  };
}

function dry({ outcome, message }: Outcome): Pick<Outcome, 'outcome' | 'message' | 'next'> {
  return {
    outcome: 'dry-run',
    message: `Nothing was written. It would have come to ${outcome}: ${message}`,
    next: 'Call prepare without dry_run when it is what you want.',
  };
}

/** Ids and token of a dry run are nobody's. */
function factsOfDry({ facts = {} }: Outcome): Readonly<Record<string, unknown>> {
  const { token: _, question: __, ...rest } = facts;
  return rest;
}
