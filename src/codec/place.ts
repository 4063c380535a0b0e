import type { Place } from '../diagnostic/diagnostic.ts';
import { scan } from '../text/words.ts';

/**
 * Where something stands on a line: a slot's word by its key, `type`, `id`, `tail`, or the whole line. What is absent
 * is shown as the whole line.
 */
export function placeOfWord(line: string, what: string): Place {
  const words = scan(line);
  const whole = { line, span: { start: 0, end: line.length } };
  if (what === 'tail') {
    return words.tail < 0 ? whole : { line, span: { start: words.tail, end: words.end } };
  }
  const index = what === 'type' ? 1 : what === 'id' ? 2 : indexOfSlot(line, what);
  if (index < 0 || index >= words.count) return whole;
  return { line, span: { start: words.starts[index] as number, end: words.ends[index] as number } };

  function indexOfSlot(text: string, key: string): number {
    for (let at = 3; at < words.count; at++) {
      const start = words.starts[at] as number;
      if (words.equals[at] === start + key.length && text.startsWith(key, start)) return at;
    }
    return -1;
  }
}
