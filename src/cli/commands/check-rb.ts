import { checkReadback } from '../../checks/readback.ts';
import { readExchange, readStandard, reportCheck } from '../exchange.ts';
import type { Verb } from '../verb.ts';

/** `check-rb`: the readback against the handoff, in five tiers. */
export const checkRb: Verb = {
  name: 'check-rb',
  group: 'Check an exchange',
  summary: 'a readback against its handoff: receipt, digest, echo, comprehension, execution',
  about:
    'roger: the handoff arrived as it was sent. wilco: all that it asked for holds too. A readback that fails is void: ' +
    'hand over again, with re= naming it.',
  arguments: [
    { name: 'HO', about: 'the handoff as it was sent' },
    { name: 'RB', about: 'the readback that came back' },
  ],
  options: {
    'expect-acc': { value: 'CRITERIA', about: 'the criteria you kept to yourself, key:value joined with +' },
    record: { value: 'JSON', about: 'your approved values, for what the receiver filled in; or @file' },
  },
  example: {
    command: [
      'hearback check-rb \\',
      '  "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002" \\',
      '  "RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=BUILD due=20261002 h=216a1e6f9750"',
    ].join('\n'),
    output: [
      'error[echo/mismatch]: tier3 echo: ask mismatch, sent FIX, heard BUILD',
      '  at RB, column 64',
      '    RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=BUILD due=20261002 h=216a1e6f9750',
      '                                                                   ^^^^^^^^^',
      '  hint: read ask back as it was sent',
      '',
      'fails: roger, not wilco (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const [ho = '', rb = ''] = call.words;
    const exchange = await readExchange(call, { ho: ['HO', ho], rb: ['RB', rb] });
    const standard = await readStandard(call);
    reportCheck(call, exchange, (messages) => checkReadback({ ...messages, ...standard }), {
      json: ({ roger, wilco }) => ({ roger, wilco }),
      says: ({ roger, wilco }) => `${roger ? 'roger' : 'not roger'}, ${wilco ? 'wilco' : 'not wilco'}`,
    });
  },
};
