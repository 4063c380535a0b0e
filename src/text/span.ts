/** Half-open offsets into a text, in UTF-16 units as `String.prototype.slice` counts them. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text under a span. */
export function quoted(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}
