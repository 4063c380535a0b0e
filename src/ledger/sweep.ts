import { makeCancel } from '../compose/index.ts';
import { LedgerError } from './error.ts';
import type { Fact } from './fact.ts';
import { itselfIn } from './itself.ts';
import { isExpiredAt, messageOfHandoff, settingsFor, statementsOf } from './judge/hearing.ts';
import { composed } from './scribe.ts';
import { type Conclusion, decide, type Seat, type Sitting } from './seat.ts';
import type { Settings } from './settings.ts';
import { type Handoff, isClosed, isHot, isLive, type Statement } from './state.ts';
import type { Due } from './store.ts';

/** What one pass of the sweeper did. */
export interface Swept {
  readonly expired: number;
  readonly unknown: number;
  readonly closed: number;
  /** Handoffs that were not read back by the time that their senders set. */
  readonly overdue: number;
}

/**
 * Writes down what time alone has changed, at most `limit` of each kind; whatever is used meanwhile is checked at its
 * use. Something that cannot be written down is told when the rest is.
 */
export async function sweep(
  seat: Omit<Seat, 'by' | 'standing'>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<Swept> {
  const swept = { expired: 0, unknown: 0, closed: 0, overdue: 0 };
  const faults: unknown[] = [];
  for (const due of await seat.store.due(now, limit)) {
    try {
      const kind = await sweepOne(seat, due);
      if (kind !== null) swept[kind] += 1;
    } catch (error) {
      if (!(error instanceof LedgerError) || error.retryable) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return swept;
}

function sweepOne(seat: Omit<Seat, 'by' | 'standing'>, due: Due): Promise<keyof Swept | null> {
  const there = { ...seat, by: itselfIn(due.conversation), standing: null };
  if ('token' in due) return decide(there, { tokens: [due.token] }, (sitting) => timeOut(due.token, sitting));
  return decide(there, { ids: [due.handoff] }, (sitting) =>
    timeOutHandoff(due.handoff, sitting, seat.settings),
  );
}

/** Writes down that a statement's time has passed, in whatever conversation it is. */
export async function timeOutNow(
  seat: Seat,
  { conversation, token }: { readonly conversation: string; readonly token: string },
): Promise<void> {
  const there = { ...seat, by: itselfIn(conversation), standing: null };
  await decide(there, { tokens: [token] }, (sitting) => timeOut(token, sitting));
}

function timeOut(token: string, { rows, at, scribe }: Sitting): Conclusion<keyof Swept | null> {
  const statement = rows.statements.get(token);
  const fact = statement === undefined ? null : timedOut(statement, at);
  if (fact === null) return () => null;
  scribe.event(fact);
  return () => (fact.fact === 'expired' ? 'expired' : 'unknown');
}

/** What the clock alone makes of a statement: expired before its claim, unknown when its lease ran out; else null. */
export function timedOut(
  { token, state, exp, lease, fence }: Pick<Statement, 'token' | 'state' | 'exp' | 'lease' | 'fence'>,
  at: number,
): Extract<Fact, { fact: 'expired' | 'unknown' }> | null {
  const waits = state === 'PREPARED' || state === 'CONFIRMED';
  if (waits && isExpiredAt(exp, at)) return { fact: 'expired', token };
  if (state !== 'CLAIMED' || !isExpiredAt(lease, at)) return null;
  return {
    fact: 'unknown',
    token,
    fence,
    cause: 'the worker that claimed it was not heard of again',
    reference: null,
  };
}

function timeOutHandoff(id: string, sitting: Sitting, settings: Settings): Conclusion<keyof Swept | null> {
  const { rows, at, scribe } = sitting;
  const handoff = rows.handoffs.get(id);
  if (handoff === undefined || isClosed(handoff)) return () => null;
  if (handoff.closeWhenExpired && isExpiredAt(handoff.exp, at) && closeExpired(handoff, sitting, settings))
    return () => 'closed';
  if (!isLate(handoff, at) || handoff.overdue === true) return () => null;
  scribe.event({ fact: 'overdue', handoff: id });
  return () => 'overdue';
}

/** Whether a handoff was not read back by the time that its sender set: it is still its sender's (F13). */
export function isLate({ state, readbackBy = null }: Handoff, at: number): boolean {
  return state === 'OPEN' && isExpiredAt(readbackBy, at);
}

/** CX why=EXPIRED in the name of a sender that lets the ledger do so; nothing that is running is closed (act.md 4). */
function closeExpired(handoff: Handoff, { rows, scribe }: Sitting, settings: Settings): boolean {
  const live = statementsOf(rows, handoff.id).filter(isLive);
  if (live.some(isHot)) return false;
  const ho = messageOfHandoff(rows, handoff, settingsFor(handoff, settings));
  if (ho === null) return false; // a version that kept no profile judged it: its sender closes it
  const cx = composed(makeCancel({ ho, why: 'EXPIRED', id: scribe.nextId(ho.from) }));
  const facts: Fact[] = live.map(({ token }) => ({ fact: 'expired', token }));
  facts.push({ fact: 'closed', handoff: handoff.id, closer: 'CX', message: cx.id, mismatch: false });
  scribe.write({ message: cx, facts, verdict: null, delegate: true });
  return true;
}
