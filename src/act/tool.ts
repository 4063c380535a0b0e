import type { AnyMessage } from '../codec/message.ts';
import type { Contradiction } from '../ledger/fact.ts';
import type { Handle, KeptVerdict } from '../ledger/ledger.ts';
import type { Handoff, Statement } from '../ledger/state.ts';
import type { Executor } from './executor.ts';
import type { ActRefusal } from './refusal.ts';

/** What an act tool is made of. The side that confirms needs only `ledger`. */
export interface ActToolOptions {
  /** The handle of the side that uses this tool; confirming and executing sides hold different ones. */
  readonly ledger: Handle;
  /** The executor of each ask. */
  readonly executors?: Readonly<Record<string, Executor>>;
  /** The tool's own records: values by slot, as written, for what the handoff leaves open and to compare with what it says. */
  readonly resolve?: (handoff: AnyMessage) => Values | Promise<Values>;
  /** Reads an artifact that `art=` names, to freeze its hash; null when it is none of the tool's. */
  readonly artifact?: (reference: string) => Promise<Uint8Array | string | null>;
  /** Who is asked about contradictions; the handoff's sender unless set. */
  readonly ask?: string;
  /** Who settles what nothing else can; `human` unless set. */
  readonly person?: string;
  /** Milliseconds that a second commit waits for the first one's result; 10 s unless set. */
  readonly wait?: number;
  /**
   * Milliseconds that a statement lasts where neither the handoff nor `prepare` names its exp, in whole minutes; a day
   * unless set.
   */
  readonly statementLife?: number;
  /** Milliseconds within which a claimed statement has to be sent; 5 s unless set. */
  readonly sendWithin?: number;
  /** Keyed resends of one statement at most; 5 unless set. */
  readonly attempts?: number;
}

/** Values by slot, as written on a line. */
export type Values = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Refused {
  readonly outcome: 'refused';
  readonly reason: ActRefusal;
  /** What is wrong and what to do next, for a person. */
  readonly message: string;
  /** Nothing was executed, and the same call may succeed later. */
  readonly retryable: boolean;
  /** A line that was written because of it (UN why=DUP), or that already answers it. */
  readonly line: string | null;
}

/** A statement as a side may see it. */
export interface StatementView extends Statement {
  readonly line: string;
  /** What to tell a person of it. */
  readonly notice: Notice;
}

/** What a user is told of a statement, and what to do about it (act.md 8). */
export interface Notice {
  readonly code:
    | 'WAITING'
    | 'READY'
    | 'RUNNING'
    | 'CHECKING'
    | 'PENDING'
    | 'UNKNOWN'
    | 'DONE'
    | 'NOT-DONE'
    | 'MISMATCH'
    | 'EXPIRED'
    | 'ABANDONED'
    | 'TOO-LATE-TO-CANCEL'
    | 'INCIDENT';
  /** Full sentences, without the code. */
  readonly text: string;
  readonly todo: 'nothing' | 'confirm' | 'wait' | 'look up' | 'prepare' | 'decide' | 'UNDO';
}

export interface PrepareInput {
  /** The id of the handoff. */
  readonly handoff: string;
  /** The call's own arguments, to be compared with the handoff. */
  readonly call?: Values;
  /** What the receiver says of its own where rb= asks for understanding: acc, do, not, asm, eta. */
  readonly readback?: Values;
  /** The last moment to confirm and to start, YYYYMMDDTHHMMZ; never later than the handoff's. */
  readonly exp?: string;
  /** Goes to the statement and no further: nothing is written. */
  readonly dryRun?: boolean;
}

/** `dry-run`: what prepare would have come to. Nothing was written, and its token and ids are nobody's. */
export type PrepareOutcome = Prepared | { readonly outcome: 'dry-run'; readonly would: Prepared };

