import type { Stored } from './store.ts';

/** Which entries of a conversation are looked for, refused ones too; the newest come first. */
export interface Search {
  /** Only entries before this sequence; from the newest on when it is beyond it. */
  readonly before: number;
  /** How many entries are looked at, whether they fit or not. */
  readonly span: number;
  /** How many are found, at most. */
  readonly limit: number;
  /** Milliseconds: those that arrived at this moment or later, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** Of each group one text stands in the entry's own text, as JSON has it: what fits is looked at once more by whoever asks. */
  readonly holding: readonly (readonly string[])[];
}

/** What was found. Everything from `reached` on was looked at: the next search goes on before it; 1 is the beginning. */
export interface Searched {
  readonly found: readonly Stored[];
  readonly reached: number;
  /** How many entries that was. */
  readonly looked: number;
}

/** The sequences that a search looks at: from the first one, up to the one before `before`. */
export function reachOf(
  { before, span }: Search,
  last: number,
): { readonly first: number; readonly before: number } {
  const end = Math.max(1, Math.min(before, last + 1));
  return { first: Math.max(1, end - span), before: end };
}

/** What a search found within its reach, and how far it came: less far where it found as many as it may. */
export function searched(
  found: readonly Stored[],
  { limit }: Search,
  { first, before }: ReturnType<typeof reachOf>,
): Searched {
  const last = found.at(-1)?.entry.sequence;
  const reached = found.length < limit || last === undefined ? first : last;
  return { found, reached, looked: before - reached };
}

/** Whether an entry fits, as the databases tell it. */
export function fits(
  { entry }: Pick<Stored, 'entry'>,
  { from = -Infinity, until = Infinity, holding }: Search,
): boolean {
  if (entry.at < from || entry.at >= until) return false;
  return holding.every((texts) => texts.some((text) => entry.text.includes(text)));
}

/** A text as it stands within a string of an entry's JSON. */
export function asWritten(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
