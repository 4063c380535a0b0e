import { makeCancel } from '../compose/index.ts';
import type { Fact } from './fact.ts';
import { isExpiredAt, messageOfHandoff, statementsOf } from './judge/hearing.ts';
import type { Connection } from './ledger.ts';
import { composed } from './scribe.ts';
import { type Conclusion, decide, type Seat, type Sitting } from './seat.ts';
import type { Settings } from './settings.ts';
import { isClosed, isHot, isLive, type Statement } from './state.ts';
import type { Due } from './store.ts';

/** What one pass of the sweeper did. */
export interface Swept {
  readonly expired: number;
  readonly unknown: number;
  readonly closed: number;
}

/** Writes down what time alone has changed, at most `limit` of each kind; whatever is used meanwhile is checked at its use. */
export async function sweep(
  seat: Omit<Seat, 'by' | 'standing'>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<Swept> {
  const swept = { expired: 0, unknown: 0, closed: 0 };
  for (const due of await seat.store.due(now, limit)) {
    const there = { ...seat, by: itselfIn(due.conversation), standing: null };
    const kind = await decide(there, wantedBy(due), (sitting) =>
      'token' in due ? timeOut(due.token, sitting) : closeExpired(due.handoff, sitting, seat.settings),
    );
    if (kind !== null) swept[kind] += 1;
  }
  return swept;
}

function wantedBy(due: Due): { tokens: readonly string[] } | { ids: readonly string[] } {
  return 'token' in due ? { tokens: [due.token] } : { ids: [due.handoff] };
}

/** Writes down that a statement's time has passed, in whatever conversation it is. */
export async function timeOutNow(
  seat: Seat,
  { conversation, token }: { readonly conversation: string; readonly token: string },
): Promise<void> {
  const there = { ...seat, by: itselfIn(conversation), standing: null };
  await decide(there, { tokens: [token] }, (sitting) => timeOut(token, sitting));
}

/** The ledger as the one who writes. */
export function itselfIn(conversation: string): Required<Connection> {
  return { principal: itself, agents: [], conversation, person: false };
}

/** The name under which the ledger itself writes. */
export const itself = 'ledger';

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

/** CX why=EXPIRED in the name of a sender that lets the ledger do so; nothing that is running is closed (act.md 4). */
function closeExpired(
  id: string,
  { rows, at, scribe }: Sitting,
  settings: Settings,
): Conclusion<keyof Swept | null> {
  const handoff = rows.handoffs.get(id);
  if (handoff === undefined || isClosed(handoff) || !isExpiredAt(handoff.exp, at)) return () => null;
  const live = statementsOf(rows, id).filter(isLive);
  if (live.some(isHot)) return () => null;
  const ho = messageOfHandoff(rows, handoff, settings);
  if (ho === null) return () => null; // its profile is gone: its sender closes it
  const cx = composed(makeCancel({ ho, why: 'EXPIRED', id: scribe.nextId(ho.from) }));
  const facts: Fact[] = live.map(({ token }) => ({ fact: 'expired', token }));
  facts.push({ fact: 'closed', handoff: id, closer: 'CX', message: cx.id, mismatch: false });
  scribe.write({ message: cx, facts, verdict: null, delegate: true });
  return () => 'closed';
}
