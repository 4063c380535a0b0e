import { type Handoff, isClosed, type Statement } from './state.ts';

/** When the sweeper has to look at a handoff, in milliseconds: its readback is overdue, or its sender lets it expire; else null. */
export function handoffDueAt(handoff: Handoff): number | null {
  if (isClosed(handoff)) return null;
  const { state, exp, closeWhenExpired, readbackBy = null, overdue = false } = handoff;
  const moments = [
    ...(closeWhenExpired && exp !== null ? [exp] : []),
    ...(state === 'OPEN' && readbackBy !== null && !overdue ? [readbackBy] : []),
  ];
  return moments.length === 0 ? null : Math.min(...moments);
}

/** When the sweeper has to look at a statement, in milliseconds: its exp before it is claimed, its lease after; else null. */
export function statementDueAt({ state, exp, lease }: Statement): number | null {
  if (state === 'PREPARED' || state === 'CONFIRMED') return exp;
  return state === 'CLAIMED' ? lease : null;
}
