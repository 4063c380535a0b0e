import { instantOf } from '../../ledger/clock.ts';
import { LedgerError } from '../../ledger/error.ts';
import { isHot, isLive, type Statement } from '../../ledger/state.ts';
import type { Desk } from '../desk.ts';
import { planOfCall } from '../outcome/notice-unknown.ts';

/**
 * Does what follows a claim, or what may follow one: a failure of the storage there is never told as if nothing had been
 * executed. It is LedgerError `ledger/undecided` (act.md 8 and 9).
 */
export async function afterClaim<T>(desk: Desk, token: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LedgerError ? standing(error, token, await seen(desk, token)) : error;
  }
}

/** What a failure means for a statement; null for one that cannot be read. */
export function standing(error: LedgerError, token: string, statement: Statement | null): LedgerError {
  const { message, retryable } = error;
  const hot = statement === null || isHot(statement);
  if (error.code === code || (!hot && (isLive(statement) || !retryable))) return error;
  return new LedgerError(code, `${told(token, statement)}: ask again (${message})`, {
    retryable,
    cause: error,
  });
}

const code = 'ledger/undecided';

function told(token: string, statement: Statement | null): string {
  if (statement === null) return `UNKNOWN: what came of ${token} cannot be read now`;
  const { state, lastClaimedAt } = statement;
  const plan = planOfCall(statement);
  if (!isHot(statement)) return `${state}: what came of ${plan} cannot be read now`;
  const when = instantOf(lastClaimedAt ?? 0);
  return `UNKNOWN: ${plan} may or may not have been done at ${when}, and what came of it cannot be written now`;
}

async function seen({ seat: { store, by } }: Desk, token: string): Promise<Statement | null> {
  try {
    const { rows } = await store.read(by.conversation, { tokens: [token] });
    return rows.statements.get(token) ?? null;
  } catch {
    return null;
  }
}
