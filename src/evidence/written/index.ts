import type { Span } from '../../text/span.ts';
import { dateOccurrences, datesOf, type WrittenDate } from './dates.ts';
import { amountOccurrences, type Figure, figureOccurrences, figuresOf } from './figures.ts';
import { isMeasure, measureOccurrences } from './measures.ts';
import { type Occurrence, spanAt } from './occurrence.ts';
import { type Runs, referenceOccurrences, runsOf } from './references.ts';
import { attachedCodes } from './signs.ts';

export { holdsMeasure, isMeasure } from './measures.ts';
export type { Occurrence } from './occurrence.ts';
export { signOccurrences } from './signs.ts';

/** A text that values are looked for in: read once for each kind of value, when one is. */
export interface Searched {
  readonly text: string;
  readonly figures: () => readonly Figure[];
  readonly dates: () => readonly WrittenDate[];
  readonly runs: () => Runs;
}

/** A text, ready to look for values in; linear in its length. */
export function searched(text: string): Searched {
  const dates = once(() => datesOf(text));
  return { text, dates, figures: once(() => figuresOf(text, dates())), runs: once(() => runsOf(text)) };
}

/**
 * Where a text says a value in one of the forms that people write it in; `base` is the slot's type (spec 3), `value` as
 * on a line. Figures, days and references are told apart from what merely holds their digits.
 *
 * @example
 * occurrences(searched('Total £5,400'), 'money', '5400.00').length; // => 1
 * occurrences(searched('Total £15,400'), 'money', '5400.00').length; // => 0
 */
export function occurrences(within: Searched, base: string, value: string): readonly Occurrence[] {
  const found = occurrencesAs(within, base, value);
  if (found.length === 0 || !turning.test(within.text)) return found;
  const lines = turnedLines(within.text);
  return found.map((one) => {
    const isTurned =
      (spanAt(lines, one.span.start)?.end ?? -1) >= one.span.start ||
      (spanAt(lines, one.span.end)?.end ?? -1) >= one.span.end;
    return isTurned ? { ...one, doubt: one.doubt ?? 'is shown in another order than it is written in' } : one;
  });
}

function occurrencesAs(within: Searched, base: string, value: string): readonly Occurrence[] {
  if (base === 'money') return amountOccurrences(within.figures(), value);
  if (base === 'date') return dateOccurrences(within.dates(), value);
  if ((base === 'num' || base === 'int') && !value.includes('/'))
    return figureOccurrences(within.figures(), value);
  if (base === 'token' && isMeasure(value)) return measureOccurrences(within.text, within.figures(), value);
  if (base === 'enum')
    return [
      ...referenceOccurrences(within.runs(), value, within.dates),
      ...attachedCodes(within.text, value),
    ];
  return referenceOccurrences(within.runs(), value, within.dates);
}

/** Controls that turn the order in which characters are shown. */
const turning = /[\u061c\u200f\u202b\u202d\u202e\u2067]/;

/** The lines of a text that hold one: what is written there may not be what is seen. */
function turnedLines(text: string): readonly Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (turning.test(line)) lines.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
}

function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
