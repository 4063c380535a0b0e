import type { Context } from 'hono';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { LedgerError, storageWords } from '../../ledger/error.ts';
import type { Env } from '../env.ts';
import type { Log } from './log.ts';
import { type Problem, problem } from './problem.ts';

/** What was thrown, told without what it was about: wrong use, broken storage, or a fault of this program. */
export function fault(error: unknown, c: Context<Env>, log: Log): Response | Promise<Response> {
  const told = problemOf(error);
  if (told.status === 500) log({ event: 'fault', code: error instanceof Error ? error.name : 'unknown' });
  return problem(c, told);
}

/** The problem that an error amounts to. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UsageError) return { status: 422, code: error.code, detail: error.message };
  if (error instanceof LedgerError) return storageProblem(error);
  return {
    status: 500,
    code: 'fault',
    detail: 'this program has a fault; what was asked for may not have been done',
  };
}

function storageProblem(error: LedgerError): Problem {
  const { code, retryable } = error;
  const message = ownWords(error);
  if (code === 'ledger/revoked') return { status: 403, code, detail: message };
  const word = storageWords[code];
  const isTold = word === undefined || /^[A-Z ]+:/.test(message); // the act tool says how the statement stands
  const isUndecided = code === 'ledger/undecided';
  const detail = isTold ? message : `${word}${isUndecided ? '' : ': nothing was executed'}. ${message}`;
  return { status: 503, code, detail, retryable };
}

/** Without the words of the database's driver: they hold its address, or a path, and anybody may be told. */
function ownWords({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  const inner = ownWords(cause);
  const outer = message.replaceAll(cause.message, inner);
  return cause instanceof LedgerError ? outer : outer.replaceAll(` (${cause.message})`, '');
}
