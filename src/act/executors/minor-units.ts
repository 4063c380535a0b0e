import { UsageError } from '../../diagnostic/usage-error.ts';
import { isMoney } from '../../vocabulary/slot-types.ts';

/**
 * An amount as a line writes it, in its minor units: for executors that count pence. Throws UsageError for anything
 * that is no amount of the protocol, a JSON number included.
 *
 * @example
 * minorUnits('5400.00'); // => 540000n
 */
export function minorUnits(amount: string): bigint {
  if (typeof amount !== 'string' || !isMoney(amount)) {
    throw new UsageError('usage/amount', 'an amount is written with two decimals, such as 5400.00');
  }
  return BigInt(amount.replace('.', ''));
}

/**
 * Minor units as a line writes them: for what an executor returns in pence.
 *
 * @example
 * amountOf(540000n); // => '5400.00'
 */
export function amountOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
