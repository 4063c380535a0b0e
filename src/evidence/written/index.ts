import { dateOccurrences, datesOf, type WrittenDate } from './dates.ts';
import { amountOccurrences, type Figure, figureOccurrences, figuresOf } from './figures.ts';
import { doubtfulLines, heldAgainst } from './lines.ts';
import { isMeasure, measureOccurrences } from './measures.ts';
import { type Occurrence, withDoubt } from './occurrence.ts';
import { type Runs, referenceOccurrences, runsOf } from './references.ts';
import { doubtOfAccount } from './said.ts';
import { attachedCodes, besideOthers } from './signs.ts';
import { scaledText } from './words.ts';

export { isOtherCurrency } from './currencies.ts';
export { plain } from './digits.ts';
export { currenciesOf } from './figures.ts';
export { heldAgainst } from './lines.ts';
export { holdsMeasure, isMeasure } from './measures.ts';
export { type Occurrence, withDoubt } from './occurrence.ts';
export { doubtOfColumn } from './said.ts';
export { signOccurrences } from './signs.ts';
export { undoing } from './words.ts';

/** A text that values are looked for in: read once for each kind of value, when one is. */
export interface Searched {
  readonly text: string;
  readonly figures: () => readonly Figure[];
  readonly dates: () => readonly WrittenDate[];
  readonly runs: () => Runs;
  /** Lines that are doubtful as a whole. */
  readonly doubtful: () => ReturnType<typeof doubtfulLines>;
}

/** A text, ready to look for values in; linear in its length. */
export function searched(text: string): Searched {
  const dates = once(() => datesOf(text));
  return {
    text,
    dates,
    figures: once(() => figuresOf(text, dates())),
    runs: once(() => runsOf(text)),
    doubtful: once(() => doubtfulLines(text)),
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
  const found = occurrencesAs(within, base, value);
  return found.length === 0 ? found : heldAgainst(within.doubtful(), found);
}

function occurrencesAs(within: Searched, base: string, value: string): readonly Occurrence[] {
  if (base === 'money') return amountOccurrences(within.figures(), value);
  if (base === 'date') return dateOccurrences(within.text, within.dates(), value);
  if ((base === 'num' || base === 'int') && !value.includes('/'))
    return figureOccurrences(within.figures(), value);
  if (base === 'token' && isMeasure(value)) return measureOccurrences(within.text, within.figures(), value);
  const references = referenceOccurrences(within.runs(), value, within.dates);
  if (isAccount.test(value))
    return references.map((one) => withDoubt(one, doubtOfAccount({ text: within.text, ...one.span })));
  if (base !== 'enum') return references;
  return besideOthers(within, [...references, ...attachedCodes(within.text, value)], value);
}

/** An account as lines have it: two numbers, or one of those that begin with a country. */
const isAccount = /^[\d-]{4,}\/\d{4,}$|^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/;

/** The words by which a text gives its amounts in thousands or more; null when it has none. */
export function scaleIn(text: string): string | null {
  return scaledText.exec(text)?.[0] ?? null;
}

/** What a function gives, worked out when first asked for. */
export function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
