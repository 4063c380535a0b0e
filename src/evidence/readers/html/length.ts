/** A value that another place of the document or a sum decides. */
export function isOpen(value: string): boolean {
  return /(?:^|[^a-z])(?:var|env|attr|if|calc|min|max|clamp)\(/.test(value);
}

/** Lengths of one kind that take a text off the page. */
const far: Readonly<Record<string, number>> = {
  px: 100,
  pt: 100,
  em: 9,
  rem: 9,
  ch: 9,
  vw: 90,
  vh: 90,
  '%': 90,
};
/** So much further to the right or down it is off every page. */
const further = 20;

/** Whether some length of a value takes a text off the page. */
export function isFar(value: string): boolean {
  return [...value.matchAll(/(-?)(\d*\.?\d+)([a-z]+|%)?/g)].some(([, minus, number, unit = 'px']) => {
    const most = far[unit] ?? 100;
    return Number(number) >= (minus === '-' ? most : most * further);
  });
}

/** Units of a length in pixels, about. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1.3,
  em: 16,
  rem: 16,
  '%': 0.16,
  pc: 16,
  mm: 3.8,
  cm: 38,
  in: 96,
};
/** The least height of a letter or a box in which something is seen, in pixels. */
export const smallest: number = 3;

/** A length as pixels; null for what is none. */
export function lengthOf(value: string): number | null {
  const [, number, power = '', unit = 'px'] =
    /^\+?(\d{1,9}(?:\.\d{1,20})?|\.\d{1,20})(e[+-]?\d{1,3})?([a-z]+|%)?$/.exec(value) ?? [];
  return number === undefined ? null : Number(number + power) * (pixels[unit] ?? 16);
}

/** Whether a length is too small for anything to be seen. */
export function isNothing(value: string): boolean {
  const length = lengthOf(value);
  return length === null ? /^calc\([^1-9]*\)$|var\(/.test(value) : length < smallest;
}
