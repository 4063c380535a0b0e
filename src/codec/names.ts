/** Whether the id between two offsets is the sending agent, a hyphen and digits (spec 2). */
export function isIdAt(units: Uint8Array, start: number, end: number, from: string): boolean {
  const dash = start + from.length;
  if (dash >= end - 1 || units[dash] !== hyphen) return false;
  for (let at = start; at < dash; at++) if (units[at] !== from.charCodeAt(at - start)) return false;
  for (let at = dash + 1; at < end; at++) if (!isDigit(units[at] as number)) return false;
  return true;
}

const hyphen = 0x2d;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether a key is an extension key: x_ and at least one more letter, digit or _ (spec 2). */
export function isExtensionKey(key: string): boolean {
  return extensionKey.test(key);
}

/** Whether a key has the form of one: a letter, then letters, digits and _, all lower case; x_ alone is none (spec 2). */
export function isKey(key: string): boolean {
  return key.startsWith('x_') ? extensionKey.test(key) : plainKey.test(key);
}

const extensionKey = /^x_[a-z0-9_]+$/;
const plainKey = /^[a-z][a-z0-9_]*$/;
