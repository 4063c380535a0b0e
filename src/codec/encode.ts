import type { Place } from '../diagnostic/diagnostic.ts';
import { type AnyMessage, sourceLineOf, vocabularyOf } from './message.ts';
import { placeOfWord } from './place.ts';
import { written } from './value.ts';

/**
 * The line of a message (spec 2): `re from to item`, then the slots in their order, then the tail; an empty tail is
 * written as ` //` (R2).
 *
 * @example
 * encode(decode('RW1 AN b-1 to=a from=b re=a-1 val=Y')); // => 'RW1 AN b-1 re=a-1 from=b to=a val=Y'
 */
export function encode(message: AnyMessage): string {
  vocabularyOf(message); // only a message that was judged has a line that reads back equal
  return write(message);
}

/** The line that parts would have; whether it is one is for `parse` to say. */
export function write({ type, id, re, from, to, item, slots, tail }: Omit<AnyMessage, 'v'>): string {
  let line = `RW1 ${type} ${id}`;
  if (re !== null) line += ` re=${re}`;
  line += ` from=${from} to=${to}`;
  if (item !== null) line += ` item=${item}`;
  for (const [key, value] of Object.entries(slots)) line += ` ${key}=${written(value)}`;
  if (tail === null) return line;
  return tail === '' ? `${line} //` : `${line} // ${tail}`;
}

/** The line that a message was read from, else the line that it encodes to. */
export function lineOf(message: AnyMessage): string {
  return sourceLineOf(message) ?? encode(message);
}

/** Where a slot's word (or `type`, `id`, `tail`) stands on a message's line; the whole line when it is absent. */
export function placeOf(message: AnyMessage, what: string): Place {
  return placeOfWord(lineOf(message), what);
}
