import type { PrincipalFact, SessionFact } from './people/fact.ts';

/** Why a statement was discarded before it ran (act.md 3). */
export type Abandonment =
  | 'answer'
  | 'mismatch'
  | 'abandon'
  | 'changed'
  | 'cancel'
  | 'closed'
  | 'superseded'
  /** The ledger is a copy of the one in which it was prepared. */
  | 'epoch';

/** What a readback amounts to by the sender's record and criteria; `unchecked` waits for the sender's own answer. */
export type ReadbackStanding = 'passes' | 'fails' | 'unchecked';

/** The types that close a handoff. */
export type Closer = 'DN' | 'FL' | 'UN' | 'CX';

/**
 * What an entry changes. A fact is decided once, when the entry is written, and never judged again: state is a fold
 * over facts, so that a later version that would judge a line otherwise changes nothing (act.md 9).
 */
export type Fact =
  | {
      readonly fact: 'opened';
      /** The handoff at the root of the re= chain: itself, unless it re-issues another for the same item and ask. */
      readonly root: string;
      readonly retryOf: string | null;
      readonly ask: string;
      /** Only the act tool reports such an act done or failed. */
      readonly guarded: boolean;
      /** Milliseconds; null when the handoff names no exp=. */
      readonly exp: number | null;
      /** The sender lets the ledger close it with CX why=EXPIRED when its exp has passed. */
      readonly closeWhenExpired: boolean;
      /** When its sender expects the readback, in milliseconds; absent or null when it set no time. */
      readonly readbackBy?: number | null;
      /** Hash of the profile that judged it. */
      readonly profile: string;
      /** Whose it is, where another principal had it written in the name of its agent; absent of what its own sent. */
      readonly principal?: string;
    }
  | {
      readonly fact: 'read-back';
      readonly handoff: string;
      readonly readback: string;
      readonly standing: ReadbackStanding;
    }
  /** A policy gave this answer, and no person; `sha256` is that of its rules. */
  | { readonly fact: 'by-policy'; readonly message: string; readonly policy: string; readonly sha256: string }
  /** A person said go, to exactly these values; in the entry of the answer. */
  | { readonly fact: 'approved'; readonly approval: Approval }
  /** A person said go to a question that needs a second one: it has no answer yet. */
  | { readonly fact: 'approval-begun'; readonly question: string; readonly approver: Approver }
  | { readonly fact: 'superseded'; readonly handoff: string; readonly by: string }
  /** It was not read back by the time that its sender set. */
  | { readonly fact: 'overdue'; readonly handoff: string }
  /** It is open in a copy of the ledger, where nobody knows what was done: nothing of it runs until it is sent again. */
  | { readonly fact: 'quarantined'; readonly handoff: string }
  /** The sender's answer to a readback that had no statement: what the ledger could not check is now checked. */
  | { readonly fact: 'accepted'; readonly handoff: string; readonly answer: string }
  | { readonly fact: 'rejected'; readonly handoff: string; readonly answer: string }
  | { readonly fact: 'answered'; readonly message: string; readonly answer: string }
  /** An agent's answer about the handoff was a code that stops, or one that lifts its earlier stop (6.5 R46). */
  | { readonly fact: 'stopped'; readonly handoff: string; readonly agent: string }
  | { readonly fact: 'lifted'; readonly handoff: string; readonly agent: string }
  | { readonly fact: 'cancelling'; readonly handoff: string; readonly cancel: string }
  | {
      readonly fact: 'closed';
      readonly handoff: string;
      readonly closer: Closer;
      readonly message: string;
      /** The act ran with other values than its plan. */
      readonly mismatch: boolean;
    }
  | {
      readonly fact: 'questioned';
      readonly handoff: string;
      readonly question: string;
      readonly contradictions: readonly Contradiction[];
    }
  /** Somebody is asked: what became of an unknown outcome, or whether to undo what ran otherwise than planned. */
  | { readonly fact: 'escalated'; readonly token: string; readonly question: string }
  | { readonly fact: 'prepared'; readonly token: string; readonly statement: PreparedStatement }
  | {
      readonly fact: 'confirmed';
      readonly token: string;
      readonly answer: string;
      readonly principal: string;
    }
  | {
      readonly fact: 'abandoned';
      readonly token: string;
      readonly why: Abandonment;
      readonly by: string | null;
    }
  | { readonly fact: 'expired'; readonly token: string }
  /** The content of an earlier entry was dropped; `remains` is its text from then on, to the byte. */
  | {
      readonly fact: 'redacted';
      readonly sequence: number;
      readonly reason: string;
      readonly remains: string;
    }
  | {
      readonly fact: 'claimed';
      readonly token: string;
      readonly fence: number;
      readonly worker: string;
      readonly lease: number;
    }
  | {
      readonly fact: 'unknown';
      readonly token: string;
      readonly fence: number;
      readonly cause: string;
      readonly reference: string | null;
      readonly heard?: Heard;
    }
  | { readonly fact: 'executed'; readonly token: string; readonly result: ExecutedResult }
  | { readonly fact: 'not-executed'; readonly token: string; readonly cause: string; readonly report: string }
  /** An UNDO has reversed what it did: the act may be done again, under these keys no more held. */
  | {
      readonly fact: 'undone';
      readonly token: string;
      /** The token of the UNDO's statement. */
      readonly by: string;
      readonly released: readonly string[];
    }
  /** Evidence of an effect that no state allows: recorded and shown, never dropped. */
  | {
      readonly fact: 'incident';
      readonly token: string;
      readonly cause: string;
      readonly result: ExecutedResult;
    }
  /** Somebody has looked at what a copy of the ledger left unknown; in the reserved conversation `.ledger`. */
  | { readonly fact: 'epoch-settled'; readonly epoch: string }
  /** The text of a profile that handoffs are judged by, as JSON; in the reserved conversation `.profiles`. */
  | { readonly fact: 'profile'; readonly hash: string; readonly profile: string }
  | PrincipalFact
  | SessionFact;

