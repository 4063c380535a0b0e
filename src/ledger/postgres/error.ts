import { LedgerError } from '../error.ts';

interface Meaning {
  readonly code: string;
  readonly says: string;
  readonly retryable: boolean;
}

const down: Meaning = { code: 'ledger/down', says: 'the database cannot be reached', retryable: true };
const conflict: Meaning = { code: 'ledger/conflict', says: 'another writer was faster', retryable: true };
const busy: Meaning = { code: 'ledger/busy', says: 'the database is busy', retryable: true };
const shut: Meaning = {
  code: 'ledger/cannot-open',
  says: 'the database lets nobody in so',
  retryable: false,
};
const damaged: Meaning = { code: 'ledger/damaged', says: 'the database is damaged', retryable: false };

/** PostgreSQL's SQLSTATEs that have a code of ours: whole, or the class that they begin with. */
const states: Readonly<Record<string, Meaning>> = {
  '08': down,
  '23': conflict,
  '25006': { code: 'ledger/read-only', says: 'the database can only be read', retryable: false },
  '25P03': down,
  '25P04': down,
  '28': shut,
  '3D': shut,
  '40': conflict,
  '42501': shut,
  '53': busy,
  '53100': { code: 'ledger/full', says: 'the disk is full', retryable: true },
  '54': { code: 'ledger/too-long', says: 'a name is too long for an index', retryable: false },
  '55P03': { code: 'ledger/busy', says: 'another connection holds the conversation', retryable: true },
  '57014': busy,
  '57P': down,
  '58': { code: 'ledger/disk', says: 'the disk failed', retryable: true },
  XX001: damaged,
  XX002: damaged,
};

/** What a query or a connection failed with, as a LedgerError; nothing was written. Anything unheard of as it is. */
export function errorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const state = stateOf(error);
  const row =
    state === null ? down : (states[state] ?? states[state.slice(0, 3)] ?? states[state.slice(0, 2)]);
  if (row === undefined) return error;
  const { code, says, retryable } = row;
  return new LedgerError(code, `${says}; nothing was written (${error.message})`, {
    retryable,
    cause: error,
  });
}

/** For a step whose COMMIT got no reply, from a database that cannot be asked what became of it. */
export function undecided(cause: unknown): LedgerError {
  const message =
    'the database was lost while it committed, and does not come back: the step was written or it was not; ask again';
  return new LedgerError('ledger/undecided', message, { retryable: true, cause });
}

/**
 * Whether the database gave a transaction up in favour of another one: a deadlock, or a place that only one may have and
 * that another conversation took meanwhile. Judged anew, it is seen there.
 */
export function isGivenUp(error: unknown): boolean {
  if (!(error instanceof LedgerError) || !(error.cause instanceof Error)) return false;
  const state = stateOf(error.cause);
  return state === '40001' || state === '40P01' || state === '23505';
}

/**
 * SQLSTATEs that tell of a connection or a server that ended, and not what became of the statement: a pooler answers in the
 * place of a database that has just written it.
 */
const ofConnections = /^(?:08|57P|58)/;

/** Whether the database itself refused: nothing was written, and its connection is as good as before. */
export function isAnswered(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  if (!(error instanceof LedgerError) || !(cause instanceof Error)) return true;
  const state = stateOf(cause);
  return state !== null && !ofConnections.test(state);
}

/** The SQLSTATE; null for an error of the connection (EPIPE looks like one, and no state begins with E). */
function stateOf(error: Error): string | null {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** A step whose COMMIT got no reply, and of which it was found out that it was not written. */
export function notWritten(cause: unknown): LedgerError {
  return new LedgerError('ledger/down', 'the database was lost before it committed; nothing was written', {
    retryable: true,
    cause,
  });
}
