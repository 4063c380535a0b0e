import { UsageError } from '../diagnostic/usage-error.ts';
import type { Executor } from './executor.ts';

/** What an executor can do (act.md 2). What it does not declare it cannot do, and `prepare` says so. */
export interface Capabilities {
  /**
   * `key`: one effect a key for `retention` seconds; the same key with other values is an error, or gets the answer of
   * the first ones (`cached`). `natural`: the act carries a reference of its own that the executor can be asked for.
   */
  readonly idempotency:
    | { readonly kind: 'none' }
    | { readonly kind: 'key'; readonly retention: number; readonly mismatch: 'error' | 'cached' }
    | { readonly kind: 'natural' };
  /** How it can be asked what became of an act; `lag`: seconds until an act that was done is seen there. */
  readonly lookup:
    | { readonly kind: 'none' }
    | { readonly kind: 'by-key'; readonly lag?: number }
    | { readonly kind: 'by-reference'; readonly lag: number };
  /** It may take an act and do it later: its outcome comes by look-up or by callback. */
  readonly settlesLater: boolean;
  /** It refuses a call past its valid-until. */
  readonly deadline: boolean;
  /** It can reverse what it did. */
  readonly reversal: boolean;
  /** Seconds after which no request of ours can still take effect; `never`: only positive evidence or a person settles. */
  readonly horizon: number | 'never';
}

/** What an executor can do that declares nothing. */
const unable: Capabilities = {
  idempotency: { kind: 'none' },
  lookup: { kind: 'none' },
  settlesLater: false,
  deadline: false,
  reversal: false,
  horizon: 'never',
};

/** What an executor can do, with what it does not declare. */
export function capabilitiesOf({ can = {} }: Pick<Executor, 'can'>): Capabilities {
  return { ...unable, ...can };
}

/** Throws UsageError `usage/capability` for a declaration that says nothing, or that the executor does not keep. */
export function assertCapable(executor: Executor): void {
  const { name } = executor;
  const { idempotency, lookup, reversal, horizon } = capabilitiesOf(executor);
  const wrong = (what: string): never => {
    throw new UsageError('usage/capability', `${name}: ${what}`);
  };
  if (idempotency.kind === 'key') {
    if (!isTime(idempotency.retention, 1)) wrong('retention is a number of seconds, 1 or more');
    if (!mismatches.includes(idempotency.mismatch)) wrong(`mismatch is ${mismatches.join(' or ')}`);
  } else if (idempotency.kind === 'natural') {
    if (lookup.kind !== 'by-reference') wrong('idempotency natural needs a look-up by-reference');
  } else if (idempotency.kind !== 'none') wrong('idempotency is of kind none, key or natural');
  if (lookup.kind === 'by-reference' || lookup.kind === 'by-key') {
    if (!isTime(lagOf(lookup), 0)) wrong('lag is a number of seconds, 0 or more');
    if (executor.lookup === undefined) wrong('it declares a look-up and has none');
  } else if (lookup.kind !== 'none') wrong('lookup is of kind none, by-key or by-reference');
  if (reversal && executor.reverse === undefined) wrong('it declares reversal and has no reverse');
  if (horizon !== 'never' && !isTime(horizon, 0)) wrong('horizon is never, or a number of seconds');
}

const mismatches: readonly string[] = ['error', 'cached'];

/** Seconds until a look-up sees what was done; none where there is none. By reference nobody knows unless it is said. */
export function lagOf(lookup: Capabilities['lookup']): number {
  if (lookup.kind === 'by-reference') return lookup.lag ?? Number.NaN;
  return lookup.kind === 'by-key' ? (lookup.lag ?? 0) : 0;
}

function isTime(seconds: unknown, least: number): boolean {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= least;
}
