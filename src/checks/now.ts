import { UsageError } from '../diagnostic/usage-error.ts';
import { isTime } from '../vocabulary/slot-types.ts';

/** Refuses a clock that is none: a check with an unreadable one would pass what has expired (spec 6). */
export function assertNow(now: unknown): asserts now is string {
  assertTime(now, 'usage/now', 'now');
}

/** Refuses anything but a real UTC minute, YYYYMMDDTHHMMZ, under the code and the argument's name. */
export function assertTime(time: unknown, code: string, name: string): asserts time is string {
  if (typeof time === 'string' && isTime(time)) return;
  throw new UsageError(code, `${name} is the time in UTC as YYYYMMDDTHHMMZ, such as 20261002T1405Z`);
}

/** Whether a moment has come: at exp itself it has (spec 6). */
export function isExpired(now: string, exp: string): boolean {
  return now >= exp; // both have one width, so their order as text is their order in time
}
