import { type Capabilities, capabilitiesOf } from '../capabilities.ts';
import type { Executor } from '../executor.ts';

/** What an executor does not promise, a full sentence each: told by `prepare`, before anybody confirms (act.md 2). */
export function limitsOf(executor: Executor): readonly string[] {
  const can = capabilitiesOf(executor);
  return limits.flatMap((limit) => limit(can) ?? []).map((sentence) => `${executor.name} ${sentence}.`);
}

/** A row a promise that an executor may not make. */
const limits: readonly ((can: Capabilities) => string | null)[] = [
  ({ idempotency: { kind } }) =>
    kind === 'key'
      ? null
      : kind === 'natural'
        ? 'takes no idempotency key: an unknown outcome is never sent again, and is looked up by the reference of the act'
        : 'takes no idempotency key: an unknown outcome is never sent again',
  ({ idempotency }) =>
    idempotency.kind === 'key' && idempotency.mismatch === 'cached'
      ? 'answers a key that it knows with what ran first: only the values in its answer say what ran'
      : null,
  ({ idempotency }) =>
    idempotency.kind === 'key'
      ? `forgets a key after ${idempotency.retention} seconds: an unknown outcome is not sent again after that`
      : null,
  ({ lookup }) =>
    lookup.kind === 'none' ? 'cannot be looked up: nobody but a person finds out what ran' : null,
  ({ settlesLater }) =>
    settlesLater ? 'settles later: an act that it has taken is unknown until it says what came of it' : null,
  ({ deadline }) =>
    deadline ? null : 'does not honour a valid-until: exp is the last moment to start, and no more',
  ({ horizon }) =>
    horizon === 'never'
      ? 'names no time after which a request cannot take effect: a look-up that finds nothing is no answer'
      : null,
  ({ reversal }) => (reversal ? null : 'cannot reverse: what it has done stays done'),
];
