import { type AnyMessage, placeOf } from '../../codec/index.ts';
import type { Diagnostic, Place } from '../../diagnostic/diagnostic.ts';
import type { MessageType, Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Work } from './relays.ts';

/**
 * How a readback stands. `unchecked` passes all that the thread can see, while its sender may hold criteria or a record
 * that it was not compared with; `late` came after the end of its handoff, or crossed its CX.
 */
export type Standing = 'passes' | 'unchecked' | 'void' | 'late';

/** What is kept of a line under its id; `message` only while something may still be compared with it. */
export interface Seen {
  readonly id: string;
  /** SHA-256 of the line: tells an exact repeat from a second line. */
  readonly hash: string;
  /** The place among the lines that were added, from 1: what is later is what came later, whatever callers number. */
  readonly order: number;
  /** The number to show. */
  readonly number: number;
  /** null: the line cannot be read. */
  readonly type: MessageType | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly item: string | null;
  message: AnyMessage | null;
  /** The handoff that an HO is; the one that an RB, a CX or an AQ is about. */
  handoff: Handoff | null;
  answeredBy: string | null;
  /** Of a readback. */
  standing: Standing | null;
  /** Of a readback that was answered Y: whether the answer repeats its x_tok. */
  confirmation: 'plain' | 'token' | null;
}

/** An answer that forbids the act: what `agent` said, in the line `by`, to the readback or question `re`. */
export interface Stop {
  readonly agent: string;
  readonly by: string;
  readonly said: string;
  readonly re: string;
  /** The order of the line that it answers: what lifts it answers a later one. */
  readonly to: number;
}

/** What a handoff and everything that sends it again have in common: one act, and who forbade it. */
export interface Lineage {
  ran: { readonly handoff: Handoff; readonly by: string } | null;
  objections: Objections | null;
}

/** What agents answered to questions, by agent, until that same agent lifts it (R46). */
export interface Objections {
  readonly stops: Map<string, Stop>;
  /** N to a question, whose sense lies in words. */
  readonly doubts: Map<string, Stop>;
}

/**
 * A handoff as its lines leave it. `message` and `readbacks` are dropped once it is settled: by a DN, UN or FL, or by a
 * CX with its acknowledgement.
 */
export interface Handoff {
  readonly id: string;
  readonly seen: Seen;
  readonly order: number;
  readonly from: string;
  readonly to: string;
  readonly item: string;
  readonly ask: string;
  readonly vocabulary: Vocabulary;
  /** The handoff that this one sends again: its retry, or the re-issue that names a readback of it. */
  readonly retryOf: Handoff | null;
  readonly isReissue: boolean;
  readonly lineage: Lineage;
  message: AnyMessage | null;
  /** Whether a readback passes, and those that do in the order of their lines, when there are any. */
  passed: boolean;
  readbacks: Set<Seen> | null;
  /** The last void readback that no passing one of the handoff has followed, and the last that one has (R50). */
  voided: Seen | null;
  mended: Seen | null;
  /** A void readback that the sender answered Y, and where. */
  confirmedVoid: { readonly readback: string; readonly answer: string; readonly at: Place } | null;
  /** The sender's no to a readback. */
  refusal: Stop | null;
  /** How many DN, UN and FL it got, and the first of them. */
  ends: number;
  end: Seen | null;
  ran: boolean;
  cancel: Seen | null;
  reissuedBy: string | null;
  retriedBy: string | null;
}

/** Everything that a thread remembers between two lines. */
export interface ThreadState {
  readonly now: string;
  readonly excerpt: boolean;
  /** By the line at hand, until it is handed out. */
  readonly found: Diagnostic[];
  readonly seen: Map<string, Seen>;
  /** Lines that share an id with another line: their numbers by their hashes. */
  readonly rivals: Map<string, number>;
  /** Of an excerpt: what was named and had not come, by the line that named it first. */
  readonly outside: Map<string, string>;
  /** Ids written with leading zeros, by the id without them. */
  readonly spellings: Map<string, string>;
  readonly handoffs: Handoff[];
  readonly unreadable: Map<string, Unreadable>;
  /** Questions without an answer. */
  readonly questions: Set<Seen>;
  readonly works: Map<string, Work>;
  count: number;
}

/** A line that cannot be read and has not been answered UN. */
export interface Unreadable {
  readonly name: string;
  readonly fault: string;
  readonly codes: readonly string[];
  readonly at: Place;
}

/** The line at hand: its message, what is kept of it, and the line that its re= names. */
export interface Line {
  readonly message: AnyMessage;
  readonly seen: Seen;
  readonly target: Seen | null;
}

/** The state before the first line. */
export function emptyState(now: string, excerpt: boolean): ThreadState {
  return {
    now,
    excerpt,
    found: [],
    seen: new Map(),
    rivals: new Map(),
    outside: new Map(),
    spellings: new Map(),
    handoffs: [],
    unreadable: new Map(),
    questions: new Set(),
    works: new Map(),
    count: 0,
  };
}

/** Whether the handoff has ended, or its sender has taken it back. */
export function isOver({ ends, cancel }: Handoff): boolean {
  return ends > 0 || cancel !== null;
}

/** Where something stands on the line at hand. */
export function at({ message, seen }: Line, what: string): Place {
  return { ...placeOf(message, what), number: seen.number };
}
