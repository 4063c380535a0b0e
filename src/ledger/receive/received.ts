import type { AnyMessage } from '../../codec/message.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Shown } from '../../reply/shown-message.ts';
import type { EntryView } from '../ledger.ts';
import type { Refused } from '../refusal.ts';
import type { Handoff } from '../state.ts';

/** Why nothing is done about a line, for each what it means. In order of precedence: the first that holds is told. */
export const passedOver = {
  'own-line': 'the line is from the agent that would have to answer it',
  unreadable: 'the line has errors, and code has no answer to them',
  'not-kept': 'the ledger has no such line: nobody vouches for who sent it',
  redacted: 'the content of this line was dropped from the ledger',
  'other-line': 'another line has this id in the ledger, and that one holds',
  'not-addressed': 'the line is for another agent',
  cancelled: 'the handoff was taken back',
  superseded: 'another handoff took the place of this one',
  quarantined: 'the handoff was open when the ledger was copied: it is sent again before anything is done',
  'not-composed': 'no readback, or no answer, of this handoff would be a line that passes',
} as const;
passedOver satisfies Readonly<Record<string, string>>;

/** Why nothing is done about a line. */
export type PassedOver = keyof typeof passedOver;

/**
 * A line that the ledger holds. A model is given `message`, and `untrusted` as quoted text; the rest is for code, and its
 * texts are as they were written.
 */
export interface Held extends Shown {
  /** Who brought it, when, and the verdict on it. */
  readonly entry: EntryView;
  /** The handoff that it is about, as it is now; null when it is about none. */
  readonly handoff: Handoff | null;
}

/** A handoff that is open and in time, to the one who received it, and that nobody has answered. */
export interface HeldHandoff extends Held {
  readonly handoff: Handoff;
}

/** Nothing is done about a line. */
export interface Nothing {
  readonly outcome: 'none';
  readonly because: PassedOver;
  readonly message: string;
  /** What is wrong with the line, or with what would have answered it. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Why code declines a handoff: it is for another agent, what it retries was read back, or its time has passed. */
export type Declining = 'SCOPE' | 'DUP' | 'EXPIRED';

/** Why a line is answered: it was declined just now, or it was answered before. */
export type Answering = Declining | 'repeat';

/** What becomes of a line that came in. */
export type Received =
  /** Code has answered: by a UN that it has just written, or (`repeat`) with the answer that was there. */
  | (Held & {
      readonly outcome: 'answered';
      readonly because: Answering;
      readonly answer: EntryView;
    })
  /** `readback` is the RB, composed and not sent: it is sent when all of it is right, else the handoff is asked about. */
  | (HeldHandoff & { readonly outcome: 'handoff'; readonly readback: string })
  /** The readback lacks slots that only understanding or records can fill: `makeReadback` composes it with them. */
  | (HeldHandoff & { readonly outcome: 'brief'; readonly open: readonly string[] })
  /** The act tool alone does this act, and reads it back: `prepare`. */
  | (HeldHandoff & { readonly outcome: 'act' })
  /** A line of another type. `open`: slots of the answer that it waits for; none where it needs no answer. */
  | (Held & { readonly outcome: 'message'; readonly open: readonly string[] })
  /** A UN for the channel that the line came by: the ledger takes no answer to a line that it does not have. */
  | {
      readonly outcome: 'reply';
      readonly because: 'VER' | 'UNK';
      readonly message: AnyMessage;
      readonly line: string;
    }
  | Nothing
  /** The ledger does not let anything be answered to it. */
  | Refused;

/** Nothing is done about a line, and why. */
export function none(because: PassedOver, detail: string, diagnostics: readonly Diagnostic[] = []): Nothing {
  return { outcome: 'none', because, message: `${passedOver[because]}: ${detail}`, diagnostics };
}
