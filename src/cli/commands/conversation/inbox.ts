import { UsageError } from '../../../diagnostic/usage-error.ts';
import { entryJson } from '../../../ledger/entry-json.ts';
import { plural } from '../../../text/plural.ts';
import { withSpeaker } from '../../ledger/conversation.ts';
import { numberOption } from '../../ledger/number-option.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `inbox`: what was addressed to you and you have not acknowledged. */
export const inbox: Verb = {
  name: 'inbox',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'lines addressed to your agents, one a row, again until you acknowledge them',
  about:
    'A reader that ends before it acknowledges gets the same lines once more and knows them by their ids. --ack N says ' +
    'that you have taken everything up to entry N; on standard error, and in sequence under --json, it is said which that is.',
  arguments: [],
  options: {
    ack: { value: 'N', about: 'acknowledge up to entry N first: it is not shown again' },
    wait: { value: 'SECONDS', about: 'wait so long for the first line where there is none' },
    agent: { value: 'AGENT', about: 'lines for one of your agents; all of them unless given' },
    after: { value: 'N', about: 'lines after entry N, acknowledged or not' },
    limit: { value: 'N', about: 'at most so many lines; 100 unless given' },
  },
  example: {
    command: 'hearback inbox --key-file shop.key --ledger office.ledger',
    output: [
      'RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX',
      '1 line; acknowledge with --ack 1',
    ].join('\n'),
  },
  run: (call) => {
    const wait = numberOption(call, 'wait', 0);
    if (wait > longestWait) throw new UsageError('usage/number', `--wait is at most ${longestWait} seconds`);
    return withSpeaker(call, async ({ handle }) => {
      const agent = call.options.value('agent');
      const ack = numberOption(call, 'ack', undefined);
      const after = numberOption(call, 'after', undefined);
      if (ack !== undefined) await handle.acknowledge(ack, agent);
      const entries = await handle.inbox({
        ...(agent === undefined ? {} : { agent }),
        ...(after === undefined ? {} : { after }),
        limit: numberOption(call, 'limit', 100),
        wait: wait * 1_000,
      });
      for (const entry of entries) tell(call, { json: entryJson(entry), line: entry.line, text: '' });
      const last = entries.at(-1)?.sequence;
      const told =
        last === undefined
          ? 'nothing new'
          : `${plural(entries.length, 'line')}; acknowledge with --ack ${last}`;
      if (!call.options.has('json')) call.world.err.write(`${told}\n`);
    });
  },
};

const longestWait = 86_400;
