import type { Parsed } from '../../codec/parsed.ts';
import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import { checkSources, type LineEvidence } from '../../evidence/check-src.ts';
import { plural } from '../../text/plural.ts';
import { escaped } from '../../text/shown.ts';
import { evidenceRow } from '../evidence/excerpt-text.ts';
import { tellFaults } from '../evidence/faults.ts';
import { type Given, readSources, sourceOptions } from '../evidence/sources.ts';
import { numbered, readLine } from '../input.ts';
import { readStream } from '../read-stream.ts';
import type { Call, Verb } from '../verb.ts';

/** `check-src`: lines against the documents that they were made from. */
export const checkSrc: Verb = {
  name: 'check-src',
  group: 'Check an exchange',
  summary: 'lines against the documents that they point at: every figure, date, reference and quotation',
  about:
    'Every pointer has to resolve, and what the line says has to stand in the source that it names, in the forms that ' +
    'people write it: found, found only elsewhere, or not found. Each value is shown beside the words that say it. A ' +
    'pointer into a kind of source that was not given is a problem: nothing passes that was not looked at.',
  arguments: [{ name: 'FILE', about: 'the lines, or -' }],
  options: {
    ...sourceOptions,
    quiet: { about: 'show only what was not found' },
    csv: { about: 'a row a value, for a spreadsheet: id, slot, value, standing, source, part, words' },
  },
  example: {
    command: [
      "printf 'Her HbA1c was 7.2 %% in June.\\n' > letter.txt && \\",
      "echo 'RW1 ST extractor-1 p=clin from=extractor to=reviewer item=meas:hba1c act=OBS pol=POS cert=CERT subj=PT time=CUR res=7.3 src=doc:letter#l1 // HbA1c was 7.2 %' | \\",
      '  hearback check-src - --doc letter=letter.txt',
    ].join('\n'),
    output: [
      'extractor-1',
      '  res 7.3                      NOT FOUND',
      '  tail HbA1c was 7.2 %         found           doc:letter line 1: Her [HbA1c was 7.2 %] in June.',
      '',
      'error[evidence/not-found]: evidence: res 7.3 does not stand in doc:letter#l1, nor in any other source of its kind',
      '  at stdin:1:113',
      '    …meas:hba1c act=OBS pol=POS cert=CERT subj=PT time=CUR res=7.3 src=doc:letter#l1 // HbA1c was 7.2 %',
      '                                                           ^^^^^^^',
      '  hint: read res from the source again',
      '',
      'fails: 1 line, 1 of 2 values found (1 error); not looked for: act cert pol subj time',
    ].join('\n'),
    exit: 1,
  },
  run: async (call) => {
    const given = await readSources(call);
    const lines: Parsed[] = [];
    const numbers = new Map<string, number>();
    const file = await readStream(call, call.words[0] as string, (line) => {
      const parsed = readLine(call, line);
      lines.push(parsed);
      numbers.set(parsed.line, line.number);
    });
    const { diagnostics: told, lines: checked } = checkSources({ lines, sources: given.sources });
    // of two rows that are one line, the later is the one too many
    const diagnostics = told.map((one) => {
      const number = one.at && numbers.get(one.at.line);
      return number === undefined ? one : numbered(one, number);
    });
    tellFaults(call, given);
    if (call.options.has('csv')) return exportCsv(call, checked, diagnostics, given);
    if (!call.options.has('quiet')) showEvidence(call, checked);
    const values = checked.flatMap(({ evidence }) => evidence);
    const found = values.filter(
      ({ standing }) => standing !== 'elsewhere' && standing !== 'not-found',
    ).length;
    call.report.result({
      diagnostics,
      file,
      exit: given.faults.length > 0 ? 1 : 0,
      json: { file, lines: checked.map(jsonOf), faults: given.faults },
      says: (amount, passes) =>
        `${passes ? 'passes' : 'fails'}: ${plural(checked.length, 'line')}, ${found} of ${plural(values.length, 'value')} found${amount && ` (${amount})`}${unsoughtIn(checked)}`,
    });
  },
};

/** What stands on the lines and was not looked for, since no source that they name is expected to say it. */
function unsoughtIn(checked: readonly LineEvidence[]): string {
  const slots = new Set(checked.flatMap(({ unsought }) => unsought.map(({ slot }) => slot)));
  return slots.size === 0 ? '' : `; not looked for: ${[...slots].sort().join(' ')}`;
}

function showEvidence({ report }: Call, checked: readonly LineEvidence[]): void {
  for (const { id, evidence } of checked) {
    if (evidence.length === 0) continue;
    report.note([id, ...evidence.map(evidenceRow)].join('\n'));
  }
  if (checked.length > 0) report.note('');
}

function jsonOf({ id, evidence, unsought }: LineEvidence): Readonly<Record<string, unknown>> {
  return { id, evidence: evidence.map(({ at: _, ...value }) => value), unsought };
}

/** The table of evidence for a spreadsheet; findings go to standard error, and the exit code is theirs. */
function exportCsv(
  { report, world }: Call,
  checked: readonly LineEvidence[],
  diagnostics: readonly Diagnostic[],
  { faults }: Given,
): void {
  const rows = checked.flatMap(({ id, evidence, unsought }) => [
    ...evidence.map(({ slot, value, standing, found, from }) => [
      ...[id, slot, value, standing, found?.source ?? '', found?.part ?? ''],
      found?.text ?? from ?? '',
    ]),
    ...unsought.map(({ slot, value }) => [id, slot, value, 'not-sought', '', '', '']),
  ]);
  const head = ['id', 'slot', 'value', 'standing', 'source', 'part', 'words'];
  const exit = faults.length > 0 || hasErrors(diagnostics) ? 1 : 0;
  world.out.write(`${[head, ...rows].map((row) => row.map(cell).join(',')).join('\n')}\n`);
  report.result({ diagnostics, exit, product: null });
}

/** A cell that no spreadsheet takes for a formula, and that nothing breaks out of. */
function cell(text: string): string {
  const plain = escaped(text.replaceAll(/\s+/gu, ' ').trim());
  const safe = /^[=+@\-\t]/.test(plain) && !/^-?\d+(?:\.\d+)?$/.test(plain) ? `'${plain}` : plain;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
