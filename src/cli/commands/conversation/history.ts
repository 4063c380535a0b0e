import { entryJson } from '../../../ledger/entry-json.ts';
import { escaped } from '../../../text/shown.ts';
import { withReader } from '../../ledger/conversation.ts';
import { entryText } from '../../ledger/entry-text.ts';
import { itemOf, itemWord } from '../../ledger/item.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `history`: everything that was said about an item. */
export const history: Verb = {
  name: 'history',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'every accepted line about an item, in order, and which agent has it now',
  about: 'With --json there is one object for each entry, and then one with the item and its owner.',
  arguments: [itemWord],
  example: {
    command: 'hearback history item=jira:OPS-77 --ledger office.ledger',
    output: [
      '1  2026-11-30 21:34:09Z  office  RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX',
      'ops has jira:OPS-77',
    ].join('\n'),
  },
  run: (call) =>
    withReader(call, async ({ handle }) => {
      const item = itemOf(call);
      for (const entry of await handle.history(item))
        tell(call, { json: entryJson(entry), text: entryText(entry) });
      const owner = await handle.owner(item);
      const text = owner === null ? `nobody has ${escaped(item)}` : `${owner} has ${escaped(item)}`;
      tell(call, { json: { item, owner }, text });
    }),
};
