import { z } from 'zod';
import { encode } from '../../codec/index.ts';
import type { KeptVerdict, Sent } from '../../ledger/ledger.ts';
import { advice } from '../advice.ts';
import { findings, refusal } from '../answer.ts';
import { criteria, recordOf } from '../checked.ts';
import { given, readGiven } from '../given.ts';
import { handoffShape, messageShape, outputOf, verdictShape } from '../shapes.ts';
import { handoffJson, lineTold, verdictJson } from '../shown.ts';
import { type At, type Outcome, Refusing, type Tool, tool, writes } from '../tool.ts';

/** `send`: a line into the ledger. */
export const send: Tool = tool({
  name: 'send',
  title: 'Send a line',
  about:
    'Appends a line to the ledger: judged, stamped with your principal, and kept, a refused one too. With a handoff for an act that cannot be undone give the approved record. The same line under the same id is taken once. An answer (AN) needs the scope confirm.',
  scope: 'send',
  hints: writes,
  input: z.strictObject({
    line: given.describe('The line, or its JSON twin'),
    record: recordOf('The approved values that the handoff was made from').optional(),
    add: z
      .array(z.string())
      .describe('Execution slots that the handoff adds to the record on purpose')
      .optional(),
    withheld: recordOf('Approved values that the handoff leaves open, for the receiver to find').optional(),
    criteria: criteria.optional(),
    only_recorded: z
      .boolean()
      .describe('A readback may fill in no value that you did not approve')
      .optional(),
    readback_by: z.string().describe('When it has to be read back, YYYYMMDDTHHMMZ').optional(),
    close_when_expired: z.boolean().describe('Let the ledger cancel it once its exp has passed').optional(),
  }),
  output: outputOf(['accepted', 'exists', 'declined'], {
    id: z.string(),
    verdict: verdictShape,
    handoff: handoffShape,
    written: z.array(messageShape).describe('Lines that the ledger wrote because of it'),
  }),
  run: async (
    { line, only_recorded: onlyRecorded, readback_by: readbackBy, close_when_expired: closes, ...kept },
    at,
  ) => {
    const text = await textOf(line, at);
    const sent = await (await at.handle()).send(text, {
      ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
      ...(onlyRecorded === undefined ? {} : { onlyRecorded }),
      ...(readbackBy === undefined ? {} : { readbackBy }),
      ...(closes === undefined ? {} : { closeWhenExpired: closes }),
    });
    return sentOutcome(sent, at);
  },
});

/** The line to send. An answer may clear an act, by whatever tool it is written (T15), and nobody knows what a line says that has no type. */
async function textOf(one: Parameters<typeof readGiven>[0], at: At): Promise<string> {
  const { message, type, line, diagnostics } = await readGiven(one, at);
  if ((type === 'AN' || (type === null && line !== null)) && !at.may.has('confirm')) {
    const next = 'Leave the answer to an agent that may confirm.';
    throw new Refusing(refusal('scope', 'An answer needs the scope confirm, which you do not have.', next));
  }
  if (line !== null) return line;
  if (message !== null) return encode(message);
  const found = { findings: findings(diagnostics) };
  throw new Refusing(
    refusal('unreadable', 'The message is refused, and was not sent.', advice.unreadable, found),
  );
}

/** What became of a line. */
export function sentOutcome(sent: Sent, at: At): Outcome {
  if (sent.outcome === 'refused') {
    const { reason, message, diagnostics, answer } = sent;
    const by = lineTold(answer, at.reading, 'ledger');
    return {
      ...refusal(reason, message, advice[reason], {
        findings: findings(diagnostics),
        ...(by.message === null ? {} : { answered_by: by.message }),
      }),
      untrusted: by.untrusted,
    };
  }
  const { outcome, id, verdict, handoff, written } = sent;
  const lines = written.map((line) => lineTold(line, at.reading, 'ledger'));
  return {
    outcome,
    message: `${id} ${said[outcome]}.`,
    next: nextOf(outcome, verdict),
    facts: {
      id,
      ...(verdict === null ? {} : { verdict: verdictJson(verdict) }),
      ...(handoff === null ? {} : { handoff: handoffJson(handoff) }),
      written: lines.flatMap(({ message }) => (message === null ? [] : [message])),
    },
    untrusted: lines.flatMap(({ untrusted }) => untrusted),
  };
}

const said = {
  accepted: 'was taken',
  exists: 'was there before',
  declined: 'was declined as too many',
} as const;

function nextOf(outcome: keyof typeof said, verdict: KeptVerdict | null): string {
  if (outcome === 'declined') return 'Close what you have open, then send it under a new id.';
  if (verdict?.passes === false)
    return 'It fails its check: it is void, so send a better one under a new id.';
  return 'Go on; what answers it comes to your inbox.';
}
