import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../text/canonical-json.ts';
import { isDay, isMoney, isValue } from '../../../vocabulary/slot-types.ts';

/** A value of an argument as a slot writes it, or why it cannot be written. */
export type Written = { readonly written: string } | { readonly fault: string };

export type FormatName =
  | 'text'
  | 'long'
  | 'exact'
  | 'list'
  | 'json'
  | 'money'
  | 'number'
  | 'boolean'
  | 'date'
  | 'sha256';

interface Format {
  /** The slot type that a generated profile gives it. */
  readonly type: string;
  readonly write: (value: unknown) => Written;
}

/** Most characters of a value that is shown whole: what is longer is named by its hash. */
const longest = 1_000;

/** How the values of arguments are written where a person reads them; what runs is frozen whole besides. */
export const formats: Readonly<Record<FormatName, Format>> = {
  /** Any text, with what no slot can hold as %XX. */
  text: { type: 'token', write: (value) => ofText(value, escapedText) },
  /** The same, and by its hash where it is longer than a line can show. */
  long: { type: 'token', write: writeLong },
  /** A text that is written as it is. */
  exact: { type: 'token', write: (value) => ofText(value, (text) => text) },
  /** Texts of a list, joined with +. */
  list: { type: 'list:token', write: writeList },
  /** Whatever it is, as canonical JSON. */
  json: { type: 'token', write: (value) => ofText(canonicalJson(value), escapedText) },
  money: { type: 'money', write: writeMoney },
  number: { type: 'num', write: writeNumber },
  boolean: {
    type: 'bool',
    write: (value) =>
      typeof value === 'boolean' ? { written: value ? 'Y' : 'N' } : { fault: 'is not true or false' },
  },
  /** YYYY-MM-DD or YYYYMMDD. */
  date: { type: 'date', write: writeDate },
  /** Whatever it is, by the SHA-256 of a text, or of its canonical JSON: of a text that is such itself too. */
  sha256: { type: 'token', write: (value) => writeHash(isCanonical(value) ? canonicalJson(value) : value) },
};

export function write(format: FormatName, value: unknown): Written {
  return formats[format].write(value);
}

/** A text in printable ASCII: the empty one is a lone %. */
function escapedText(text: string): string {
  return text === '' ? '%' : text.replaceAll(/[^!-$&-~]/gu, encodeURIComponent);
}

function ofText(value: unknown, written: (text: string) => string): Written {
  if (typeof value !== 'string') return { fault: 'is no text' };
  if (/\p{Surrogate}/u.test(value)) return { fault: 'holds half a character' };
  const text = written(value);
  if (!isValue(text) || !/^[!-~]+$/.test(text))
    return { fault: 'holds what no slot can: map it as text or sha256' };
  if (text.length > longest)
    return { fault: `is longer than ${longest} characters when it is written: map it as sha256` };
  return { written: text };
}

function writeList(value: unknown): Written {
  if (!Array.isArray(value) || value.length === 0) return { fault: 'is no list with an element' };
  const parts: string[] = [];
  for (const element of value) {
    const part = ofText(element, (text) => escapedText(text).replaceAll('+', '%2B'));
    if ('fault' in part) return { fault: `has an element that ${part.fault}` };
    parts.push(part.written);
  }
  const written = parts.join('+');
  return written.length > longest
    ? { fault: `is longer than ${longest} characters when it is written: map it as sha256` }
    : { written };
}

/** Major units with two decimals: a text as it is, a number where it has no third decimal. */
function writeMoney(value: unknown): Written {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return { fault: 'is no amount' };
  const written = typeof value === 'number' ? withCents(text) : text;
  return isMoney(written) ? { written } : { fault: 'is no amount with two decimals' };
}

function withCents(text: string): string {
  const [, whole = '', decimals = ''] = /^(-?[0-9]+)(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
  return whole === '' ? text : `${whole}.${decimals.padEnd(2, '0')}`;
}

function writeNumber(value: unknown): Written {
  if (typeof value !== 'number' || Object.is(value, -0)) return { fault: 'is no number' };
  const written = String(value);
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(written)
    ? { written }
    : { fault: 'is too large or too small to be written without an exponent' };
}

function writeDate(value: unknown): Written {
  if (typeof value !== 'string') return { fault: 'is no day' };
  const written = value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$1$2$3');
  return isDay(written) ? { written } : { fault: 'is no day, YYYY-MM-DD' };
}

/** A text that only looks like a hash is written by its own. */
function writeLong(value: unknown): Written {
  if (typeof value !== 'string') return { fault: 'is no text' };
  const isShown = value.length <= longest && !value.startsWith('sha256:');
  const written = isShown ? ofText(value, escapedText) : writeHash(value);
  return 'fault' in written && isShown && /^[^\p{Surrogate}]*$/u.test(value) ? writeHash(value) : written;
}

/** Whether a text could be taken for the canonical JSON of another value. */
function isCanonical(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return canonicalJson(JSON.parse(value)) === value;
  } catch {
    return false;
  }
}

function writeHash(value: unknown): Written {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return { written: `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}` };
}
