import type { Judged } from './batch.ts';
import type { Step } from './commit.ts';
import type { PostgresPool } from './session.ts';
import type { Turn } from './turn.ts';

/** What the turns need of the store that they are taken for. */
export interface TurnsOf {
  readonly pool: PostgresPool;
  readonly schema: string;
  /** Whether a step without a reply was written (K11); if not, it never will be. */
  readonly wasWritten: (step: Step) => Promise<boolean>;
  readonly wrote: (conversation: string) => void;
}

/** A turn, and who waits for it. */
export interface Waiting {
  readonly turn: Turn<unknown>;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The turns of one conversation, in their order. */
export interface Lane {
  readonly conversation: string;
  readonly waiting: Waiting[];
  busy: boolean;
}

/** Turns of a conversation that were judged one after the other by what is known, and what each is answered. */
export interface Bundle {
  readonly lane: Lane;
  readonly taken: readonly Waiting[];
  readonly answers: readonly unknown[];
  readonly judged: Judged;
}
