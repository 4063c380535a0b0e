import { instantOf } from '../ledger/clock.ts';
import { LedgerError } from '../ledger/error.ts';
import type { Statement } from '../ledger/state.ts';

const words: Readonly<Record<string, string>> = {
  'ledger/busy': 'BUSY',
  'ledger/conflict': 'BUSY',
  'ledger/full': 'FULL',
};

/**
 * A failure of the storage before a claim, with what it means: nothing was executed, and what was confirmed still is
 * (act.md 8). Where a database was lost while it committed the claim may be there, so only the first is said.
 */
export function beforeClaim(error: unknown, statement: Statement | null): unknown {
  if (!(error instanceof LedgerError) || !error.retryable) return error;
  const { code, message, retryable } = error;
  const exp = statement?.exp ?? null;
  const valid = `your statement is still valid${exp === null ? '' : ` until ${instantOf(exp)}`}`;
  const stands = code === 'ledger/undecided' ? 'commit again to find out how it stands' : valid;
  const word = words[code] ?? 'DOWN';
  return new LedgerError(code, `${word}: nothing was executed; ${stands} (${message})`, {
    retryable,
    cause: error,
  });
}
