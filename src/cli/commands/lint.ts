import { setFlagsFromString } from 'node:v8';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { plural } from '../../text/plural.ts';
import { escaped } from '../../text/shown.ts';
import { readLine } from '../input.ts';
import { readStream } from '../read-stream.ts';
import type { Call, Verb } from '../verb.ts';

/** `lint`: every line of files of any size. */
export const lint: Verb = {
  name: 'lint',
  group: 'Read and write lines',
  summary: 'every line of files of any size',
  about:
    'Each line is judged by itself; blank lines and lines that begin with # are skipped. With --json there is one ' +
    'object for each line with findings, and one for each file.',
  arguments: [{ name: 'FILE', about: 'a file with a line a row, or -', isMany: true }],
  example: {
    command:
      "printf '%s\\n' '# Monday' 'RW1 AQ ops-4 from=ops to=human need=YESNO // ship it?' 'RW1 AN human-1 re=ops-4 from=human to=ops vall=Y' | hearback lint -",
    output: [
      'warning[slot/unknown]: vall is no slot of core and is ignored',
      '  at stdin:3:43',
      '    RW1 AN human-1 re=ops-4 from=human to=ops vall=Y',
      '                                              ^^^^^^',
      '  hint: write val= if that is what is meant',
      '',
      'error[message/requires]: AN requires val',
      '  at stdin:3:5',
      '    RW1 AN human-1 re=ops-4 from=human to=ops vall=Y',
      '        ^^',
      '  hint: add val=',
      '',
      'stdin: 2 lines, 1 valid (1 error, 1 warning)',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    keepMemorySmall();
    for (const path of call.words) {
      try {
        await lintFile(call, path);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        call.report.misuse(error);
      }
    }
  },
};

/** Lines die young: a young generation that does not grow costs no time and a tenth less memory. */
function keepMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

async function lintFile(call: Call, path: string): Promise<void> {
  const counts = { lines: 0, valid: 0, errors: 0, warnings: 0 };
  const file = await readStream(call, path, (given, { name, pause }) => {
    const { line, message, diagnostics } = readLine(call, given);
    counts.lines++;
    if (message !== null) counts.valid++;
    if (diagnostics.length === 0) return;
    for (const { severity } of diagnostics) {
      if (severity === 'error') counts.errors++;
      else if (severity === 'warning') counts.warnings++;
    }
    pause();
    call.report.result({ diagnostics, file: name, json: { file: name, number: given.number, line } });
  });
  const { lines, valid } = counts;
  call.report.result({
    diagnostics: [],
    counts,
    json: { file, ...counts },
    says: (amount) => `${escaped(file)}: ${plural(lines, 'line')}, ${valid} valid${amount && ` (${amount})`}`,
  });
}
