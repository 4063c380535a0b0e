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

/** The sum of written decimals, with as many decimals as the longest has; `0` of none. */
export function sumOf(parts: readonly string[]): string {
  const all = parts.map(decimal);
  const scale = Math.max(0, ...all.map((one) => one.scale));
  const sum = all.reduce((so, one) => so + one.digits * 10n ** BigInt(scale - one.scale), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${sum < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

/** Whether a written decimal is above zero. */
export function isAboveZero(text: string): boolean {
  if (text.charCodeAt(0) === minus) return false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > zero && unit <= nine) return true;
  }
  return false;
}

const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;

function decimal(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0) return { digits: BigInt(text), scale: 0 };
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}
