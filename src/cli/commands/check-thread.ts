import { createThread } from '../../checks/thread.ts';
import type { Parsed } from '../../codec/index.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { diagnosticJson } from '../../diagnostic/render-json.ts';
import { plural } from '../../text/plural.ts';
import { readLine } from '../input.ts';
import { type Reading, readStream } from '../read-stream.ts';
import type { Call, Verb } from '../verb.ts';

/** `check-thread`: a conversation, in the order in which it was sent. */
export const checkThread: Verb = {
  name: 'check-thread',
  group: 'Check an exchange',
  summary: 'a whole conversation: every handoff ends once, by the right agent, after the right checks',
  about:
    'The file holds the lines in the order in which they were sent, one a row; blank lines and lines that begin with # ' +
    'are skipped. Findings are shown as the lines are read, and at last what only the end shows. With --json there is one ' +
    'object for each line with findings, and then one for the conversation, with its handoffs and who owns what.',
  arguments: [{ name: 'FILE', about: 'the lines of the conversation, or -' }],
  options: {
    excerpt: { about: 'the file is a part of a conversation: a re= that names no line of it is a note' },
  },
  example: {
    command: [
      "printf '%s\\n' \\",
      "  'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002' \\",
      "  'RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261002' |",
      '  hearback check-thread - --now 20261003T0900Z',
    ].join('\n'),
    output: [
      'error[thread/orphaned]: ops-3: orphaned, open past due=20261002 (a UTC day); builder has read it back',
      '  at stdin:1:59',
      '    RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002',
      '                                                              ^^^^^^^^^^^^',
      '  hint: let builder report DN, UN or FL, or ops cancel it with a CX',
      '',
      'fails: 2 lines, 1 handoff, 0 closed (1 error)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const { now, options, report, words } = call;
    const found: Diagnostic[] = [];
    const thread = createThread({
      now,
      excerpt: options.has('excerpt'),
      tell: (finding) => found.push(finding),
    });
    const counts = { lines: 0, errors: 0, warnings: 0 };
    const file = await readStream(call, words[0] as string, (given, reading) => {
      const parsed = readLine(call, given);
      thread.add(parsed, given.number);
      const ofThread = found.splice(0);
      counts.lines++;
      counts.errors += ofThread.filter(isError).length; // a line that cannot be read is told of the thread too
      const diagnostics = [...parsed.diagnostics, ...ofThread];
      counts.warnings += diagnostics.filter(isWarning).length;
      if (diagnostics.length > 0)
        tellLine(call, { ...parsed, diagnostics }, { ...reading, number: given.number });
    });
    const { passes, handoffs, owners } = thread.finish();
    counts.errors += found.filter(isError).length;
    counts.warnings += found.filter(isWarning).length;
    const closed = handoffs.filter(({ state }) => state === 'closed').length;
    const counted = `${plural(counts.lines, 'line')}, ${plural(handoffs.length, 'handoff')}, ${closed} closed`;
    report.result({
      diagnostics: found,
      file,
      exit: passes ? 0 : 1,
      counts,
      json: { file, lines: counts.lines, handoffs, owners },
      says: (amount, isPassing) => `${isPassing ? 'passes' : 'fails'}: ${counted}${amount && ` (${amount})`}`,
    });
  },
};

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity === 'warning';
}

/** What was found when a line was read, at once: a thread of any size is not kept. Whether it fails is for the end to say. */
function tellLine(
  { report }: Call,
  { line, message, diagnostics }: Parsed,
  { name, number, pause }: Reading & { readonly number: number },
): void {
  pause();
  const json = {
    file: name,
    number,
    line,
    valid: message !== null,
    diagnostics: diagnostics.map(diagnosticJson),
  };
  report.result({ diagnostics, file: name, counts: { errors: 0, warnings: 0 }, isBare: true, json });
}
