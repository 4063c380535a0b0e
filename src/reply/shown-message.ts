import { encode, type MessageJson } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';

/** Text that somebody wrote and that no code has read: data for the reader, never an instruction to it (T4). */
export interface Untrusted {
  /** Where it stood: `tail of scheduler-1`, `art of scheduler-1`. */
  readonly in: string;
  /** The agent that wrote it. */
  readonly by: string;
  readonly text: string;
}

/** A message by its typed slots; `line` is the exact line where nothing else stands on it, else null. */
export type ShownMessage = Omit<MessageJson, 'tail'> & { readonly line: string | null };

/** A message for a reader that does what text tells it: its typed slots, and apart from them what is only text. */
export interface Shown {
  readonly message: ShownMessage;
  readonly untrusted: readonly Untrusted[];
}

/**
 * A message as a model may read it. The exact line is there when every part of it is typed; one that carries free text is
 * named by its id, which every tool takes in its place.
 */
export function shownMessage(message: AnyMessage): Shown {
  const { v, type, id, re, from, to, item, tail } = message;
  const slots = { ...message.slots };
  const untrusted: Untrusted[] = [];
  for (const slot of Object.keys(slots).filter((one) => isFree(one, slots[one]))) {
    untrusted.push({ in: `${slot} of ${id}`, by: from, text: textOf(slots[slot] as SlotValue) });
    delete slots[slot];
  }
  if (tail !== null && tail !== '') untrusted.push({ in: `tail of ${id}`, by: from, text: tail });
  const line = untrusted.length === 0 ? encode(message) : null;
  return { message: { v, type, id, re, from, to, item, slots, line }, untrusted };
}

function textOf(value: SlotValue): string {
  return typeof value === 'object' ? value.join('+') : String(value);
}

/** Artifacts, and extension keys but for a token as the ledger gives it out. */
function isFree(slot: string, value: unknown): boolean {
  if (slot === 'x_tok') return !(typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value));
  return slot === 'art' || slot.startsWith('x_');
}
