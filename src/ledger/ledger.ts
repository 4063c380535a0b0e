import type { AnyMessage } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { DoneChecked } from './done.ts';
import type { OwnWords, ReadbackMade } from './make-readback.ts';
import type { InboxOptions } from './outbox.ts';
import type { People } from './people/people.ts';
import type { PolicyOutcome } from './policy/answer.ts';
import type { Policy } from './policy/policy.ts';
import type { Principals } from './principals/principals.ts';
import type { HeadExport, HeadsExported } from './proof/head-export.ts';
import type { Heads } from './proof/heads.ts';
import type { Difference, Rechecked, RecheckOptions } from './proof/recheck.ts';
import type { Redacted, RedactInput } from './proof/redact.ts';
import type { Verified, VerifyOptions } from './proof/verify.ts';
import type { OpenQuestion, QuestionsWanted } from './questions.ts';
import type { Refusal } from './refusal.ts';
import type { Handoff, Statement } from './state.ts';
import type { Store } from './store.ts';
import type { Swept } from './sweep.ts';
import type { Reconciled } from './trust.ts';

/** What a ledger is made of. `clock` replaces the store's own clock, in milliseconds since 1970, for tests. */
export interface LedgerOptions {
  readonly store: Store;
  readonly clock?: () => number;
  readonly profiles?: Profiles;
  /** Part of every idempotency key; `default` unless several organisations pay through one executor. */
  readonly tenant?: string;
  /** Guarded asks that are done outside the act tool: the receiver's own DN is taken, checked against the plan. */
  readonly elsewhere?: readonly string[];
  /** Lets the principal that executes also confirm. Off unless set. */
  readonly selfConfirm?: boolean;
  /** How much one principal may have open; what is beyond it is answered UN why=BUSY. */
  readonly caps?: Partial<Caps>;
}

/** What one principal may have open at once, over all conversations. */
export interface Caps {
  /** Handoffs that it sent; 10,000 unless set. */
  readonly openHandoffs: number;
  /** Statements that it prepared and that may still run, or whose outcome is unknown; 10,000 unless set. */
  readonly liveStatements: number;
}

/** Who is connected: the ledger stamps it on every entry, and no line speaks for anybody else. */
export interface Connection {
  readonly principal: string;
  /** The agent names that the principal may speak as. */
  readonly agents: readonly string[];
  /** The partition that the lines belong to; `main` unless set. */
  readonly conversation?: string;
  /** The principal is a person: needed to speak as `human`. */
  readonly person?: boolean;
}

/** What a sender keeps to itself beside a handoff, readable by its principal alone. */
export interface Kept {
  /** The approved values, as check-ho takes them (6.1). */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Execution slots on the handoff that the record lacks, on purpose (R26). */
  readonly add?: readonly string[];
  /** Approved values that the handoff leaves open on purpose: the readback has to resolve them to these. */
  readonly withheld?: Readonly<Record<string, unknown>>;
  /** Criteria that the readback has to derive, as `key:value` (6.2). */
  readonly criteria?: readonly string[];
  /** A readback that resolves an execution slot to a value which neither record nor `withheld` holds fails; else it is noted (6.2). */
  readonly onlyRecorded?: boolean;
  /** The whole of the call that the handoff is about, where its slots cannot hold it; art= names its hash. */
  readonly call?: string;
}

export interface SendOptions extends Kept {
  /** Lets the ledger write CX why=EXPIRED in the sender's name once the handoff's exp has passed. */
  readonly closeWhenExpired?: boolean;
  /**
   * When the readback is expected, as YYYYMMDDTHHMMZ or in milliseconds: a handoff without one by then is shown first
   * among the open ones, as late, and the sweep writes it down. It stays its sender's.
   */
  readonly readbackBy?: string | number;
}

/** A verdict as it is kept. Findings that would tell what a sender kept to itself reach its principal alone. */
export interface KeptVerdict {
  readonly passes: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Of a readback: tiers 1 and 2 hold, and all that was asked holds. */
  readonly roger?: boolean;
  readonly wilco?: boolean;
  /** Of a readback whose criteria the ledger was not given. */
  readonly unchecked?: boolean;
}

/** An entry as a connection may see it. */
export interface EntryView {
  readonly sequence: number;
  /** Milliseconds, by the ledger's clock. */
  readonly at: number;
  readonly principal: string;
  /** Written by code in this agent's name; null when the line was brought by its own principal. */
  readonly delegateFor: string | null;
  /** The policy whose answer it is; null for the principal's own word. */
  readonly policy: string | null;
  readonly line: string | null;
  readonly id: string | null;
  readonly type: string | null;
  readonly refused: Refusal | null;
  readonly verdict: KeptVerdict | null;
  readonly hash: string;
}

/** What became of a line. A refused line is kept too, as evidence. */
export type Sent =
  | {
      /**
       * `exists`: the same line under the same id was there before; nothing was written. `declined`: the handoff was taken
       * and answered UN why=BUSY at once, since its sender has too many open.
       */
      readonly outcome: 'accepted' | 'exists' | 'declined';
      readonly id: string;
      readonly entry: EntryView;
      readonly verdict: KeptVerdict | null;
      /** The handoff that the line is about, as it is now. */
      readonly handoff: Handoff | null;
      /** Lines that the ledger wrote because of this one (the acknowledgement of a CX). */
      readonly written: readonly string[];
    }
  | {
      readonly outcome: 'refused';
      readonly reason: Refusal;
      readonly message: string;
      readonly diagnostics: readonly Diagnostic[];
      /** The line that already answers it: what closed the handoff, or the recorded answer. */
      readonly answer: string | null;
    };

