import { supersededBy } from './retries.ts';
import type { Handoff } from './state.ts';

/**
 * How a handoff stands: `open` without a readback, `held` after a void one, `owned` by its receiver after one that
 * passes, `closed` by the line `by`, whose type is `closer` (HO: it was sent again and taken up, or its readback void).
 */
export interface HandoffView {
  readonly id: string;
  readonly item: string;
  readonly ask: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'open' | 'held' | 'owned' | 'closed';
  readonly by: string | null;
  readonly closer: 'DN' | 'UN' | 'FL' | 'CX' | 'HO' | null;
  /** Who has the work: the receiver once a readback has passed. */
  readonly owner: string;
}

/** A handoff as a verdict shows it. */
export function viewOf(handoff: Handoff): HandoffView {
  const { id, item, ask, from, to, passed } = handoff;
  return { id, item, ask, from, to, ...standingOf(handoff), owner: passed ? to : from };
}

function standingOf(handoff: Handoff): Pick<HandoffView, 'state' | 'by' | 'closer'> {
  const { end, cancel, passed, voided } = handoff;
  const by = supersededBy(handoff);
  // What came first has ended it: a CX that found it closed has not.
  const closer = end !== null && (cancel === null || end.order < cancel.order) ? end : (cancel ?? end);
  if (closer !== null)
    return { state: 'closed', by: closer.id, closer: closer.type as HandoffView['closer'] };
  if (by !== null) return { state: 'closed', by, closer: 'HO' };
  return { state: passed ? 'owned' : voided === null ? 'open' : 'held', by: null, closer: null };
}
