import { entryJson } from '../../../ledger/entry-json.ts';
import type { Store } from '../../../ledger/store.ts';
import { viewOf } from '../../../ledger/view.ts';
import type { PictureEntry } from '../../../server/picture/entry.ts';
import { withReader } from '../../ledger/conversation.ts';
import { type EntryShown, entryText } from '../../ledger/entry-text.ts';
import { numberOption } from '../../ledger/number-option.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

const page = 500;

/** `thread`: every entry of a conversation. */
export const thread: Verb = {
  name: 'thread',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'every entry of a conversation in order, refused lines and changes without a line included',
  about:
    'Lines are escaped, so that nothing in them moves a terminal. With --lines there are the accepted lines alone, as ' +
    'check-thread takes them. With --json there is one object for each entry. With --svg there is a picture instead: a lane ' +
    'an agent, a row an entry, who has the item beside its lane.',
  arguments: [],
  options: {
    after: { value: 'N', about: 'only entries after this one' },
    limit: { value: 'N', about: 'at most so many entries; all unless given' },
    lines: { about: 'the accepted lines, one a row, as they are' },
    svg: { about: 'the thread as a picture' },
    item: { value: 'REF', about: 'with --svg, only what is about this item' },
  },
  example: {
    command: 'hearback thread --ledger office.ledger --lines | hearback check-thread -',
    output: [
      'note[thread/open]: ops-1: open; builder has not read it back',
      '  at stdin:1:8',
      '    RW1 HO ops-1 from=ops to=builder item=jira:OPS-77 ask=FIX',
      '           ^^^^^',
      '',
      'passes: 1 line, 1 handoff, 0 closed',
    ].join('\n'),
  },
  run: (call) =>
    withReader(call, async ({ opened: { store }, handle }) => {
      const { conversation, principal } = handle;
      if (call.options.has('svg')) return call.world.out.write(await pictureOf(call, store, conversation));
      let after = numberOption(call, 'after', 0);
      let left = numberOption(call, 'limit', Number.POSITIVE_INFINITY);
      while (left > 0) {
        const entries = await store.entries(conversation, { after, limit: Math.min(page, left) });
        for (const stored of entries) {
          show({ ...viewOf(stored, principal), facts: stored.entry.body.facts });
          after = stored.entry.sequence;
        }
        left -= entries.length;
        if (entries.length < page) return;
        await call.world.out.drained();
      }

      function show(entry: EntryShown): void {
        if (!call.options.has('lines')) return tell(call, { json: entryJson(entry), text: entryText(entry) });
        if (entry.line !== null && entry.refused === null)
          tell(call, { json: { line: entry.line }, text: '', line: entry.line });
      }
    }),
};

/** The entries as SVG, with what came before them followed, so that it says who had which item. */
async function pictureOf(call: Call, store: Store, conversation: string): Promise<string> {
  const { picture, pictured } = await import('../../../server/picture/picture.ts');
  const entries: PictureEntry[] = [];
  for (let read = page; read === page; ) {
    const found = await store.entries(conversation, { after: entries.at(-1)?.sequence ?? 0, limit: page });
    entries.push(...found.map(pictured));
    read = found.length;
  }
  const item = call.options.value('item');
  return picture(entries, {
    title: `Conversation ${conversation}`,
    now: await store.now(),
    after: numberOption(call, 'after', 0),
    limit: numberOption(call, 'limit', Number.POSITIVE_INFINITY),
    ...(item === undefined ? {} : { item }),
  });
}
