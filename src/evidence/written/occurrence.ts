import type { Span } from '../../text/span.ts';

/** Where a text says a value, in whatever form people write it. */
export interface Occurrence {
  readonly span: Span;
  /** What keeps it from being certain: `could also be 10 February 2026`. Null when nothing does. */
  readonly doubt: string | null;
  /** The figure is below zero on the line, and stands without a sign here. */
  readonly unsigned: boolean;
}
