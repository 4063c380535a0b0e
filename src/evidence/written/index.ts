import { dateOccurrences, datesOf, type WrittenDate } from './dates.ts';
import { type Figure, figureOccurrences, figuresOf } from './figures.ts';
import type { Occurrence } from './occurrence.ts';
import { type Runs, referenceOccurrences, runsOf } from './references.ts';

export type { Occurrence } from './occurrence.ts';

/** A text that values are looked for in: read once for each kind of value, when one is. */
export interface Searched {
  readonly text: string;
  readonly figures: () => readonly Figure[];
  readonly dates: () => readonly WrittenDate[];
  readonly runs: () => Runs;
}

/** A text, ready to look for values in; linear in its length. */
export function searched(text: string): Searched {
  return {
    text,
    figures: once(() => figuresOf(text)),
    dates: once(() => datesOf(text)),
    runs: once(() => runsOf(text)),
  };
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
  if (base === 'money')
    return figureOccurrences(
      within.figures().filter(({ share }) => !share),
      value,
    );
  if (base === 'date') return dateOccurrences(within.dates(), value);
  if ((base === 'num' || base === 'int') && !value.includes('/'))
    return figureOccurrences(within.figures(), value);
  return referenceOccurrences(within.runs(), value);
}

function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
