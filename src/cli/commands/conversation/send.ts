import { UsageError } from '../../../diagnostic/usage-error.ts';
import { sentJson } from '../../../ledger/entry-json.ts';
import type { Kept } from '../../../ledger/ledger.ts';
import { shown } from '../../../text/shown.ts';
import { linesOfArgument } from '../../input.ts';
import { approvedOption, approvedRecord } from '../../ledger/approved.ts';
import { type Room, withSpeaker } from '../../ledger/conversation.ts';
import { keptOf, keptOptions } from '../../ledger/kept-options.ts';
import { timeOption } from '../../ledger/number-option.ts';
import { exitOfSent, sentText } from '../../ledger/sent-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `send`: a line into the ledger. */
export const send: Verb = {
  name: 'send',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'append a line: judged, stamped with who brought it, and kept, a refused one too',
  about:
    'The same line under the same id is taken once. What you keep beside a handoff (--record and the like) is used for ' +
    'the verdict on its readback and shown to your principal alone.',
  arguments: [{ name: 'LINE', about: 'the line; or - or @file, which holds one' }],
  options: {
    ...keptOptions,
    ...approvedOption,
    'readback-by': {
      value: 'T',
      about: 'when the handoff has to be read back, YYYYMMDDTHHMMZ: past it, it is shown as late',
    },
    'close-when-expired': {
      about: 'let the ledger cancel the handoff in your name once its exp has passed',
    },
  },
  exits: {
    1: 'refused for good, or taken with a verdict that fails',
    4: 'not taken now: the same line may be taken later',
  },
  example: {
    command:
      'hearback send "RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX" --key-file office.key --ledger office.ledger',
    output: ['accepted: ops-1, entry 1', 'passes', 'ops-1 is OPEN, ops has it'].join('\n'),
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const { handle } = room;
      const line = await lineOf(call);
      const kept = await keptOf(call);
      const approved = call.options.has('approved') ? await withApproved(room, line, kept) : kept;
      const readbackBy = timeOption(call, 'readback-by');
      const sent = await handle.send(line, {
        ...approved,
        ...(readbackBy === undefined ? {} : { readbackBy }),
        ...(call.options.has('close-when-expired') ? { closeWhenExpired: true } : {}),
      });
      tell(call, { json: sentJson(sent), text: sentText(sent), exit: exitOfSent(sent) });
    }),
};

/** What is kept, with what people approved as its record. */
async function withApproved(room: Room, line: string, kept: Kept): Promise<Kept> {
  if (kept.record !== undefined)
    throw new UsageError('usage/kept', '--approved is the record: give no other one');
  return { ...kept, record: await approvedRecord(room, line) };
}

async function lineOf(call: Call): Promise<string> {
  const word = call.words[0] as string;
  const [line, second] = await linesOfArgument(call, word, 'LINE');
  if (line === undefined || second !== undefined) {
    throw new UsageError(
      'usage/lines',
      `LINE: ${shown(word)} holds more than one line; send them one by one`,
    );
  }
  if (!line.isUtf8) throw new UsageError('usage/not-utf8', `LINE: ${shown(word)} is not UTF-8`);
  return line.text;
}
