import { z } from 'zod';
import { checkThread as check } from '../../checks/thread.ts';
import { type Parsed, parse } from '../../codec/index.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { plural } from '../../text/plural.ts';
import { findings } from '../answer.ts';
import { findingsShape, outputOf } from '../shapes.ts';
import { looks, type Tool, tool } from '../tool.ts';

const page = 500;
/** More than a model reads; the count says how many there are. */
const most = 50;

/** `check_thread`: a whole conversation. */
export const checkThread: Tool = tool({
  name: 'check_thread',
  title: 'Check a whole conversation',
  about:
    'Says of a conversation whether every handoff ends once, by the right agent, after the right checks; and who owns what. Without lines it is the one in the ledger.',
  scope: 'read',
  isPure: true,
  hints: looks,
  input: z.strictObject({
    lines: z.array(z.string()).describe('The lines in the order in which they were sent').optional(),
    excerpt: z
      .boolean()
      .describe('The lines are a part: a re= that names none of them is no fault')
      .optional(),
  }),
  output: outputOf(['passes', 'fails'], {
    lines: z.number(),
    found: z.number().describe('How many findings there are; the first ones are listed'),
    findings: findingsShape,
    handoffs: z.array(z.object({ id: z.string(), state: z.string() })),
    owners: z.record(z.string(), z.string()),
  }),
  run: async ({ lines, excerpt = false }, at) => {
    const parsed = (lines ?? (await linesOf(await at.handle()))).map((line) => parse(line, at.reading));
    const { passes, diagnostics, handoffs, owners } = check({ lines: parsed, now: at.parts.now(), excerpt });
    const all: readonly Diagnostic[] = [...parsed.flatMap((one: Parsed) => one.diagnostics), ...diagnostics];
    return {
      outcome: passes ? 'passes' : 'fails',
      message: `The conversation ${passes ? 'passes' : 'fails'}: ${plural(parsed.length, 'line')}, ${plural(handoffs.length, 'handoff')}.`,
      next: passes ? 'Nothing has to be done.' : 'See to what the findings name, one by one.',
      facts: {
        lines: parsed.length,
        found: all.length,
        findings: findings(all.slice(0, most)),
        handoffs: handoffs.map(({ id, state }) => ({ id, state })),
        owners: Object.fromEntries(Object.entries(owners)),
      },
    };
  },
});

async function linesOf(handle: Handle): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let after = 0; ; ) {
    const entries = await handle.thread({ after, limit: page });
    for (const { line, refused, sequence } of entries) {
      if (line !== null && refused === null) lines.push(line);
      after = sequence;
    }
    if (entries.length < page) return lines;
  }
}
