import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import { isTime } from '../../vocabulary/slot-types.ts';
import type { Call } from '../verb.ts';

/** An option that is a whole number from 0; anything else is a usage error. */
export function numberOption<T>({ options }: Call, name: string, otherwise: T): number | T {
  const text = options.value(name);
  if (text === undefined) return otherwise;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError('usage/number', `--${name} ${shown(text)} is no whole number`);
}

/** An option that is a time; anything else is a usage error. */
export function timeOption({ options }: Call, name: string): string | undefined {
  const time = options.value(name);
  if (time === undefined || isTime(time)) return time;
  throw new UsageError('usage/time', `--${name} ${shown(time)}: times are YYYYMMDDTHHMMZ, real ones, in UTC`);
}
