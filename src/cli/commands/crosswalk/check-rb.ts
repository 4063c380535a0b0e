import { checkReadbackAcross } from '../../../evidence/crosswalk/check-across.ts';
import { crosswalkArgument, readCrosswalk } from '../../evidence/crosswalk.ts';
import { readExchange, readStandard, reportCheck } from '../../exchange.ts';
import type { Verb } from '../../verb.ts';

/** `crosswalk check-rb`: a readback of the other profile against the handoff of one's own. */
export const checkRb: Verb = {
  name: 'crosswalk check-rb',
  group: 'Check an exchange',
  summary: 'a readback in the words of another profile, against the handoff in your own',
  about:
    'It has to pass twice: against the handoff as the receiver heard it, h= included, and translated back, against what ' +
    'you sent. A slot that has to be read back and has no counterpart fails it.',
  arguments: [
    { name: 'HO', about: 'the handoff as it was sent' },
    { name: 'RB', about: 'the readback, in the other profile' },
    crosswalkArgument,
  ],
  options: {
    'expect-acc': { value: 'CRITERIA', about: 'the criteria you kept to yourself, key:value joined with +' },
    record: { value: 'JSON', about: 'your approved values, for what the receiver filled in; or @file' },
  },
  example: {
    command: [
      'hearback crosswalk check-rb \\',
      '  "RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-7 ask=PAY rb=exec sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-7 apref=FD-9" \\',
      '  "RW1 RB cashier-1 p=ap re=buyer-1 from=cashier to=buyer item=bill:MD-7 ask=SETTLE vendor=marlow gross=5100.00 ccy=GBP basis=G bank=40-12-88/61102938 settled=20261002 remark=MD-7 auth=FD-9" \\',
      '  pay-ap',
    ].join('\n'),
    output: [
      'error[execution/mismatch]: tier5 execution: amt mismatch, sent 5400.00, heard 5100.00',
      '  at column 88',
      '    …tem=inv:MD-7 ask=PAY sup=marlow amt=5100.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=2026100…',
      '                                     ^^^^^^^^^^^',
      '  hint: act with amt as it was sent, or ask before the act',
      '',
      'note[integrity/absent]: tier2 integrity: the RB carries no h=, so the copy of the receiver was not compared',
      '  at RB, column 5',
      '    RW1 RB cashier-1 p=ap re=buyer-1 from=cashier to=buyer item=bill:MD-7 ask=SETTLE vendor=marlow gro…',
      '        ^^',
      '  hint: let code compose the readback: it adds h=',
      '',
      'fails: roger, not wilco (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const [ho = '', rb = '', path = ''] = call.words;
    const read = readCrosswalk(call, path);
    if (read === null) return;
    const { crosswalk } = read;
    const exchange = await readExchange(read.call, { ho: ['HO', ho], rb: ['RB', rb] });
    const standard = await readStandard(call);
    reportCheck(call, exchange, (messages) => checkReadbackAcross({ ...messages, ...standard, crosswalk }), {
      json: ({ roger, wilco, lost }) => ({ roger, wilco, lost }),
      says: ({ roger, wilco }) => `${roger ? 'roger' : 'not roger'}, ${wilco ? 'wilco' : 'not wilco'}`,
    });
  },
};
