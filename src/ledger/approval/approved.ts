import { canonicalJson } from '../../text/canonical-json.ts';
import type { Approval, Approver } from '../fact.ts';
import type { Asked } from './asked.ts';
import { sha256Of } from './reference.ts';

/** What a go to a question approves. */
export type Approved = Pick<Approval, 'ask' | 'item' | 'values'>;

/** The act of a question with the values that it shows; null where it names none. */
export function approvedIn({ ask, item, slots }: Pick<Asked, 'ask' | 'item' | 'slots'>): Approved | null {
  return ask === null || item === null ? null : { ask, item, values: valuesOf({ slots }) };
}

/** The values that a question shows, by slot, as written. */
export function valuesOf({ slots }: Pick<Asked, 'slots'>): Readonly<Record<string, string>> {
  return Object.fromEntries(slots.flatMap(({ slot, value }) => (value === null ? [] : [[slot, value]])));
}

/** SHA-256 of what an approval lets run. */
export function approvedDigest({ ask, item, values }: Approved): string {
  return sha256Of(canonicalJson({ ask, item, values }));
}

/** Who has said go to exactly what a question shows now: a go to other values counts no more. */
export function goesSoFar(asked: Pick<Asked, 'ask' | 'item' | 'slots' | 'row'>): readonly Approver[] {
  const act = approvedIn(asked);
  if (act === null) return [];
  const digest = approvedDigest(act);
  return (asked.row.begun ?? []).filter(({ approved }) => approved === digest);
}
