import { checkDone } from '../../checks/done.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { readExchange, readStandard, reportCheck, type Wanted } from '../exchange.ts';
import type { Verb } from '../verb.ts';

/** `check-dn`: the done report against the plan. */
export const checkDn: Verb = {
  name: 'check-dn',
  group: 'Check an exchange',
  summary: 'a done report against the plan: what was executed is what was agreed',
  about:
    "The plan is the handoff's; the readback fills in what the handoff left open. The readback is judged as of when it " +
    'was confirmed, not by the clock of today.',
  arguments: [
    { name: 'HO', about: 'the handoff' },
    { name: 'DN', about: 'the done report, with the values that the tool returned' },
  ],
  options: {
    rb: { value: 'RB', about: 'the readback that was confirmed' },
    confirmed: { value: 'T', about: 'when it was confirmed, YYYYMMDDTHHMMZ' },
    'expect-acc': { value: 'CRITERIA', about: 'the criteria kept for the readback, key:value joined with +' },
    record: { value: 'JSON', about: 'your approved values, for what neither line holds; or @file' },
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
    const [ho = '', dn = ''] = call.words;
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
