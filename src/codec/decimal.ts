/** Decimal arithmetic on values as written, exact: no floating point ever touches an amount. */

interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Whether the parts add up to the total; all are written decimals such as `-12.50`. */
export function addsUp(total: string, parts: readonly string[]): boolean {
  const all = [total, ...parts].map(decimal);
  const scale = Math.max(...all.map((one) => one.scale));
  const [sum, ...addends] = all.map((one) => one.digits * 10n ** BigInt(scale - one.scale));
  return addends.reduce((so, addend) => so + addend, 0n) === sum;
}

/** Whether a written decimal is above zero. */
export function isAboveZero(text: string): boolean {
  return !text.startsWith('-') && /[1-9]/.test(text);
}

function decimal(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}
