import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { escaped, shown } from '../text/shown.ts';
import { quoted } from '../text/span.ts';

/**
 * Findings as a message for the model that wrote the line: what is wrong, at which words, what to write instead. Nothing
 * of the line is printed raw. Empty when there is no error and no warning; notes are left out.
 *
 * @example
 * const line = 'RW1 ST a-1 from=a to=b';
 * repairMessage(parse(line).diagnostics, line).includes('ST requires item'); // => true
 */
export function repairMessage(diagnostics: readonly Diagnostic[], line: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  if (errors.length + warnings.length === 0) return '';
  const head =
    errors.length > 0
      ? 'This line is refused; nothing was done with it:'
      : 'This line is read, but look at it again:';
  const rows = [...errors, ...warnings].map((one, at) => `${at + 1}. ${told(one, line)}`);
  return [
    head,
    escaped(line),
    '',
    ...rows,
    '',
    'Write the whole line again, on one row and nothing else.',
  ].join('\n');
}

function told({ code, severity, message, hint, at }: Diagnostic, line: string): string {
  const words = at === undefined ? '' : quoted(at.line, at.span);
  const where = words === '' || words === line ? '' : ` at "${shown(words)}"`;
  const number = at?.number === undefined ? '' : ` in line ${at.number}`;
  const sense = severity === 'warning' ? 'warning ' : '';
  const head = `${sense}${code}${where}${number}: ${message}`;
  return hint === undefined ? head : `${head}\n   ${hint}`;
}
