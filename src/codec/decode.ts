import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { AnyMessage } from './message.ts';
import { parse } from './parse.ts';
import type { ReadOptions } from './parsed.ts';

/** Thrown where a message was demanded of something that is none; carries every finding. */
export class DecodeError extends Error {
  readonly code = 'decode/refused';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    super(errors.map(({ code, message }) => `${code}: ${message}`).join('; '));
    this.name = 'DecodeError';
    this.diagnostics = diagnostics;
  }
}

/** The message of a line; throws `DecodeError` with the findings of `parse` when the line is refused. */
export function decode(line: string, options: ReadOptions = {}): AnyMessage {
  const { message, diagnostics } = parse(line, options);
  if (message === null) throw new DecodeError(diagnostics);
  return message;
}
