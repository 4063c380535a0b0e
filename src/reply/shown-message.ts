import { encode, type MessageJson, toJson } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';

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
  const { tail, slots, ...typed } = toJson(message);
  const free = Object.entries(slots).filter(([slot, value]) => isFree(slot, value));
  const place = (name: string): string => `${name} of ${message.id}`;
  const untrusted = [
    ...free.map(([slot, value]) => ({
      in: place(slot),
      by: message.from,
      text: Array.isArray(value) ? value.join('+') : String(value),
    })),
    ...(tail === null || tail === '' ? [] : [{ in: place('tail'), by: message.from, text: tail }]),
  ];
  const kept = Object.fromEntries(Object.entries(slots).filter(([slot, value]) => !isFree(slot, value)));
  const line = untrusted.length === 0 ? encode(message) : null;
  return { message: { ...typed, slots: kept, line }, untrusted };
}

/** Artifacts, and extension keys but for a token as the ledger gives it out. */
function isFree(slot: string, value: unknown): boolean {
  if (slot === 'x_tok') return !(typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value));
  return slot === 'art' || slot.startsWith('x_');
}
