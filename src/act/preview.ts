import { type Conclusion, decide, type Seat, type Sitting } from '../ledger/seat.ts';
import { carry } from '../ledger/step.ts';
import type { Wanted } from '../ledger/store.ts';

/** What a step would come to, with all its guards, on what the ledger holds at this moment; nothing is written. */
export function preview<T>(
  seat: Seat,
  wanted: Wanted,
  decider: (sitting: Sitting) => Conclusion<T>,
): Promise<T> {
  return decide(seat, wanted, (sitting) => {
    const { at, slice, scribe } = sitting;
    const conclude = decider(sitting);
    const kept = new Map(scribe.kept);
    const drafts = scribe.drafts.splice(0);
    scribe.kept.clear();
    const { entries, after } = carry(seat.by.conversation, slice, { at, drafts, answer: () => null });
    const answer = conclude(entries, after, kept);
    return () => answer;
  });
}

/** A moment without these statements: their time has passed, which a preview does not write down. */
export function without({ slice, rows, ...sitting }: Sitting, gone: ReadonlySet<string>): Sitting {
  if (gone.size === 0) return { slice, rows, ...sitting };
  const statements = new Map([...rows.statements].filter(([token]) => !gone.has(token)));
  const holders = new Map([...slice.holders].filter(([, { token }]) => !gone.has(token)));
  return { ...sitting, rows: { ...rows, statements }, slice: { ...slice, holders } };
}
