import { scan } from '../text/words.ts';
import { isAgentName, isMessageId } from '../vocabulary/slot-types.ts';
import type { Heard } from './parsed.ts';

const nothing: Heard = { v: null, type: null, id: null, re: null, from: null, to: null };
const keys: readonly (keyof Heard)[] = ['re', 'from', 'to'];

/**
 * What can be read of a line that is refused (spec 6.7): version and type as they stand, id, re, from and to where they
 * have their form. Of a slot that stands twice nothing is heard.
 */
export function hear(line: string): Heard {
  const words = scan(line);
  const word = (index: number): string | null =>
    index < words.count ? line.slice(words.starts[index], words.ends[index]) : null;
  const heard: { -readonly [K in keyof Heard]: Heard[K] } = { ...nothing, v: word(0), type: word(1) };
  const id = word(2);
  if (id !== null && isMessageId(id)) heard.id = id;
  const seen = new Set<string>();
  for (let index = 3; index < words.count; index++) {
    const text = word(index) as string;
    const key = keys.find((one) => text.startsWith(`${one}=`));
    if (key === undefined) continue;
    const value = text.slice(key.length + 1);
    const isReadable = key === 're' ? isMessageId(value) : isAgentName(value);
    heard[key] = isReadable && !seen.has(key) ? value : null;
    seen.add(key);
  }
  return heard;
}

/** Nothing was heard: the line is no text, or longer than any line. */
export function hearNothing(): Heard {
  return nothing;
}
