import type {
  Abandonment,
  Approval,
  Approver,
  Closer,
  Contradiction,
  ExecutedResult,
  Heard,
  PreparedStatement,
  ReadbackStanding,
} from './fact.ts';

/** The states of a handoff (act.md 4). SUPERSEDED: its re-issue was read back. */
export type HandoffState =
  | 'OPEN'
  | 'HELD'
  | 'OWNED'
  | 'CLEARED'
  | 'CANCELLING'
  | 'SUPERSEDED'
  | 'CLOSED_DN'
  | 'CLOSED_FL'
  | 'CLOSED_UN'
  | 'CLOSED_CX';

/** The states of a statement (act.md 3). */
export type StatementState =
  | 'PREPARED'
  | 'CONFIRMED'
  | 'CLAIMED'
  | 'UNKNOWN'
  | 'EXECUTED'
  | 'NOTEXEC'
  | 'ABANDONED'
  | 'EXPIRED';

/** A handoff as its entries leave it; times in milliseconds. */
export interface Handoff {
  readonly id: string;
  readonly root: string;
  readonly retryOf: string | null;
  readonly sequence: number;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly item: string;
  readonly ask: string;
  /** Who sent it: only this principal confirms or cancels. */
  readonly principal: string;
  readonly guarded: boolean;
  readonly exp: number | null;
  readonly closeWhenExpired: boolean;
  /** When the sweeper has to look whether it was read back; none unless the sender set one. */
  readonly readbackBy?: number | null;
  /** The deadline of its readback passed, and that is written down. */
  readonly overdue?: boolean;
  /** It was open when the ledger was copied: nothing of it runs until it is sent again. */
  readonly quarantined?: boolean;
  /** Hash of the profile that judged it: nothing is prepared or checked under another version. */
  readonly profile: string;
  readonly state: HandoffState;
  /** The agent that has the work: the sender until a readback passes. */
  readonly owner: string;
  readonly readback: {
    readonly id: string;
    readonly sequence: number;
    readonly standing: ReadbackStanding;
  } | null;
  /** When the sender answered the readback Y. */
  readonly confirmed: number | null;
  /** Agents whose last answer about the act was a code that stops; kept with the root of its handoffs. */
  readonly stoppedBy: readonly string[];
  readonly questions: readonly { readonly id: string; readonly contradictions: readonly Contradiction[] }[];
  readonly cancel: string | null;
  readonly closed: {
    readonly closer: Closer;
    readonly message: string;
    readonly mismatch: boolean;
    readonly at: number;
  } | null;
}

/** A statement as its entries leave it; times in milliseconds. */
export interface Statement extends PreparedStatement {
  readonly token: string;
  readonly state: StatementState;
  readonly preparedAt: number;
  readonly confirmed: { readonly answer: string; readonly principal: string; readonly at: number } | null;
  /** Counts claims; a write after a call holds only for the claim that it belongs to. */
  readonly fence: number;
  readonly worker: string | null;
  readonly lease: number | null;
  readonly firstClaimedAt: number | null;
  readonly lastClaimedAt: number | null;
  /** Why it is unknown, not executed, abandoned or expired. */
  readonly cause: string | null;
  readonly abandoned: { readonly why: Abandonment; readonly by: string | null } | null;
  readonly reference: string | null;
  /** What the executor said of it meanwhile; absent until it said something. */
  readonly heard?: Heard;
  /** The question to a person about an unknown outcome, or whether to undo what ran otherwise than planned. */
  readonly question: string | null;
  readonly result: ExecutedResult | null;
  /** The id of the FL or AN that reported that nothing ran. */
  readonly report: string | null;
  /** The token of the UNDO that reversed what it did; absent where none did. */
  readonly undone?: string;
  /** Evidence of an effect that came when the statement had ended without one. */
  readonly incident: ExecutedResult | null;
}

/** An accepted message as later lines need it. */
export interface MessageRow {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly re: string | null;
  /** Empty when it was redacted, and the digest too. */
  readonly line: string;
  /** SHA-256 of the canonical form, 64 hex digits: h= is its first 12, and never stands in for it. */
  readonly digest: string;
  readonly principal: string;
  /** The handoff that the line is about; null when it is about none. */
  readonly handoff: string | null;
  /** The answer that it got. */
  readonly answer: string | null;
  /** Of a person's answer: what it approves. */
  readonly approval?: Approval;
  /** Of a question that needs several people: who has said go so far. */
  readonly begun?: readonly Approver[];
  /** Digest of what its sender kept beside it; absent where version 1 of the schema wrote it. */
  readonly kept?: string | null;
}

/** State: what the entries of a conversation amount to, or the part of it that a step sees. */
export interface Rows {
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly messages: ReadonlyMap<string, MessageRow>;
  readonly handoffs: ReadonlyMap<string, Handoff>;
  readonly statements: ReadonlyMap<string, Statement>;
  /** The highest number among each agent's ids. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Whether nothing more can happen to a handoff. */
export function isClosed({ state }: Handoff): boolean {
  return state.startsWith('CLOSED_') || state === 'SUPERSEDED';
}

/** Whether a statement may still run or may have run unseen. */
export function isLive({ state }: Pick<Statement, 'state'>): boolean {
  return state === 'PREPARED' || state === 'CONFIRMED' || isHot({ state });
}

/** Whether a statement is running, or its outcome unknown. */
export function isHot({ state }: Pick<Statement, 'state'>): boolean {
  return state === 'CLAIMED' || state === 'UNKNOWN';
}

/** Whether no other statement may do the same act: this one may, or has, be it that nobody should have (an incident). */
export function holdsAct({ state, incident }: Pick<Statement, 'state' | 'incident'>): boolean {
  return isLive({ state }) || state === 'EXECUTED' || incident !== null;
}
