import { z } from 'zod';
import { checkDone as check } from '../../checks/done.ts';
import { shown } from '../../text/shown.ts';
import { refusal } from '../answer.ts';
import { checked, checkOutput, criteria, recordOf } from '../checked.ts';
import { given, isId, maybeMessageOf, messageOf } from '../given.ts';
import { type At, looks, type Outcome, type Tool, tool } from '../tool.ts';

const then = {
  passes: 'It was done as planned.',
  fails:
    'Do not take it as done: ask what ran, and hand over an UNDO with the DN as ctx if something else was executed.',
};

/** `check_done`: a done report against the plan. */
export const checkDone: Tool = tool({
  name: 'check_done',
  title: 'Check a done report against the plan',
  about:
    'Compares what was executed with what was agreed. By the id of the handoff alone it goes by the ledger: a report of an act that nobody executed fails, whatever it says. With ho and dn as lines it compares these.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({
    ho: given,
    dn: given.optional().describe('The DN; left out with the id of the handoff in the ledger'),
    rb: given.optional().describe('The readback that was confirmed'),
    confirmed: z.string().describe('When it was confirmed, YYYYMMDDTHHMMZ').optional(),
    criteria: criteria.optional(),
    record: recordOf('Your approved values, for what neither line holds').optional(),
  }),
  output: checkOutput,
  run: async ({ ho, dn, rb, confirmed, criteria: kept, record }, at) => {
    if (dn === undefined) return byId(ho, at);
    const judged = await maybeMessageOf('rb', rb, 'RB', at);
    const verdict = check({
      ho: await messageOf('ho', ho, 'HO', at),
      dn: await messageOf('dn', dn, 'DN', at),
      now: at.parts.now(),
      ...(judged === undefined ? {} : { rb: judged }),
      ...(confirmed === undefined ? {} : { confirmed }),
      ...(kept === undefined ? {} : { kept }),
      ...(record === undefined ? {} : { record }),
    });
    return checked('The done report', verdict, then);
  },
});

async function byId(id: unknown, at: At): Promise<Outcome> {
  if (typeof id !== 'string' || !isId(id))
    return refusal(
      'usage/argument',
      'There is no done report to check.',
      'Give dn, or the id of the handoff.',
    );
  const done = await (await at.handle()).checkDone(id);
  if (done === null)
    return refusal(
      'unknown-id',
      `${shown(id)} is no handoff and no report.`,
      'Call open or thread for its id.',
    );
  if (done.outcome === 'checked') return checked('The done report', done.verdict, then);
  return { outcome: 'fails', message: `${done.message}.`, next: then.fails, facts: { findings: [] } };
}