/** An open handoff as people look at it. */
export interface OpenHandoff extends Handoff {
  readonly line: string;
  /** Milliseconds since it was sent. */
  readonly age: number;
  /** Past its exp or the UTC day of its due. */
  readonly orphaned: boolean;
  /** Not read back by the time that its sender set. */
  readonly late: boolean;
  readonly statement: Statement | null;
}

/** One principal's hands on one conversation. */
export interface Handle extends Required<Connection> {
  /** Appends a line: judged, stamped and kept. Never throws for what a line says; throws LedgerError for broken storage. */
  send(line: string | AnyMessage, options?: SendOptions): Promise<Sent>;
  /**
   * Has a policy answer a readback or a question to one of this handle's agents: recorded as the policy's, never as a
   * person's. Throws UsageError for a person's handle and for rules that say nothing.
   */
  answerBy(policy: Policy, id: string): Promise<PolicyOutcome>;
  /** Gives out an id that nobody was given before. `agent` may be left out when the handle speaks as one. */
  nextId(agent?: string): Promise<string>;
  /**
   * Accepted lines addressed to this handle's agents, in order, that nobody has acknowledged; it may wait for the first. Throws
   * LedgerError `ledger/revoked` once the handle's key was revoked.
   */
  inbox(options?: InboxOptions): Promise<readonly EntryView[]>;
  /** The lines up to an entry's sequence were taken: the inbox of the agent, or of each of the handle's, goes on after it. */
  acknowledge(sequence: number, agent?: string): Promise<void>;
  /** Handoffs that are not closed: those that are late first, then the oldest. */
  open(): Promise<readonly OpenHandoff[]>;
  /**
   * Questions that wait for an answer, the oldest first: to agents or to a person, about closed handoffs too where what ran is
   * still to be decided on. A page of 100 unless set; go on after the sequence of the last one.
   */
  questions(wanted?: QuestionsWanted): Promise<readonly OpenQuestion[]>;
  /** The entry of a message, with the handoff it is about, and the id of the answer that it got. */
  show(id: string): Promise<{
    readonly entry: EntryView;
    readonly handoff: Handoff | null;
    readonly answer: string | null;
  } | null>;
  /** The statement under a token. */
  statement(token: string): Promise<Statement | null>;
  /** Every entry of the conversation in order, refused ones included. */
  thread(options?: { readonly after?: number; readonly limit?: number }): Promise<readonly EntryView[]>;
  /** Every accepted line about an item, in order. */
  history(item: string): Promise<readonly EntryView[]>;
  /** The readback of a handoff to one of this handle's agents, composed of what really arrived; it is not sent. */
  makeReadback(id: string, options?: OwnWords): Promise<ReadbackMade>;
  /**
   * The done report of a handoff, by the id of either: checked against what was sent, what the sender confirmed and, for
   * its principal, what it kept. A guarded act counts as done only where its statement was executed. Null: no such handoff.
   */
  checkDone(id: string): Promise<DoneChecked | null>;
  /** Who has an item: the receiver of the newest handoff on it whose readback passed, else its sender. */
  owner(item: string): Promise<string | null>;
  /** What this principal kept beside a handoff; null for everybody else. */
  kept(id: string): Promise<Kept | null>;
}

/** A log of lines with their verdicts, and what follows from them. */
export interface Ledger {
  /** A handle for one principal. Throws UsageError for names that are none. */
  as(connection: Connection): Handle;
  /**
   * A handle for the principal that a key belongs to; null for no such key, a revoked one, and a conversation that is
   * not its principal's. A key that is revoked later stops the handle at its next step.
   */
  connect(key: string, options?: { readonly conversation?: string }): Promise<Handle | null>;
  /** Names of conversations that have lines, in order, 100 unless set; go on after the last one. */
  conversations(page?: { readonly after?: string; readonly limit?: number }): Promise<readonly string[]>;
  /** Who may connect with a key. */
  readonly principals: Principals;
  /** Who signs in as a person, with passkeys. */
  readonly people: People;
  /** Expires statements, gives up leases that ran out, marks late readbacks, closes expired handoffs where their sender lets it; bounded. */
  sweep(options?: { readonly limit?: number }): Promise<Swept>;
  /** Where every conversation stands now, or one of them: the document that `signHeads` signs. */
  head(conversation?: string): Promise<Heads>;
  /**
   * Signs where the ledger stands and puts the document into a file or gives it to a command; with `every`, only when that
   * is due. What the file holds from the last time stays where the ledger no longer agrees with it: that is the evidence.
   * Throws UsageError for no key.
   */
  exportHeads(input: HeadExport): Promise<HeadsExported>;
  /**
   * Recomputes the hash chains and names the first bad entry, or says what it cannot exclude. Throws UsageError for heads that
   * the key did not sign.
   */
  verify(options?: VerifyOptions): Promise<Verified>;
  /**
   * Judges every line once more with what stood before it, under this version and these profiles: yields each that comes out
   * otherwise than is recorded, and returns what was looked at. Changes nothing.
   */
  recheck(options?: RecheckOptions): AsyncGenerator<Difference, Rechecked>;
  /**
   * Drops the content of an entry and what is kept beside it; its hash stays, and a further entry says what is left, why
   * and by whom. Nothing that is open is redacted. Throws UsageError without a reason or a name.
   */
  redact(input: RedactInput): Promise<Redacted>;
  /**
   * Ends the quarantine of a ledger that was restored or copied, in the name of the one who has looked: what was confirmed
   * in its older life is unknown and is settled like any other outcome, and what was open is sent again.
   */
  reconcile(options: { readonly by: string }): Promise<Reconciled>;
  /** Why nothing may be prepared or run now: the chain does not hold, or it is a copy; null when it may. */
  obstacle(): Promise<{ readonly reason: Refusal; readonly detail: string } | null>;
  close(): Promise<void>;
}
