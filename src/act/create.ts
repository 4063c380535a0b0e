import { randomUUID } from 'node:crypto';
import { LedgerError } from '../ledger/error.ts';
import { decide } from '../ledger/seat.ts';
import type { Statement } from '../ledger/state.ts';
import { timedOut } from '../ledger/sweep.ts';
import { callback } from './callback/callback.ts';
import { afterClaim } from './commit/after-claim.ts';
import { strangerTo } from './commit/claim.ts';
import { commit } from './commit/commit.ts';
import { settle } from './commit/settle.ts';
import { confirm } from './confirm.ts';
import { type Desk, deskOf } from './desk.ts';
import { noticeOf } from './outcome/notice.ts';
import { refusedFor } from './outcome/outcome.ts';
import { prepare } from './prepare/prepare.ts';
import { refused } from './refusal.ts';
import type { ActTool, ActToolOptions, CommitOutcome, Refused, StatementView } from './tool.ts';

/** An act tool for one handle (spec 7): the executing side's has executors, the confirming side's needs none. */
export function createActTool(options: ActToolOptions): ActTool {
  const desk = deskOf(options, randomUUID());
  return {
    prepare: (input) => unlessRevoked(prepare(desk, input)),
    confirm: (input) => unlessRevoked(confirm(options, input)),
    commit: ({ token }) => unlessRevoked(commit(desk, token)),
    abandon: ({ token }) => unlessRevoked(abandon(desk, token)),
    settle: (input) => unlessRevoked(afterClaim(desk, input.token, () => settle(desk, input))),
    recover: () => recover(desk, options),
    callback: (input) => callback(desk, input),
    show: ({ token }) => show(desk, token),
  };
}

/** A key that was revoked is a reason like any other. */
async function unlessRevoked<T>(asked: Promise<T>): Promise<T | Refused> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ledger/revoked')
      return refused('revoked', error.message);
    throw error;
  }
}

/** Discards a statement before its claim; its handoff is its receiver's to prepare again. */
function abandon(
  desk: Desk,
  token: string,
): Promise<{ outcome: 'abandoned'; statement: Statement } | Refused> {
  return decide<{ outcome: 'abandoned'; statement: Statement } | Refused>(
    desk.seat,
    { tokens: [token] },
    ({ rows, at, scribe }) => {
      const statement = rows.statements.get(token);
      const stranger = strangerTo(desk, statement);
      if (stranger !== null || statement === undefined) return () => stranger as Refused;
      const waits = statement.state === 'PREPARED' || statement.state === 'CONFIRMED';
      const out = timedOut(statement, at);
      if (out !== null) scribe.event(out);
      else if (waits) scribe.event({ fact: 'abandoned', token, why: 'abandon', by: null });
      return (_, after) => {
        const current = after.statements.get(token) ?? statement;
        const own = current.state === 'ABANDONED' && current.abandoned?.why === 'abandon';
        return own ? { outcome: 'abandoned', statement: current } : refusedFor(desk, after, current, at);
      };
    },
  );
}

/** Settles what this principal's statements left unknown: after a restart, or in a quiet hour. */
async function recover(desk: Desk, { ledger }: ActToolOptions): Promise<readonly CommitOutcome[]> {
  const outcomes: CommitOutcome[] = [];
  for (const { statement } of await ledger.open()) {
    const left = statement?.state === 'CLAIMED' || statement?.state === 'UNKNOWN';
    if (statement === null || !left || statement.principal !== ledger.principal) continue;
    const { token } = statement;
    outcomes.push(await afterClaim(desk, token, () => settle(desk, { token })));
  }
  return outcomes;
}

async function show(desk: Desk, token: string): Promise<StatementView | null> {
  const { store, by, clock } = desk.seat;
  const { rows, now } = await store.read(by.conversation, { tokens: [token] });
  const statement = rows.statements.get(token);
  if (statement === undefined) return null;
  const notice = noticeOf(desk, rows, statement, clock?.() ?? now);
  return { ...statement, line: rows.messages.get(statement.readback)?.line ?? '', notice };
}
