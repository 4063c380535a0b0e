import { type Diagnostic, hasErrors } from './diagnostic.ts';

/** The outcome of a comparison: it passes when it holds no error. */
export interface Verdict {
  readonly passes: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The verdict that a list of findings amounts to. */
export function verdict(diagnostics: readonly Diagnostic[]): Verdict {
  return { passes: !hasErrors(diagnostics), diagnostics };
}
