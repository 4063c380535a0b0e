import { notTrusted } from '../../ledger/error.ts';
import type { KeptVerdict } from '../../ledger/ledger.ts';
import type { Seat } from '../../ledger/seat.ts';
import { entryAt } from '../../ledger/send.ts';
import type { MessageRow, Rows, Statement, StatementState } from '../../ledger/state.ts';
import type { Desk } from '../desk.ts';
import { type ActRefusal, refused, refusedAs } from '../refusal.ts';
import type { CommitOutcome, Refused } from '../tool.ts';
import { executorFor } from '../who-acts.ts';
import { canLookUp, isAwaited, resendAt } from './evidence.ts';
import { noticeLine, noticeOf } from './notice.ts';

/** What a statement has come to, as it is told; `repeat`: it had come to it before. */
export async function outcomeOf(desk: Desk, token: string, repeat: boolean): Promise<CommitOutcome> {
  const { seat } = desk;
  const { store, by, clock } = seat;
  const { rows, now } = await store.read(by.conversation, { tokens: [token] });
  const statement = rows.statements.get(token);
  if (statement === undefined) return refused('unknown-token', 'no statement of this conversation has it');
  const at = clock?.() ?? now;
  if (statement.state === 'UNKNOWN') return unknown(desk, rows, statement, at);
  const message = noticeLine(noticeOf(desk, rows, statement, at));
  if (statement.state === 'EXECUTED') return executed(seat, rows, statement, { repeat, message });
  if (statement.state === 'NOTEXEC') return notExecuted(rows, statement, { repeat, message });
  return refusedFor(desk, rows, statement, at);
}

/** Why a statement that has not run does not run. */
export function refusedFor(desk: Desk, rows: Rows, statement: Statement, at: number): Refused {
  const { state, abandoned, question } = statement;
  const message = noticeLine(noticeOf(desk, rows, statement, at));
  if (state === 'ABANDONED') {
    const line = abandoned?.by == null ? null : lineIn(rows, abandoned.by);
    return refusedAs(abandoned?.why === 'changed' ? 'changed' : 'abandoned', message, line);
  }
  return refusedAs(reasons[state] ?? 'settled', message, lineIn(rows, question));
}

const reasons: Partial<Readonly<Record<StatementState, ActRefusal>>> = {
  PREPARED: 'unconfirmed',
  EXPIRED: 'expired',
  CLAIMED: 'in-progress',
};

async function executed(
  seat: Seat,
  rows: Rows,
  { token, result, question }: Statement,
  told: { readonly repeat: boolean; readonly message: string },
): Promise<CommitOutcome> {
  const row = result === null ? undefined : rows.messages.get(result.report);
  if (result === null || row === undefined)
    throw notTrusted(`at ${token} (it is executed, and its report is not there)`);
  const { verdict } = await entryAt(seat, row.sequence);
  const kept: KeptVerdict = verdict ?? { passes: !result.mismatch, diagnostics: [] };
  return {
    outcome: 'executed',
    ...told,
    token,
    line: row.line,
    mismatch: result.mismatch,
    verdict: kept,
    question: lineIn(rows, question),
  };
}

function notExecuted(
  rows: Rows,
  { token, report, cause }: Statement,
  told: { readonly repeat: boolean; readonly message: string },
): CommitOutcome {
  return { outcome: 'not-executed', ...told, token, line: lineIn(rows, report) ?? '', cause: cause ?? '' };
}

function unknown(desk: Desk, rows: Rows, statement: Statement, at: number): CommitOutcome {
  const { token, cause, question } = statement;
  const notice = noticeOf(desk, rows, statement, at);
  const next = nextFor(desk, statement, at);
  return {
    outcome: 'unknown',
    token,
    cause: cause ?? '',
    message: noticeLine(notice),
    next,
    question: lineIn(rows, question),
  };
}

/** What will settle it. */
function nextFor(desk: Desk, statement: Statement, at: number): 'resend' | 'look-up' | 'wait' | 'person' {
  const executor = executorFor(desk, statement);
  if (executor === null) return 'person';
  const again = resendAt(desk, executor, statement, at);
  // a person who is asked although the key may be sent again is asked because its approval was taken back
  if (again !== null && again <= at) return statement.question === null ? 'resend' : 'person';
  if (canLookUp(executor)) return 'look-up';
  return again === null && !isAwaited(executor, statement) ? 'person' : 'wait';
}

function lineIn(rows: Rows, id: MessageRow['id'] | null): string | null {
  return id === null ? null : (rows.messages.get(id)?.line ?? null);
}
