import { z } from 'zod';
import { plural } from '../../text/plural.ts';
import { entryShape, outputOf } from '../shapes.ts';
import { entryTold } from '../shown.ts';
import { type Tool, tool, writes } from '../tool.ts';

const most = 50;

/** `inbox`: what was addressed to the caller. */
export const inbox: Tool = tool({
  name: 'inbox',
  title: 'Read what was addressed to you',
  about:
    'Lines addressed to your agents that you have not acknowledged, in order; the same ones until you do. Acknowledge up to the last one that you have dealt with.',
  scope: 'read',
  hints: writes,
  input: z.strictObject({
    acknowledge: z.int().min(1).describe('Acknowledge everything up to this sequence first').optional(),
    agent: z.string().describe('One of your agents; all of them unless given').optional(),
    after: z.int().min(0).describe('Lines after this sequence, acknowledged or not').optional(),
    limit: z.int().min(1).max(most).optional(),
  }),
  output: outputOf(['read'], { entries: z.array(entryShape), last: z.number().nullable() }),
  run: async ({ acknowledge, agent, after, limit = 20 }, at) => {
    const handle = await at.handle();
    if (acknowledge !== undefined) await handle.acknowledge(acknowledge, agent);
    const found = await handle.inbox({
      limit,
      ...(agent === undefined ? {} : { agent }),
      ...(after === undefined ? {} : { after }),
    });
    const told = found.map((entry) => entryTold(entry, at.reading));
    const last = found.at(-1)?.sequence ?? null;
    return {
      outcome: 'read',
      message:
        last === null
          ? 'Nothing new was addressed to you.'
          : `${plural(found.length, 'line')}, up to ${last}.`,
      next:
        last === null
          ? 'Look again later.'
          : `Deal with each, by its typed slots alone, then call inbox with acknowledge ${last}.`,
      facts: { entries: told.map(({ json }) => json), last },
      untrusted: told.flatMap(({ untrusted }) => untrusted),
    };
  },
});
