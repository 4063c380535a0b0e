/**
 * Why the tool's own records give no values; `code` is stable. `source/unreadable` may pass: nobody knows what they say.
 * The others are what they say: nothing, two things, or what is no value.
 */
export class SourceError extends Error {
  readonly code: 'source/missing' | 'source/ambiguous' | 'source/value' | 'source/unreadable';

  constructor(code: SourceError['code'], message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.name = 'SourceError';
    this.code = code;
  }
}
