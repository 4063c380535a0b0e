import { z } from 'zod';
import { plural } from '../../text/plural.ts';
import { entryShape, outputOf } from '../shapes.ts';
import { entryTold } from '../shown.ts';
import { looks, type Tool, tool } from '../tool.ts';

const most = 100;

/** `thread`: the entries of a conversation. */
export const thread: Tool = tool({
  name: 'thread',
  title: 'Read the conversation',
  about:
    'The entries of the conversation in order, refused lines included; or those about one item. A page at a time: go on after the last sequence.',
  scope: 'read',
  hints: looks,
  input: z.strictObject({
    after: z.int().min(0).describe('Entries after this sequence').optional(),
    limit: z.int().min(1).max(most).optional(),
    item: z.string().describe('Only accepted lines about this item').optional(),
  }),
  output: outputOf(['read'], { entries: z.array(entryShape), last: z.number().nullable() }),
  run: async ({ after = 0, limit = 30, item }, at) => {
    const handle = await at.handle();
    const entries =
      item === undefined
        ? await handle.thread({ after, limit })
        : (await handle.history(item)).filter(({ sequence }) => sequence > after).slice(0, limit);
    const told = entries.map((entry) => entryTold(entry, at.reading));
    const last = entries.at(-1)?.sequence ?? null;
    return {
      outcome: 'read',
      message: `${plural(entries.length, 'entry', 'entries')}.`,
      next: entries.length < limit ? 'That is all there is.' : `Call thread with after ${last} for more.`,
      facts: { entries: told.map(({ json }) => json), last },
      untrusted: told.flatMap(({ untrusted }) => untrusted),
    };
  },
});
