import type { Span } from '../text/span.ts';

/** `error` refuses or fails; `warning` is told and fails under `--strict`; `info` is told. */
export type Severity = 'error' | 'warning' | 'info';

/** Where a finding points: the text it is about and the part of it; `number` counts lines of a file from 1. */
export interface Place {
  readonly line: string;
  readonly span: Span;
  readonly number?: number;
}

/** One thing said about a line, a record, a profile or a thread. Match on `code`: words may improve, codes stay. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly at?: Place;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Whether any of the findings is an error: the line is refused, the check fails. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
