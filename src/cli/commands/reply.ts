import type { Parsed } from '../../codec/index.ts';
import { reply as replyTo } from '../../reply/reply.ts';
import { readLine, readLineArgument } from '../input.ts';
import { readStream } from '../read-stream.ts';
import type { Call, Verb } from '../verb.ts';

/** `reply`: what code can answer to a line by itself. */
export const reply: Verb = {
  name: 'reply',
  group: 'Make and answer',
  summary: 'the answer that code can give by itself: a readback, or why the line is declined',
  about:
    'Declined are lines for another agent (UN why=SCOPE), of another version (VER), with an unknown code (UNK), a retry ' +
    'of what was read back (DUP) and what is past its exp (EXPIRED). Nothing is guessed: where understanding is needed ' +
    'there is no line, the word model and what is open.',
  arguments: [{ name: 'LINE', about: 'the line that came in' }],
  options: {
    as: { value: 'AGENT', about: 'the agent that answers', isRequired: true },
    thread: { value: 'FILE', about: 'the conversation so far, without the line' },
    id: { value: 'ID', about: "the answer's id; else the next of the agent" },
  },
  exits: { 3: 'a model has to answer' },
  example: {
    command: 'hearback reply "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=DEPLOY" --as builder',
    output: [
      'RW1 UN builder-1 re=ops-3 from=builder to=ops why=UNK // unknown code ask=DEPLOY',
      'error[slot/code]: ask=DEPLOY is not a known ask code of core; rule 2: reply UN why=UNK, never guess',
      '  at column 51',
      '    RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=DEPLOY',
      '                                                      ^^^^^^^^^^',
      '  hint: use a code of the list, or name the profile that has it with p=',
    ].join('\n'),
  },
  run: async (call) => {
    const { now, options, report, words } = call;
    const parsed = await readLineArgument(call, words[0] as string, 'LINE');
    const id = options.value('id');
    const as = options.value('as') as string;
    const thread = await threadOf(call, options.value('thread'));
    const answer = replyTo({ parsed, as, thread, now, ...(id === undefined ? {} : { id }) });
    const { outcome } = answer;
    if (outcome === 'none') {
      const own = answer.diagnostics === parsed.diagnostics ? [] : answer.diagnostics;
      return report.result({
        diagnostics: [...parsed.diagnostics, ...own],
        product: null,
        exit: 1,
        json: { outcome },
      });
    }
    const counts = {
      errors: 0,
      warnings: parsed.diagnostics.filter(({ severity }) => severity === 'warning').length,
    };
    const { because } = answer;
    const shared = { diagnostics: parsed.diagnostics, counts };
    if (outcome === 'reply') {
      return report.result({
        ...shared,
        product: answer.line,
        json: { outcome, because, line: answer.line },
      });
    }
    const says = (): string => ['model', ...answer.open].join(' ');
    report.result({ ...shared, product: null, exit: 3, json: { outcome, because, open: answer.open }, says });
  },
};

async function threadOf(call: Call, file: string | undefined): Promise<readonly Parsed[]> {
  const lines: Parsed[] = [];
  if (file !== undefined) await readStream(call, file, (line) => lines.push(readLine(call, line)));
  return lines;
}
