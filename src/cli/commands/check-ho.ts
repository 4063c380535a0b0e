import { checkHandoff } from '../../checks/handoff.ts';
import { checkRelay } from '../../checks/relay.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { readExchange, readRecordArgument, reportCheck } from '../exchange.ts';
import { approvedOption, approvedRecord } from '../ledger/approved.ts';
import { withReader } from '../ledger/conversation.ts';
import { whichLedger, whoseConversation } from '../shared-options.ts';
import type { Call, Verb } from '../verb.ts';

/** `check-ho`: a handoff against the record it was built from, or against the one it forwards. */
export const checkHo: Verb = {
  name: 'check-ho',
  group: 'Check an exchange',
  summary: 'a handoff before it is sent, against the approved record or, at a relay, the received one',
  about:
    'The record is a JSON object of slots and from, to, item, ask, as written on a line. Every value of it has to be ' +
    'on the handoff unchanged, and the handoff has to ask for the readback that its act needs.',
  arguments: [
    { name: 'HO', about: 'the handoff that is about to be sent' },
    { name: 'RECORD', about: 'the approved values as JSON, or - or @file', isOptional: true },
  ],
  options: {
    add: {
      value: 'SLOTS',
      about: 'execution slots, joined with commas, that the handoff adds to the record',
      isMany: true,
    },
    relay: { value: 'HO', about: 'compare with this received handoff, in place of a record' },
    ...approvedOption,
    ...whichLedger,
    ...whoseConversation,
  },
  example: {
    command: [
      'hearback check-ho \\',
      '  "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261003" \\',
      `  '{"to":"builder","item":"jira:OPS-77","ask":"FIX","due":"20261002"}'`,
    ].join('\n'),
    output: [
      'error[record/mismatch]: record: due mismatch, approved 20261002, on the HO 20261003',
      '  at HO, column 59',
      '    RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261003',
      '                                                              ^^^^^^^^^^^^',
      '  hint: go by the record, or have due approved anew',
      '',
      'fails (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const [ho = '', record] = call.words;
    const received = call.options.value('relay');
    const given = [record, received, call.options.has('approved') || undefined];
    if (given.filter((one) => one !== undefined).length !== 1) {
      throw new UsageError(
        'usage/argument',
        'give RECORD, --relay or --approved, so that there is one thing to compare with',
      );
    }
    if (received !== undefined) return againstReceived(call, ho, received);
    return record === undefined ? againstApproval(call, ho) : againstRecord(call, ho, record);
  },
};

/** The record is what a person approved in a conversation of a ledger. */
function againstApproval(call: Call, word: string): Promise<void> {
  return withReader(call, async (room) => {
    const exchange = await readExchange(call, { ho: ['HO', word] });
    const record = exchange.messages === null ? {} : await approvedRecord(room, exchange.lines['ho'] ?? '');
    reportCheck(call, exchange, (messages) => checkHandoff({ ...messages, record, now: call.now }));
  });
}

async function againstRecord(call: Call, ho: string, word: string): Promise<void> {
  const exchange = await readExchange(call, { ho: ['HO', ho] });
  const record = await readRecordArgument(call, word);
  const add = call.options.values('add').flatMap((slots) => slots.split(','));
  reportCheck(call, exchange, (messages) => checkHandoff({ ...messages, record, add, now: call.now }));
}

async function againstReceived(call: Call, ho: string, word: string): Promise<void> {
  if (call.options.has('add'))
    throw new UsageError('usage/option', '--add goes with a record: a relay adds nothing');
  const exchange = await readExchange(call, { received: ['HO', word, 'received HO'], ho: ['HO', ho] });
  reportCheck(call, exchange, (messages) => checkRelay({ ...messages, now: call.now }));
}
