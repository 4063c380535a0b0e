/** Thrown when a caller asks for a check without what it needs, or with something that is none; `code` is stable. */
export class UsageError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'UsageError';
    this.code = code;
  }
}