/** What a person's go lets run, and nothing else: a record that check-ho and prepare take. */
export interface Approval {
  readonly question: string;
  /** The AN that it stands beside. */
  readonly answer: string;
  /** What it is named by: the value of the slot that the profile keeps for it, else its own. */
  readonly reference: string;
  readonly ask: string;
  readonly item: string;
  /** The values that were shown, by slot, as written on a line. */
  readonly values: Readonly<Record<string, string>>;
  /** SHA-256 of ask, item and values as canonical JSON. */
  readonly sha256: string;
  /** Everybody who said go, in order: one, or as many as the policy asks for. */
  readonly approvers: readonly Approver[];
  /** The policy that said how many; null where there is none. */
  readonly policy: { readonly name: string; readonly sha256: string } | null;
}

/** A person who said go, and how that person was proved; times in milliseconds. */
export interface Approver {
  readonly person: string;
  readonly at: number;
  readonly proof: Proof;
  /** SHA-256 of ask, item and values: a go counts for these and no others. */
  readonly approved: string;
  /** SHA-256 of all that was shown, the values with what stood beside them. */
  readonly shown: string;
}

/** How a person was proved: the passkey that opened the session, and when. */
export interface Proof {
  readonly kind: 'passkey';
  readonly passkey: string;
  readonly since: number;
}

/** A slot on which the handoff and the call, or the tool's own records, disagree; values as written on a line. */
export interface Contradiction {
  readonly slot: string;
  readonly sent: string;
  readonly resolved: string;
  readonly source: 'call' | 'records';
  /** A reader takes one for the other. */
  readonly alike?: true;
}

/** What `prepare` freezes. */
export interface PreparedStatement {
  readonly handoff: string;
  readonly root: string;
  readonly readback: string;
  /** The only principal that may commit it. */
  readonly principal: string;
  readonly executor: string;
  /** The exact bytes that run: canonical JSON, and their SHA-256. */
  readonly call: string;
  readonly sha256: string;
  /** Digest of what the statement was made from: resolved values and artifacts. */
  readonly sources: string;
  /** The idempotency key: hash of tenant, conversation, root handoff and ask, and nothing else (act.md rule 4). */
  readonly key: string;
  /** What no second live or executed statement may share: ask and item, and the slots of single use. */
  readonly actKeys: readonly string[];
  /** Milliseconds. */
  readonly exp: number | null;
}

/** What is known of an act whose outcome is not: what its executor said besides, and what nobody can say any more. */
export interface Heard {
  /** It was begun in a life of the ledger that is lost, and its sender may have been told there that it was not done. */
  readonly copied?: true;
  /** It has taken the act: that it knows of none cannot be right any more. */
  readonly taken?: true;
  /** It knows the key with other values: asking again under it gets nowhere. */
  readonly conflict?: true;
  /** Milliseconds before which it does not want to be asked again. */
  readonly retryAt?: number;
}

/** What ran, as the executor, a look-up, a callback or a named person reported it; slots as written on a line. */
export interface ExecutedResult {
  readonly values: Readonly<Record<string, string>>;
  readonly reference: string | null;
  readonly evidence: 'reply' | 'look-up' | 'callback' | 'person';
  /** The id of the DN that reports it. */
  readonly report: string;
  /** Other values ran than were planned. */
  readonly mismatch: boolean;
}
