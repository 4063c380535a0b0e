/** The number that a JSON text writes, or undefined where JavaScript would keep another one: 99.99999999999999999 is not 100. */
export function keptNumber(text: string): number | undefined {
  const value = Number(text);
  const written = String(value);
  return written === text || decimalOf(written) === decimalOf(text) ? value : undefined;
}

const form = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Digits and power of ten, equal for all ways to write one number; its sign aside, which nothing loses. */
function decimalOf(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start++;
  if (start === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
