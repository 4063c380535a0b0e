import type { Span } from '../../text/span.ts';

/** Where a text says a value, in whatever form people write it. */
export interface Occurrence {
  readonly span: Span;
  /** What keeps it from being certain: `could also be 10 February 2026`. Null when nothing does. */
  readonly doubt: string | null;
  /** The figure is below zero on the line, and stands without a sign here. */
  readonly unsigned: boolean;
}

/** An occurrence with a doubt, unless it has one of its own. */
export function withDoubt(one: Occurrence, doubt: string | null): Occurrence {
  return one.doubt === null && doubt !== null ? { ...one, doubt } : one;
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

/** Written on to a value on one side and to more on the other: it is part of a longer one. */
const ties = /[-/._#+\u2010-\u2015\u2212]|\p{Cf}/u;

/** Why a reference or a day may be another: it stands in a longer reference. */
export function tiedTo(text: string, { start, end }: Span): string | null {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 2);
  const isTiedBefore = ties.test(before.slice(-1)) && /^[\p{L}\p{N}]/u.test(before) && before.length === 2;
  const isTiedAfter = ties.test(after.slice(0, 1)) && /[\p{L}\p{N}]$/u.test(after) && after.length === 2;
  return isTiedBefore || isTiedAfter ? 'is part of a longer reference' : null;
}
