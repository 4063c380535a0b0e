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
