import type { Statement } from '../ledger/state.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Desk } from './desk.ts';
import type { Answer, Attempt, Call, Executor } from './executor.ts';

/** The executor of an ask; names that every object has are none. */
export function executorForAsk({ executors }: Desk, ask: string): Executor | null {
  return Object.hasOwn(executors, ask) ? (executors[ask] ?? null) : null;
}

/** The executor of this name that can reverse what it did; null when there is none. */
export function reverserCalled({ executors }: Desk, name: string): Executor | null {
  const able = (one: Executor): boolean => capabilitiesOf(one).reversal && one.reverse !== undefined;
  return Object.values(executors).find((one) => one.name === name && able(one)) ?? null;
}

/** The executor that a statement was frozen for: one of another name knows nothing of its key, nor of what was sent. */
export function executorFor(desk: Desk, { call, executor: name }: Statement): Executor | null {
  const { ask, reverses } = JSON.parse(call) as Call;
  const executor = executorForAsk(desk, ask);
  if (executor !== null) return executor.name === name ? executor : null;
  return reverses === undefined ? null : reverserCalled(desk, name);
}

/** Has an executor do a call: an ask without an executor of its own is the reversal by the one that ran. */
export function actBy(desk: Desk, executor: Executor, attempt: Attempt): Promise<Answer> {
  const { run, reverse } = executor;
  const act = executorForAsk(desk, attempt.call.ask) === executor ? run : reverse;
  if (act === undefined) throw new TypeError(`${executor.name} has no reverse`);
  return act.call(executor, attempt);
}
