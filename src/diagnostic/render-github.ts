import { columnOf } from '../text/frame.ts';
import { escaped } from '../text/shown.ts';
import type { Diagnostic } from './diagnostic.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** A finding as a GitHub Actions annotation: it shows beside the line of the file in the pull request. */
export function renderGithub({ code, severity, message, hint, at }: Diagnostic, file?: string): string {
  const properties: string[] = [];
  if (file !== undefined) properties.push(`file=${property(file)}`);
  if (file !== undefined && at?.number !== undefined) {
    properties.push(`line=${at.number}`, `col=${columnOf(at.line, at.span)}`);
  }
  properties.push(`title=${property(code)}`);
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${commands[severity]} ${properties.join(',')}::${data(text)}`;
}

function data(text: string): string {
  const lines = text.split('\n').map(escaped);
  return lines.join('\n').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
