import type { Span } from '../text/span.ts';
import type { Place } from './diagnostic.ts';

/** Turns spans of a text of many lines into places: the line that a span begins on, and its part on that line. */
export function placesIn(text: string): (span: Span) => Place {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ start, end }) => {
    const index = lastAtMost(starts, start);
    const from = starts[index] as number;
    const to = (starts[index + 1] ?? text.length + 1) - 1;
    const line = text.slice(from, text[to - 1] === '\r' ? to - 1 : to);
    const span = { start: Math.min(start - from, line.length), end: Math.min(end - from, line.length) };
    return { line, number: index + 1, span };
  };
}

/** The index of the last of some ascending numbers that is at most `most`; the first is. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] as number) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
