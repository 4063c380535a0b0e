import type { Capabilities } from './capabilities.ts';

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
  /** Of an UNDO: the act that it reverses. */
  readonly reverses?: Reversed;
}

/** An act that was done, as its executor knows it. */
export interface Reversed {
  /** The DN that reported it. */
  readonly report: string;
  readonly key: string;
  /** The executor's own reference, where it gave one. */
  readonly reference: string | null;
}

/** One attempt: the same key and the same reference on all of them. */
export interface Attempt {
  readonly call: Call;
  readonly key: string;
  readonly attempt: number;
  /** The last moment to start, as YYYYMMDDTHHMMZ; null when the statement names none. */
  readonly validUntil: string | null;
  /** Milliseconds, from the call on, within which its first byte has to leave, or never: absent from a look-up. */
  readonly startWithin?: number;
  /** A short name of the act, made of the key: for what an executor shows on its statements (18 characters). */
  readonly reference: string;
  /** What the executor called the act in an earlier answer; null before it said so. */
  readonly known: string | null;
  /** The statement, which a callback names: a public name, and no authority. */
  readonly token: string;
}

/** What an executor answers. Anything it cannot vouch for is `unknown`. */
export type Answer =
  | {
      readonly outcome: 'executed';
      readonly values: Readonly<Record<string, unknown>>;
      readonly reference?: string;
    }
  /**
   * A no. `final`: the executor will answer the same for this key for ever. `retry`: asking again later may help.
   * `mismatch`: it knows the key with other values: these did not run, and others may have.
   */
  | {
      readonly outcome: 'declined';
      readonly final: boolean;
      readonly reason?: string;
      readonly retry?: boolean;
      readonly mismatch?: boolean;
    }
  /** Taken, not done yet: to be looked up, or told by a callback. */
  | { readonly outcome: 'pending'; readonly reference?: string }
  /** `after`: seconds before which it does not want to be asked again. */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly after?: number };

/** What a look-up answers. `declined`: the act is known there, and was not done. */
export type Found =
  | {
      readonly outcome: 'found';
      readonly values: Readonly<Record<string, unknown>>;
      readonly reference?: string;
    }
  | { readonly outcome: 'not-found' }
  | { readonly outcome: 'declined'; readonly final: boolean; readonly reason?: string }
  | { readonly outcome: 'pending'; readonly reference?: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** A callback as it arrived: the exact bytes of its body, and its signature. */
export interface Delivery {
  readonly body: string | Uint8Array;
  readonly signature: string;
  /** Milliseconds, by the ledger's clock. */
  readonly now: number;
}

/** What a callback says, of which act; nothing of it is taken before its signature held. */
export type Told =
  | {
      readonly outcome: 'told';
      readonly key: string;
      readonly token: string | null;
      /** Milliseconds: when it was said. */
      readonly at: number;
      readonly answer: Found;
    }
  | { readonly outcome: 'refused'; readonly reason: 'unsigned' | 'stale' | 'unreadable' };

/** Something that acts in the world. Each of these may throw: that is an unknown outcome. */
export interface Executor {
  readonly name: string;
  /** What it can do; what it does not declare it cannot. */
  readonly can?: Partial<Capabilities>;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  /**
   * Why it cannot act now, such as a secret that is not there; null when it can. Asked before anything is prepared, and
   * before anything is claimed.
   */
  ready?(before?: 'prepare' | 'claim'): string | null;
  run(attempt: Attempt): Promise<Answer>;
  lookup?(attempt: Attempt): Promise<Found>;
  /** Reverses the act that the call of an UNDO names; used where no executor is given for UNDO itself. */
  reverse?(attempt: Attempt): Promise<Answer>;
  /** Reads a callback of its own; never throws for what a stranger sends. */
  callback?(delivery: Delivery): Promise<Told>;
}
