import { reliedOn, stillApproved } from '../../ledger/approval/relied.ts';
import { assertAsPrepared } from '../../ledger/as-prepared.ts';
import { isExpiredAt } from '../../ledger/judge/hearing.ts';
import { decide, isStanding, type Sitting } from '../../ledger/seat.ts';
import type { Rows, Statement } from '../../ledger/state.ts';
import { timedOut } from '../../ledger/sweep.ts';
import type { Desk } from '../desk.ts';
import type { Executor } from '../executor.ts';
import { canSendAgain, leaseFor } from '../outcome/evidence.ts';
import { refusedFor } from '../outcome/outcome.ts';
import { refused } from '../refusal.ts';
import type { Refused } from '../tool.ts';
import { executorFor } from '../who-acts.ts';
import { obstacleTo } from '../work.ts';
import { beforeClaim } from './before-claim.ts';
import { objection, type Stale, sightOf } from './objection.ts';

/** A statement taken for one attempt: whatever is written about the attempt later holds for this fence alone. */
export interface Claim {
  readonly outcome: 'claimed';
  readonly statement: Statement;
  readonly executor: Executor;
  /** This process's own clock when the claim was asked for: a claim is sent soon or not at all. */
  readonly since: number;
}

/** Somebody else's turn: the statement has its outcome, is being executed, or is unknown. */
export interface Passed {
  readonly outcome: 'passed';
  readonly state: Statement['state'];
}

/** Takes a CONFIRMED statement for execution, in one transaction that checks everything once more (act.md 3). */
export async function claim(desk: Desk, token: string): Promise<Claim | Passed | Refused> {
  for (let looked = 0; looked < mostLooks; looked++) {
    const claimed = await lookAndClaim(desk, token);
    if (claimed.outcome !== 'stale') return claimed;
  }
  return refused(
    'unconfirmed',
    `too much is written to see whether ${token} is approved still: commit again`,
  );
}

/** Looks at an approval that others write past all the time. */
const mostLooks = 100;

async function lookAndClaim(desk: Desk, token: string): Promise<Claim | Passed | Refused | Stale> {
  let seen: Statement | null = null;
  try {
    const { store, by } = desk.seat;
    const { rows } = await store.read(by.conversation, { tokens: [token] });
    seen = rows.statements.get(token) ?? null;
    const isConfirmed = seen?.state === 'CONFIRMED';
    if (seen !== null && isConfirmed) await assertAsPrepared(desk.seat, rows, seen);
    const unready = seen === null ? null : (executorFor(desk, seen)?.ready?.('claim') ?? null);
    const sight = await sightOf(desk, rows, seen);
    const relied = seen !== null && isConfirmed ? await reliedOn(desk.seat, rows, seen) : null;
    return await claimIf<Refused | Passed | Stale>(desk, token, (statement, sitting) => {
      if (statement.state === 'UNKNOWN') return { outcome: 'passed', state: 'UNKNOWN' };
      if (statement.state !== 'CONFIRMED') return refusedFor(desk, sitting.rows, statement, sitting.at);
      const objects = objection(desk, statement, sitting, { relied, sight });
      return objects ?? (unready === null ? null : refused('not-ready', unready));
    });
  } catch (error) {
    throw beforeClaim(error, token, seen);
  }
}

/** What was approved when it was sent, and is so no more: it is not sent again. */
export interface Withdrawn {
  readonly outcome: 'withdrawn';
}

/**
 * Takes an UNKNOWN statement for another attempt under the same key, where the executor makes that safe and nobody has taken
 * back what approved it: the first attempt may never have arrived.
 */
export async function claimAgain(desk: Desk, token: string): Promise<Claim | Passed | Refused | Withdrawn> {
  const { store, by } = desk.seat;
  const { rows } = await store.read(by.conversation, { tokens: [token] });
  const seen = rows.statements.get(token);
  const relied = seen === undefined ? null : await reliedOn(desk.seat, rows, seen);
  return claimIf<Refused | Withdrawn>(desk, token, (statement, { rows: now, at }) => {
    const executor = executorFor(desk, statement);
    const safe =
      statement.state === 'UNKNOWN' && executor !== null && canSendAgain(desk, executor, statement, at);
    if (!safe) return refused('settled', `statement ${token} is ${statement.state}`);
    const approved = relied === null ? 'yes' : stillApproved(desk.seat, relied, { rows: now });
    if (approved === 'no') return { outcome: 'withdrawn' };
    return approved === 'yes' ? null : refused('settled', `something was written about ${token} meanwhile`);
  });
}

