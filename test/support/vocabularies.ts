import { builtIn } from '../../src/vocabulary/built-in.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** Core and every built-in profile. */
export const vocabularies: readonly Vocabulary[] = [
  builtIn.core,
  ...builtIn.names.flatMap((name) => builtIn.get(name) ?? []),
];

/** How much a generated test runs: the number that its environment variable names, else what CI affords. */
export function runs(variable: string, inCi: number): number {
  return Number(process.env[variable] ?? inCi);
}
