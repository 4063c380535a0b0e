import { checkDone } from '../../checks/done.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { escaped, shown } from '../../text/shown.ts';
import { readExchange, readStandard, reportCheck, type Wanted } from '../exchange.ts';
import { Stopped } from '../failure.ts';
import { readLineArgument } from '../input.ts';
import { inLedger, isIdInLedger } from '../ledger/by-id.ts';
import { withReader } from '../ledger/conversation.ts';
import type { Call, Verb } from '../verb.ts';

/** `check-dn`: the done report against the plan. */
export const checkDn: Verb = {
  name: 'check-dn',
  group: 'Check an exchange',
  summary: 'a done report against the plan: what was executed is what was agreed',
  about:
    "The plan is the handoff's; the readback fills in what the handoff left open. The readback is judged as of when it " +
    'was confirmed, not by the clock of today.',
  arguments: [
    {
      name: 'HO',
      about: 'the handoff; or its id in your ledger, for what was sent, confirmed and executed there',
    },
    {
      name: 'DN',
      about:
        'the done report, with the values that the tool returned; by id, the one that the ledger has to hold',
      isOptional: true,
    },
  ],
  options: {
    rb: { value: 'RB', about: 'the readback that was confirmed' },
    confirmed: { value: 'T', about: 'when it was confirmed, YYYYMMDDTHHMMZ' },
    'expect-acc': { value: 'CRITERIA', about: 'the criteria kept for the readback, key:value joined with +' },
    record: { value: 'JSON', about: 'your approved values, for what neither line holds; or @file' },
    ...inLedger,
  },
  example: {
    command: [
      'hearback check-dn \\',
      '  "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX" \\',
      '  "RW1 DN builder-6 re=ops-3 from=builder to=ops item=jira:OPS-78 out=OK"',
    ].join('\n'),
    output: [
      'error[receipt/item]: receipt: DN item mismatch, sent jira:OPS-77, heard jira:OPS-78',
      '  at DN, column 47',
      '    RW1 DN builder-6 re=ops-3 from=builder to=ops item=jira:OPS-78 out=OK',
      '                                                  ^^^^^^^^^^^^^^^^',
      '  hint: answer about item=jira:OPS-77',
      '',
      'fails (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const [ho = '', dn] = call.words;
    if (isIdInLedger(call, ho)) return checkByIdIn(call, ho, dn);
    if (dn === undefined) throw new UsageError('usage/argument', 'DN is missing: the done report');
    const { value, has } = call.options;
    const [rb, confirmed] = ['rb', 'confirmed'].map(value);
    if (rb === undefined && (has('confirmed') || has('expect-acc'))) {
      throw new UsageError(
        'usage/option',
        '--confirmed and --expect-acc say how to judge a readback; give it with --rb',
      );
    }
    const wanted: { ho: Wanted; dn: Wanted; rb?: Wanted } = { ho: ['HO', ho], dn: ['DN', dn] };
    if (rb !== undefined) wanted.rb = ['RB', rb];
    const exchange = await readExchange(call, wanted);
    const standard = { ...(await readStandard(call)), ...(confirmed === undefined ? {} : { confirmed }) };
    reportCheck(call, exchange, (messages) => checkDone({ ...messages, ...standard }));
  },
};

const byLines = ['rb', 'confirmed', 'expect-acc', 'record'] as const;

/** Against what was sent, confirmed and executed: a report of an act that nobody executed fails, whatever it says (F15). */
async function checkByIdIn(call: Call, id: string, dn: string | undefined): Promise<void> {
  const stray = byLines.find(call.options.has);
  if (stray !== undefined) throw new UsageError('usage/option', `--${stray} is the ledger's to know`);
  const given = dn === undefined ? undefined : (await readLineArgument(call, dn, 'DN')).line;
  await withReader(call, async ({ handle }) => {
    const checked = await handle.checkDone(id);
    if (checked === null)
      throw new Stopped(
        'unknown-handoff',
        `${shown(id)} is no handoff and no done report of ${handle.conversation}`,
      );
    if (checked.outcome === 'not-done') return fails(call, checked.message, { ...checked });
    const { line, verdict, ...rest } = checked;
    if (given !== undefined && given !== line) {
      return fails(call, 'the ledger holds another report of it', { ...rest, line, given });
    }
    call.report.result({
      diagnostics: verdict.diagnostics,
      exit: verdict.passes ? 0 : 1,
      json: { ...rest, dn: line },
      nameOf: () => 'DN',
      says: (amount, passes) => `${passes ? 'passes' : 'fails'}${amount && ` (${amount})`}`,
    });
  });
}

function fails({ report }: Call, message: string, json: Readonly<Record<string, unknown>>): void {
  report.result({
    diagnostics: [],
    exit: 1,
    json: { ...json, message },
    says: () => `fails: ${escaped(message)}`,
  });
}
