import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from './vectors/vector.ts';

const folder = new URL('../../spec/conformance/', import.meta.url);

/** The vectors that come with the package, in the order of their files. */
export function* ownVectors(): Generator<Row> {
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()) {
    for (const row of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (row !== '') yield JSON.parse(row);
    }
  }
}

/**
 * The vector that is about a code: one that is named after it and has a mended form where there is such a one, else any
 * that raises it.
 */
export function vectorAbout(code: string, vectors: Iterable<Row> = ownVectors()): Row | undefined {
  let best: Row | undefined;
  for (const row of vectors) {
    if (closeness(row, code) > (best === undefined ? 0 : closeness(best, code))) best = row;
  }
  return best;
}

function closeness({ id, codes, mended }: Row, code: string): number {
  const raised = ((codes ?? []) as readonly (readonly [string, string])[]).map(([one]) => one);
  if (!raised.includes(code)) return 0;
  const isNamedSo = typeof id === 'string' && id.startsWith(code);
  return 1 + (isNamedSo ? 1 : 0) + (raised[0] === code ? 2 : 0) + (mended === undefined ? 0 : 4);
}
