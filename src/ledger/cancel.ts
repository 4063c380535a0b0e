import { parse } from '../codec/index.ts';
import { makeCancel } from '../compose/index.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { Handle, Sent } from './ledger.ts';
import { type Refusal, refusals } from './refusal.ts';
import type { Handoff } from './state.ts';

/** Why a handoff is taken back. */
export const cancelReasons = ['REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT'] as const;

export interface CancelInput {
  /** The id of the handoff. */
  readonly handoff: string;
  readonly why: (typeof cancelReasons)[number];
  readonly tail?: string;
  readonly profiles: Profiles;
}

/** What came of a cancel; a line that could not be composed says why. */
export type Cancelled =
  /** `too-late`: it is kept, and what comes of the act answers it. */
  | {
      readonly outcome: 'cancelled' | 'too-late';
      readonly repeat: boolean;
      readonly line: string;
      readonly handoff: Handoff;
    }
  | { readonly outcome: 'refused'; readonly reason: 'unknown-handoff' | Refusal; readonly message: string }
  | { readonly outcome: 'not-composed'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly outcome: 'not-taken'; readonly sent: Sent };

/** Takes a handoff back with a CX in its sender's name (6.5); a repeat is told what the first came to. */
export async function cancelHandoff(handle: Handle, input: CancelInput): Promise<Cancelled> {
  const { handoff: id, why, tail, profiles } = input;
  const found = await handle.show(id);
  if (found === null || found.handoff?.id !== id || found.entry.line === null) {
    return {
      outcome: 'refused',
      reason: 'unknown-handoff',
      message: `no handoff of ${handle.conversation} is ${id}`,
    };
  }
  const { handoff } = found;
  const before = handoff.cancel === null ? null : ((await handle.show(handoff.cancel))?.entry.line ?? null);
  if (before !== null && (handoff.state === 'CLOSED_CX' || handoff.state === 'CANCELLING'))
    return told(handoff, before, true);
  const ho = parse(found.entry.line, { profiles }).message;
  if (ho === null) return refused('profile-changed', `${id} cannot be read under the profiles of today`);
  if (!handle.agents.includes(ho.from)) return refused('principal-differs', `${id} was sent by ${ho.from}`);
  const cancel = await handle.nextId(ho.from);
  const made = makeCancel({ ho, why, id: cancel, ...(tail === undefined ? {} : { tail }) });
  if (made.message === null) return { outcome: 'not-composed', diagnostics: made.diagnostics };
  const sent = await handle.send(made.message);
  if (sent.outcome === 'refused' || sent.handoff === null) return { outcome: 'not-taken', sent };
  return told(sent.handoff, sent.entry.line ?? '', false);
}

function told(handoff: Handoff, line: string, repeat: boolean): Cancelled {
  return { outcome: handoff.state === 'CANCELLING' ? 'too-late' : 'cancelled', repeat, line, handoff };
}

function refused(reason: Refusal, detail: string): Cancelled {
  return { outcome: 'refused', reason, message: `${refusals[reason].means}: ${detail}` };
}
