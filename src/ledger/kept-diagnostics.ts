import type { Diagnostic } from '../diagnostic/diagnostic.ts';

/** How many findings of one line are kept: a hostile line of 8,192 characters can have thousands. */
const most = 100;

/** Findings as they are stored beside their line: the line itself is not written once more for each of them. */
export function packed(diagnostics: readonly Diagnostic[], line: string): readonly Diagnostic[] {
  return diagnostics
    .slice(0, most)
    .map((found) => (found.at?.line === line ? { ...found, at: { ...found.at, line: '' } } : found));
}

/** The findings with their line again. */
export function unpacked(diagnostics: readonly Diagnostic[], line: string): readonly Diagnostic[] {
  return diagnostics.map((found) =>
    found.at?.line === '' ? { ...found, at: { ...found.at, line } } : found,
  );
}
