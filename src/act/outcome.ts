import { timeOf } from '../ledger/clock.ts';
import type { KeptVerdict } from '../ledger/ledger.ts';
import type { Seat } from '../ledger/seat.ts';
import { entryAt } from '../ledger/send.ts';
import type { MessageRow, Rows, Statement } from '../ledger/state.ts';
import { type Desk, executorFor } from './desk.ts';
import { canLookUp, canSendAgain } from './evidence.ts';
import type { Call } from './executor.ts';
import { refused } from './refusal.ts';
import { tailOf } from './tail.ts';
import type { CommitOutcome, Refused } from './tool.ts';

/** What a statement has come to, as it is told; `repeat`: it had come to it before. */
export async function outcomeOf(desk: Desk, token: string, repeat: boolean): Promise<CommitOutcome> {
  const { seat } = desk;
  const { store, by, clock } = seat;
  const { rows, now } = await store.read(by.conversation, { tokens: [token] });
  const statement = rows.statements.get(token);
  if (statement === undefined) return refused('unknown-token', 'no statement of this conversation has it');
  if (statement.state === 'EXECUTED') return executed(seat, rows, statement, repeat);
  if (statement.state === 'NOTEXEC') return notExecuted(rows, statement, repeat);
  if (statement.state === 'UNKNOWN') return unknown(desk, rows, statement, clock?.() ?? now);
  return refusedFor(rows, statement);
}

/** Why a statement that has not run does not run. */
export function refusedFor(rows: Rows, { token, state, exp, abandoned, question }: Statement): Refused {
  switch (state) {
    case 'PREPARED':
      return refused('unconfirmed', token);
    case 'EXPIRED':
      return refused(
        'expired',
        `the statement expired at ${exp === null ? 'its end' : timeOf(exp)}: prepare again`,
      );
    case 'ABANDONED': {
      const line = abandoned?.by == null ? null : (rows.messages.get(abandoned.by)?.line ?? null);
      return refused(abandoned?.why === 'changed' ? 'changed' : 'abandoned', why(abandoned), line);
    }
    case 'CLAIMED':
      return refused('in-progress', token);
    default:
      return refused('settled', `statement ${token} is ${state}`, question);
  }
}

function why(abandoned: Statement['abandoned']): string {
  if (abandoned === null) return 'no reason was kept';
  const { why, by } = abandoned;
  const cause = why === 'cancel' ? 'CX' : why;
  return by === null ? cause : `${cause} ${by}`;
}

async function executed(
  seat: Seat,
  rows: Rows,
  { token, result, question }: Statement,
  repeat: boolean,
): Promise<CommitOutcome> {
  const row = result === null ? undefined : rows.messages.get(result.report);
  if (result === null || row === undefined)
    throw new TypeError(`an executed statement has its report: ${token}`);
  const { verdict } = await entryAt(seat, row.sequence);
  const kept: KeptVerdict = verdict ?? { passes: !result.mismatch, diagnostics: [] };
  return {
    outcome: 'executed',
    repeat,
    token,
    line: row.line,
    mismatch: result.mismatch,
    verdict: kept,
    question: lineIn(rows, question),
  };
}

function notExecuted(rows: Rows, { token, report, cause }: Statement, repeat: boolean): CommitOutcome {
  return { outcome: 'not-executed', repeat, token, line: lineIn(rows, report) ?? '', cause: cause ?? '' };
}

/** act.md 8: what may have happened, and what to look for. */
function unknown(desk: Desk, rows: Rows, statement: Statement, at: number): CommitOutcome {
  const { token, cause, key, question, lastClaimedAt, reference } = statement;
  const { ask, item, values } = JSON.parse(statement.call) as Call;
  const plan = Object.entries(values).map(([slot, value]) => `${slot}=${value}`);
  const when = timeOf(lastClaimedAt ?? at);
  const where =
    reference === null ? `the key ${key}` : `the reference ${tailOf(reference)}, or the key ${key}`;
  const executor = executorFor(desk, statement);
  const next =
    executor !== null && canSendAgain(desk, executor, statement, at)
      ? 'resend'
      : executor !== null && canLookUp(executor)
        ? 'look-up'
        : 'person';
  return {
    outcome: 'unknown',
    token,
    cause: cause ?? '',
    message: `UNKNOWN: ${ask} of ${item} (${plan.join(' ')}) may or may not have been done at ${when}. Look for ${where}.`,
    next,
    question: lineIn(rows, question),
  };
}

function lineIn(rows: Rows, id: MessageRow['id'] | null): string | null {
  return id === null ? null : (rows.messages.get(id)?.line ?? null);
}
