import type { Span } from '../../text/span.ts';

/** Where a text says a value, in whatever form people write it. */
export interface Occurrence {
  readonly span: Span;
  /** What keeps it from being certain: `could also be 10 February 2026`. Null when nothing does. */
  readonly doubt: string | null;
  /** The figure is below zero on the line, and stands without a sign here. */
  readonly unsigned: boolean;
}

/** The last of some spans in order, none over another, that begins at or before a place. */
export function spanAt<S extends Span>(spans: readonly S[], at: number): S | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as S).start <= at) low = middle + 1;
    else high = middle;
  }
  return spans[low - 1];
}
