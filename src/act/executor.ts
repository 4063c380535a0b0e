/** What an executor can do. What it does not declare it cannot do, and `prepare` says so. */
export interface Capabilities {
  /**
   * `key`: one effect a key for `retention` seconds; the same key with other values is an error, or gets the
   * cached answer. `natural`: the act carries a reference that the executor can be asked for. `none`: neither.
   */
  readonly idempotency:
    | { readonly kind: 'none' }
    | { readonly kind: 'key'; readonly retention: number; readonly mismatch: 'error' | 'cached' }
    | { readonly kind: 'natural' };
  readonly lookup: boolean;
  /** Refuses a call past its valid-until. */
  readonly deadline: boolean;
  readonly reversal: boolean;
  /** Seconds after which no request of ours can still take effect; `never`: only positive evidence or a person settles. */
  readonly horizon: number | 'never';
}

/** The frozen call as it reaches an executor. */
export interface Call {
  readonly ask: string;
  readonly item: string;
  readonly conversation: string;
  readonly handoff: string;
  /** The slots that the act runs with, as written on a line. */
  readonly values: Readonly<Record<string, string>>;
  /** SHA-256 of the artifacts that the act depends on, by reference. */
  readonly artifacts: Readonly<Record<string, string>>;
}

/** One attempt: the same key on all of them. */
export interface Attempt {
  readonly call: Call;
  readonly key: string;
  readonly attempt: number;
  /** The last moment to start, as YYYYMMDDTHHMMZ; null when the statement names none. */
  readonly validUntil: string | null;
}

/** What an executor answers. Anything it cannot vouch for is `unknown`. */
export type Answer =
  | {
      readonly outcome: 'executed';
      readonly values: Readonly<Record<string, unknown>>;
      readonly reference?: string;
    }
  /** A no. `final`: the executor will answer the same for this key for ever. `retry`: asking again later may help. */
  | {
      readonly outcome: 'declined';
      readonly final: boolean;
      readonly reason?: string;
      readonly retry?: boolean;
    }
  /** Taken, not done yet: to be looked up. */
  | { readonly outcome: 'pending'; readonly reference?: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What a look-up answers. */
export type Found =
  | {
      readonly outcome: 'found';
      readonly values: Readonly<Record<string, unknown>>;
      readonly reference?: string;
    }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** Something that acts in the world. `run` and `lookup` may throw: that is an unknown outcome. */
export interface Executor {
  readonly name: string;
  readonly can: Capabilities;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  run(attempt: Attempt): Promise<Answer>;
  lookup?(attempt: Attempt): Promise<Found>;
}