async function claimIf<R>(
  desk: Desk,
  token: string,
  refuses: (statement: Statement, sitting: Sitting) => R | null,
): Promise<Claim | Passed | Refused | R> {
  const since = performance.now();
  const untrusted = await obstacleTo(desk.seat);
  if (untrusted !== null) return untrusted;
  return decide<Claim | Passed | Refused | R>(desk.seat, { tokens: [token] }, (sitting) => {
    const { rows, scribe, at } = sitting;
    const statement = rows.statements.get(token);
    const stranger = strangerTo(desk, statement);
    if (stranger !== null || statement === undefined)
      return () => stranger ?? refused('unknown-token', token);
    const out = timedOut(statement, at);
    if (out !== null) {
      scribe.event(out);
      return (_, after) => passedOrRefused(desk, after, token, at);
    }
    if (isPast(statement)) return () => ({ outcome: 'passed', state: statement.state });
    const refusal = refuses(statement, sitting);
    if (refusal !== null) return () => refusal;
    const executor = executorFor(desk, statement);
    if (executor === null) return () => refused('no-executor', `it was frozen for ${statement.executor}`);
    const fence = statement.fence + 1;
    scribe.event({
      fact: 'claimed',
      token,
      fence,
      worker: desk.worker,
      lease: at + leaseFor(desk, executor),
    });
    return (_, after) => ({
      outcome: 'claimed',
      statement: after.statements.get(token) ?? statement,
      executor,
      since,
    });
  });
}

/** T16: a token is no authority; the principal that prepared is the one that acts. */
export function strangerTo({ seat: { by } }: Desk, statement: Statement | undefined): Refused | null {
  if (statement === undefined) return refused('unknown-token', 'no statement of this conversation has it');
  return statement.principal === by.principal
    ? null
    : refused('not-yours', 'only the principal that prepared it');
}

/** Whether there is nothing to claim any more; an unknown outcome may be claimed again. */
function isPast({ state }: Statement): boolean {
  return state === 'EXECUTED' || state === 'NOTEXEC' || state === 'CLAIMED';
}

function passedOrRefused(desk: Desk, rows: Rows, token: string, at: number): Passed | Refused {
  const statement = rows.statements.get(token);
  if (statement === undefined) return refused('unknown-token', token);
  return statement.state === 'UNKNOWN'
    ? { outcome: 'passed', state: 'UNKNOWN' }
    : refusedFor(desk, rows, statement, at);
}

/** Whether a claim may be sent, and for how long: `until` is a moment of this process's own clock. */
export type Permit = { readonly may: 'send'; readonly until: number } | { readonly may: 'late' | 'expired' };

/**
 * The last look before a send: the claim is still this worker's, fresh by its own clock and in time by the ledger's. What
 * may have been claimed in a copy, since another database took over meanwhile, is not sent: the world may be ahead of it.
 */
export async function maySend(desk: Desk, { statement, since }: Claim): Promise<Permit> {
  const { store, by, clock } = desk.seat;
  if (!(await isStanding(desk.seat)) || (await obstacleTo(desk.seat)) !== null) return { may: 'late' };
  const before = performance.now();
  const { rows, now } = await store.read(by.conversation, { tokens: [statement.token] });
  const current = rows.statements.get(statement.token);
  if (current?.state !== 'CLAIMED' || current.fence !== statement.fence) return { may: 'late' };
  // the store looked at its clock some time after it was asked; an injected clock is looked at now
  const [at, asked] = clock === null ? [now, before] : [clock(), performance.now()];
  const { exp } = statement;
  if (isExpiredAt(exp, at)) return { may: 'expired' };
  const byExp = exp === null ? Number.POSITIVE_INFINITY : asked + exp - at;
  const until = Math.min(since + desk.sendWithin, byExp);
  if (performance.now() < until) return { may: 'send', until };
  return { may: until === byExp ? 'expired' : 'late' };
}
