import { readFileSync } from 'node:fs';
import { conform } from '../../src/cli/conform.ts';
import { shippedCrosswalk, vectorCrosswalk } from '../../src/cli/evidence/shipped.ts';
import type { Context } from '../../src/cli/vectors/vector.ts';
import { builtIn } from '../../src/vocabulary/index.ts';

/** One row of a suite, as its file has it. */
export interface SuiteRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly kind: string;
}

/** The time of cases that do not name one. */
export const context: Context = {
  profiles: builtIn,
  now: '20261001T0900Z',
  crosswalk: shippedCrosswalk(vectorCrosswalk),
};

/** The rows of a suite's file. */
export function rowsOf(file: string): readonly SuiteRow[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => JSON.parse(row));
}

/** Why a row is not as it says: what it got when that is another word, and each further fault. */
export function faultsOf(row: SuiteRow): readonly string[] {
  const outcome = conform(row, context);
  if (outcome === null) return [`kind ${row.kind} is not known`];
  const { expect, got, faults, problems } = outcome;
  return got === expect ? faults : [`expected ${expect}, got ${got}: ${problems.join('; ')}`, ...faults];
}
