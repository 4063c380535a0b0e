import { type Parsed, parse } from '../../codec/index.ts';
import { vocabularyOf } from '../../codec/message.ts';
import { checkSources } from '../../evidence/check-src.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Sources } from '../../evidence/source.ts';
import type { Asked } from '../../ledger/approval/asked.ts';
import type { Handle } from '../../ledger/ledger.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';

/** The documents that lines were made from, and the profiles that lines are read with. */
export interface Evidences {
  readonly sources: Sources | null;
  readonly profiles: Profiles;
}

/** A value beside the words that say it. */
export interface ShownEvidence {
  /** The ids of the lines that give it and point there, in order. */
  readonly lines: readonly string[];
  readonly slot: string;
  readonly value: string;
  readonly standing: Evidence['standing'];
  /** Where it stands, and the words around it; null where it was not found. */
  readonly found: Found | null;
}

interface Found {
  readonly where: string;
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** `none`: no documents are set up, or no line on the item points at one. */
export type EvidenceTold =
  | { readonly outcome: 'none'; readonly because: string }
  | {
      readonly outcome: 'looked';
      readonly values: readonly ShownEvidence[];
      readonly faults: readonly string[];
    };

/** What the source documents say: each value that a line on the item gives, beside the words for it in the document that it names. */
export async function evidenceOf(
  handle: Handle,
  { item }: Pick<Asked, 'item'>,
  { sources, profiles }: Evidences,
): Promise<EvidenceTold> {
  const entries = item === null ? [] : await handle.history(item);
  const lines = entries.map(({ line }) => parse(line ?? '', { profiles })).filter(points);
  if (lines.length === 0) return { outcome: 'none', because: 'No line on this item points at a document.' };
  if (sources === null)
    return { outcome: 'none', because: 'Lines point at documents, and none are set up on this server.' };
  const verdict = checkSources({ lines, sources });
  return {
    outcome: 'looked',
    values: together(
      verdict.lines.flatMap(({ id, evidence }) => evidence.map((one) => shownEvidence(id, one))),
    ),
    faults: verdict.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  };
}

/** The same words for the same value are told once, however many agents passed it on. */
function together(all: readonly ShownEvidence[]): readonly ShownEvidence[] {
  const same = Map.groupBy(all, ({ lines: _, ...one }) => JSON.stringify(one));
  return [...same.values()].map((some) => ({
    ...(some[0] as ShownEvidence), // a group has one at least
    lines: [...new Set(some.flatMap(({ lines }) => lines))],
  }));
}

function points({ message }: Parsed): boolean {
  if (message === null) return false;
  const pointer = vocabularyOf(message).profile?.evidence?.pointer;
  return pointer !== undefined && message.slots[pointer] !== undefined;
}

function shownEvidence(line: string, { slot, value, standing, found }: Evidence): ShownEvidence {
  if (found === null) return { lines: [line], slot, value, standing, found: null };
  const { source, part, text, span } = found;
  const { start, end } = span;
  const words = { before: text.slice(0, start), words: text.slice(start, end), after: text.slice(end) };
  return { lines: [line], slot, value, standing, found: { where: `${source}, ${part}`, ...words } };
}
