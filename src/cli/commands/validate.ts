import { digest, toJson } from '../../codec/index.ts';
import { linesOfArgument, readLine } from '../input.ts';
import type { Verb } from '../verb.ts';

/** `validate`: every finding about a line. */
export const validate: Verb = {
  name: 'validate',
  group: 'Read and write lines',
  summary: 'all that is wrong with a line, with carets under the words',
  arguments: [{ name: 'LINE', about: 'the line; - or @file may hold several, each judged by itself' }],
  example: {
    command: 'hearback validate "RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FX due=20261302"',
    output: [
      'error[slot/code]: ask=FX is not a known ask code of core; rule 2: reply UN why=UNK, never guess',
      '  at column 51',
      '    RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FX due=20261302',
      '                                                      ^^^^^^',
      '  hint: write FIX if that is what is meant',
      '',
      'error[slot/value]: due=20261302 does not fit: a real day, YYYYMMDD',
      '  at column 58',
      '    RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FX due=20261302',
      '                                                             ^^^^^^^^^^^^',
      '  hint: write due= as the slot type date asks',
      '',
      'invalid (2 errors)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const word = call.words[0] as string;
    for (const given of await linesOfArgument(call, word, 'LINE')) {
      const { line, message, heard, diagnostics } = readLine(call, given);
      const json = { line, message: message && toJson(message), digest: message && digest(message), heard };
      const head = message && `valid: ${message.type} ${message.id}, ${message.from} to ${message.to}`;
      call.report.result({
        diagnostics,
        json,
        says: (amount) => `${head ?? 'invalid'}${amount && ` (${amount})`}`,
      });
    }
  },
};
