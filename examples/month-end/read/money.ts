/** An amount in hundredths: decimal text in, whole numbers inside, never a float. Throws for anything else. */
export function hundredths(text: string): bigint {
  const match = /^(-?)([0-9]+)\.([0-9]{2})$/.exec(text);
  if (match === null) throw new Error(`not an amount with two decimals: ${text}`);
  const [, sign, whole, cents] = match;
  return BigInt(`${sign}${whole}${cents}`);
}

/** `5400.00` of 540000n. */
export function amount(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `5,400.00` of `5400.00`, as people write it. */
export function printed(text: string): string {
  return text.replace(/\B(?=(?:[0-9]{3})+\.)/g, ',');
}

/** The sum of amounts written with two decimals. */
export function sum(amounts: readonly string[]): string {
  return amount(amounts.reduce((total, one) => total + hundredths(one), 0n));
}
