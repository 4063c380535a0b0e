/** Whether an id is the sending agent, a hyphen and digits (spec 2). */
export function isIdOf(id: string, from: string | null): boolean {
  return from !== null && id.startsWith(from) && id[from.length] === '-' && isDigits(id, from.length + 1);
}

function isDigits(text: string, from: number): boolean {
  for (let at = text.length - 1; at >= from; at--) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return text.length > from;
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