/** What prepare comes to. */
export type Prepared =
  | {
      readonly outcome: 'prepared';
      /** The same statement was there before. */
      readonly repeat: boolean;
      readonly token: string;
      /** The RB: the execution slots as they will run. */
      readonly line: string;
      readonly statement: Statement;
      readonly handoff: Handoff;
      /** The ledger's verdict, as this side may see it. */
      readonly verdict: KeptVerdict;
      /** What the executor cannot do, and what could not be frozen. */
      readonly notes: readonly string[];
    }
  | {
      /** The readback went out and fails against what the sender kept: the handoff is held, the statement discarded. */
      readonly outcome: 'held';
      readonly line: string;
      readonly handoff: Handoff;
      readonly verdict: KeptVerdict;
    }
  | {
      readonly outcome: 'question';
      readonly repeat: boolean;
      /** The AQ, with closed options. */
      readonly line: string;
      readonly contradictions: readonly Contradiction[];
    }
  | Refused;

export type ConfirmOutcome =
  | {
      readonly outcome: 'confirmed' | 'declined';
      readonly repeat: boolean;
      readonly line: string;
      readonly statement: Statement;
    }
  | Refused;

export type CommitOutcome =
  | {
      readonly outcome: 'executed';
      readonly repeat: boolean;
      readonly token: string;
      readonly message: string;
      /** The DN, composed from what the executor returned. */
      readonly line: string;
      /** Another value ran than was planned: the DN fails its check and says so. */
      readonly mismatch: boolean;
      readonly verdict: KeptVerdict;
      /** The question whether to undo it, where there was a mismatch. */
      readonly question: string | null;
    }
  | {
      readonly outcome: 'not-executed';
      readonly repeat: boolean;
      readonly token: string;
      readonly message: string;
      readonly line: string;
      readonly cause: string;
    }
  | {
      readonly outcome: 'unknown';
      readonly token: string;
      readonly cause: string;
      readonly message: string;
      /** What will settle it: the same key again, a look-up, a look-up after a time, or a person. */
      readonly next: 'resend' | 'look-up' | 'wait' | 'person';
      /** The question to the person, once there is one. */
      readonly question: string | null;
    }
  | Refused;

/** A named person's answer to an unknown outcome, with what was seen. */
export interface PersonAnswer {
  readonly outcome: 'EXECUTED' | 'NOTEXEC' | 'STILL-UNKNOWN';
  /** What was looked at; goes into the answer's tail. */
  readonly evidence: string;
  /** The values that were seen to have run; needed with EXECUTED. */
  readonly values?: Values;
}

/** What an executor sent by itself. */
export interface CallbackInput {
  /** The exact bytes as they arrived. */
  readonly body: string | Uint8Array;
  readonly signature: string;
  /** The statement, where the body does not name it: from the address that was called. */
  readonly token?: string;
  /** The executor that it is from; each that has a callback is tried unless given. */
  readonly executor?: string;
}

/** Two phases around anything that cannot be undone (spec 7). */
export interface ActTool {
  /** Freezes the call of a handoff under a token and reads it back. */
  prepare(input: PrepareInput): Promise<PrepareOutcome>;
  /** The sender's answer to a statement: `Y` clears it, anything else discards it. */
  confirm(input: { readonly token: string; readonly answer?: string }): Promise<ConfirmOutcome>;
  /** Runs exactly the frozen statement, once. */
  commit(input: { readonly token: string }): Promise<CommitOutcome>;
  /** Discards a statement that has not been claimed. */
  abandon(input: {
    readonly token: string;
  }): Promise<{ readonly outcome: 'abandoned'; readonly statement: Statement } | Refused>;
  /** Settles an unknown outcome: by the same key again, by a look-up, or by a person's answer. */
  settle(input: { readonly token: string; readonly answer?: PersonAnswer }): Promise<CommitOutcome>;
  /** Settles everything that this principal's statements left unknown, after a restart or later. */
  recover(): Promise<readonly CommitOutcome[]>;
  /** Takes a signed callback of an executor that settles later: what came of a statement. */
  callback(input: CallbackInput): Promise<CommitOutcome>;
  /** The statement under a token, with the identical readback line. */
  show(input: { readonly token: string }): Promise<StatementView | null>;
}
