import { setTimeout as sleep } from 'node:timers/promises';
import { timeOf } from '../../ledger/clock.ts';
import { LedgerError } from '../../ledger/error.ts';
import { decideAnyway, type Sitting } from '../../ledger/seat.ts';
import type { Statement } from '../../ledger/state.ts';
import { type Case, caseOf } from '../case.ts';
import type { Desk } from '../desk.ts';
import type { Answer, Attempt, Executor } from '../executor.ts';
import { isFinal } from '../outcome/evidence.ts';
import { recordPending } from '../outcome/found.ts';
import { recordExecuted, recordNotExecuted, recordUnknown } from '../outcome/record.ts';
import { referenceOf, thawed } from '../statement.ts';
import { actBy } from '../who-acts.ts';
import { answerOf, type Reply } from './answer.ts';
import { type Claim, maySend } from './claim.ts';

/** Sends a claimed statement, once, and writes down what came of it. */
export async function execute(desk: Desk, claim: Claim): Promise<void> {
  const reply = await send(desk, claim);
  await persist(() => record(desk, claim, reply));
}

/** The attempt that a statement makes of its frozen call: the same key on all of them. */
export function attemptOf(statement: Statement): Attempt | null {
  const call = thawed(statement);
  if (call === null) return null;
  const { key, fence, exp, reference: known, token } = statement;
  const validUntil = exp === null ? null : timeOf(exp);
  return { call, key, attempt: fence, validUntil, reference: referenceOf(key), known, token };
}

async function send(desk: Desk, claim: Claim): Promise<Reply> {
  const { executor, statement } = claim;
  const attempt = attemptOf(statement);
  if (attempt === null) return { outcome: 'unsent', expired: false };
  const permit = await maySend(desk, claim);
  if (permit.may !== 'send') return { outcome: 'unsent', expired: permit.may === 'expired' };
  const startWithin = permit.until - performance.now();
  const act = (): Promise<Answer> => actBy(desk, executor, { ...attempt, startWithin });
  return answerOf(act, executor.timeout, attempt.key, (answer) => recordLate(desk, claim, answer));
}

/** A yes that comes when nobody waits for it any more is a yes all the same (act.md 3); all else says nothing new. */
function recordLate(desk: Desk, claim: Claim, answer: Answer): void {
  if (answer.outcome !== 'executed') return;
  // where it cannot be written, since the ledger is closed by now, the outcome stays unknown, as it was
  persist(() => record(desk, claim, answer)).catch(() => undefined);
}

/** One transaction on what the ledger holds now: another worker may have written since (act.md 3). */
async function record(
  desk: Desk,
  { statement: { token, fence }, executor }: Claim,
  reply: Reply,
): Promise<void> {
  await decideAnyway(desk.seat, { tokens: [token] }, (sitting) => {
    const at = caseOf(desk, token, sitting);
    if (at === null) return () => undefined;
    if (reply.outcome === 'executed') recordExecuted(desk, at, { ...reply, evidence: 'reply' }, sitting);
    else if (at.statement.state === 'CLAIMED' && at.statement.fence === fence) {
      recordOther(desk, executor, at, reply, sitting);
    }
    return () => undefined;
  });
}

/** Everything but a yes holds only for the claim that it answers. */
function recordOther(
  desk: Desk,
  executor: Executor,
  at: Case,
  reply: Exclude<Reply, { outcome: 'executed' }>,
  sitting: Sitting,
): void {
  const { fence } = at.statement;
  const only = fence === 1;
  switch (reply.outcome) {
    case 'unsent':
      if (only && reply.expired) return recordUnsent(at, sitting);
      return recordUnknown(desk, at, { cause: 'it was not sent in time', reference: null }, sitting);
    case 'declined': {
      const reason = reply.reason ?? 'no reason was given';
      // something may have run under the key, with other values: no proof that nothing did (act.md 2)
      if (reply.mismatch) {
        const cause = `the key is known with other values: ${reason}`;
        return recordUnknown(desk, at, { cause, reference: null, heard: { conflict: true } }, sitting);
      }
      const cause = `declined: ${reason}`;
      const final = isFinal(executor, reply);
      // an earlier attempt may still be on the wire, and its yes would come after this no (act.md rule 2)
      if (!only && !final) return recordUnknown(desk, at, { cause, reference: null }, sitting);
      const retry = reply.retry === true && !final;
      return recordNotExecuted(at, { cause, why: 'ERR', retry }, sitting);
    }
    case 'pending':
      return recordPending(desk, at, reply.reference ?? null, sitting);
    case 'unknown': {
      const { reason: cause, after } = reply;
      const heard = after === undefined ? {} : { heard: { retryAt: sitting.at + after * 1_000 } };
      return recordUnknown(desk, at, { cause, reference: null, ...heard }, sitting);
    }
    default:
      reply satisfies never;
  }
}

/** The only attempt was not sent and exp has passed: EXPIRED, or the answer to a cancel that waits for it. */
function recordUnsent(at: Case, sitting: Sitting): void {
  const { token } = at.statement;
  if (at.handoff.state !== 'CANCELLING') return sitting.scribe.event({ fact: 'expired', token });
  const nothing = { cause: 'its exp passed before it was sent', why: 'TIMEOUT', retry: true } as const;
  recordNotExecuted(at, nothing, sitting);
}

const pauses: readonly number[] = [50, 200, 1_000, 3_000];

/** A result that cannot be written now (busy, disk full) is kept in memory and tried again; lost, it is UNKNOWN. */
export async function persist<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof LedgerError) || !error.retryable) throw error;
      await sleep(pause);
    }
  }
  return write();
}
