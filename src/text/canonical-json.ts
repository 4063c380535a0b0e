/**
 * JSON with the keys of every object sorted by code point and no white space; other characters stand as they are
 * (spec 4). Takes plain JSON values only.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort(byCodePoint)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}

/** Orders texts by code point, as other languages do; UTF-16 order differs beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return (a.codePointAt(at) as number) - (b.codePointAt(at) as number);
  }
  return a.length - b.length;
}
