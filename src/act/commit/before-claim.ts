import { instantOf } from '../../ledger/clock.ts';
import { LedgerError, storageWords } from '../../ledger/error.ts';
import { isHot, isLive, type Statement } from '../../ledger/state.ts';
import { standing } from './after-claim.ts';

/**
 * A failure of the storage before a claim, with what it means: nothing was executed, and what was confirmed still is
 * (act.md 8). Where a database was lost while it committed the claim may be there, and where the statement could not be
 * read nobody knows, so only the first is said. `statement` is as it was before; one that was claimed then is told so.
 */
export function beforeClaim(error: unknown, token: string, statement: Statement | null): unknown {
  if (!(error instanceof LedgerError)) return error;
  if (statement !== null && (isHot(statement) || !isLive(statement)))
    return standing(error, token, statement);
  const { code, message, retryable } = error;
  if (!retryable) return error;
  const exp = statement?.exp ?? null;
  const valid = `your statement is still valid${exp === null ? '' : ` until ${instantOf(exp)}`}`;
  const isKnown = statement !== null && code !== 'ledger/undecided';
  const stands = isKnown ? valid : 'commit again to find out how it stands';
  const word = storageWords[code] ?? 'DOWN';
  return new LedgerError(code, `${word}: nothing was executed; ${stands} (${message})`, {
    retryable,
    cause: error,
  });
}
