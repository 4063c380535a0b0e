import { columnOf, frame } from '../text/frame.ts';
import { escaped } from '../text/shown.ts';
import type { Diagnostic, Place, Severity } from './diagnostic.ts';

/** How findings are shown to a person. */
export interface RenderOptions {
  /** What the findings' lines are called: a file's name, or `HO`. */
  readonly name?: string | undefined;
  /** Terminal colours; off unless asked for. */
  readonly color?: boolean;
  /** Columns that a quoted line may take. */
  readonly width?: number;
}

const colors: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36 };
const words: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/**
 * A finding as a person reads it: what is wrong, where, the line with carets under the word, and what to do. Nothing
 * that came from outside is printed raw (T6).
 */
export function renderHuman(
  { code, severity, message, hint, at }: Diagnostic,
  options: RenderOptions = {},
): string {
  const paint = (text: string, ...styles: number[]): string =>
    options.color ? `\x1b[${styles.join(';')}m${text}\x1b[0m` : text;
  const head = `${paint(`${words[severity]}[${code}]`, 1, colors[severity])}: ${paint(escaped(message), 1)}`;
  const parts = [head];
  if (at !== undefined) {
    const { column, text, carets } = frame(at.line, at.span, options.width);
    parts.push(
      `  at ${position(at, column, options.name)}`,
      `    ${text}`,
      `    ${paint(carets, colors[severity])}`,
    );
  }
  if (hint !== undefined) parts.push(`  hint: ${escaped(hint)}`);
  return parts.join('\n');
}

/** A finding on one line, as tools that jump to errors read it: `file:line:column: severity: message [code]`. */
export function renderLine(
  { code, severity, message, hint, at }: Diagnostic,
  { name }: RenderOptions = {},
): string {
  const where = [
    name === undefined ? undefined : escaped(name),
    at?.number,
    at && columnOf(at.line, at.span),
  ];
  const prefix = where.filter((part) => part !== undefined).map((part) => `${part}:`);
  const advice = hint === undefined ? '' : `; ${escaped(hint)}`;
  return `${prefix.join('')}${prefix.length > 0 ? ' ' : ''}${words[severity]}: ${escaped(message)}${advice} [${code}]`;
}

/** `file.rw:14:73`, the form that tools jump to, where file and line are known; else words for what is. */
function position({ number }: Place, column: number, name: string | undefined): string {
  if (name !== undefined && number !== undefined) return `${escaped(name)}:${number}:${column}`;
  const where = name === undefined ? number && `line ${number}` : escaped(name);
  return where ? `${where}, column ${column}` : `column ${column}`;
}
