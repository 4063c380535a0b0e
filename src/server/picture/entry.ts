import type { EntryBody } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import type { Stored } from '../../ledger/store.ts';

/** An entry as a picture needs it: nothing of it is private to its sender. */
export interface PictureEntry {
  readonly sequence: number;
  /** Milliseconds. */
  readonly at: number;
  readonly principal: string;
  readonly line: string | null;
  readonly message: Readonly<Record<string, unknown>> | null;
  readonly refused: string | null;
  readonly verdict: { readonly passes: boolean; readonly unchecked: boolean } | null;
  readonly facts: readonly Fact[];
  readonly person: boolean;
}

/** A stored entry as a picture needs it. */
export function pictured({ entry }: Pick<Stored, 'entry'>): PictureEntry {
  const { line, message, refused, facts, person } = entry.body;
  const { sequence, at, principal } = entry;
  return { sequence, at, principal, line, message, refused, facts, person, verdict: verdictOf(entry.body) };
}

function verdictOf({ verdict }: EntryBody): PictureEntry['verdict'] {
  return verdict === null ? null : { passes: verdict.passes, unchecked: verdict.unchecked === true };
}

/** A member of a message that is a text; null where there is none. */
export function textOf(message: PictureEntry['message'], name: string): string | null {
  const value = message?.[name];
  return typeof value === 'string' ? value : null;
}

/** A slot of a message as it is written on a line; null where there is none. */
export function slotOf(message: PictureEntry['message'], name: string): string | null {
  const slots = message?.['slots'];
  if (typeof slots !== 'object' || slots === null || !Object.hasOwn(slots, name)) return null;
  const value = (slots as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(value) ? value.join('+') : String(value);
}
