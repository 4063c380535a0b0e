import type { Span } from '../../text/span.ts';
import { type Around, around, isUnitOf } from './around.ts';
import { doubtBeside } from './beside.ts';
import { currencyCode, currencyWord } from './currencies.ts';
import type { WrittenDate } from './dates.ts';
import { doubted, grouping, negative, plain, type Reading, type Run, runsOf, shifted } from './digits.ts';
import { type Occurrence, withDoubt } from './occurrence.ts';
import { doubtOfNumber } from './said.ts';
import { singleLabels } from './words.ts';

/** A figure of a text, and what it may mean. */
export interface Figure {
  readonly span: Span;
  readonly readings: readonly Reading[];
  /** The text says which side of zero it is on. */
  readonly isSigned: boolean;
  /** It is followed by a per cent sign. */
  readonly isShare: boolean;
  /** What it is as an amount of money; null when it is another thing: a day, an account, a share, a length. */
  readonly amount: { readonly readings: readonly Reading[]; readonly isMarked: boolean } | null;
  /** The currencies beside it, as they are written. */
  readonly currencies: readonly string[];
  /** With its currency and its sign. */
  readonly outer: Span;
  /** Why what stands beside it may change what it says as an amount, which is or is not above zero. */
  readonly beside: (isAboveZero: boolean) => string | null;
  /** Why it may be another one as what counts or measures. */
  readonly bounds: () => string | null;
}

/**
 * The figures of a text. Commas and points group or are decimal, as their places tell; where they do not (`5.400`), a
 * figure has both readings, each with its doubt. What is part of a reference or of a day is none.
 */
export function figuresOf(text: string, dates: readonly WrittenDate[]): readonly Figure[] {
  const found: Figure[] = [];
  let date = 0;
  for (const { index, 0: digits } of text.matchAll(grouping)) {
    for (const run of runsOf(digits, index, isOneFigure(text, index, digits))) {
      const { start, end } = run.span;
      while ((dates[date]?.span.end ?? end) < end) date += 1;
      if ((dates[date]?.span.start ?? end) <= start) continue;
      const beside = around(text, start, end);
      const isInner = start > index && /[^ ]/.test(text[start - 1] ?? '');
      if (beside.isFree && !isInner) found.push(figureOf(text, run, beside));
    }
  }
  return found;
}

/** A currency, or a name that only one amount has, perhaps with a rate of tax behind it. */
const namesOne = new RegExp(
  `(?:${currencyCode}|\\p{Sc})[ \\u00a0]?$|` +
    `(?<!\\p{L})(?:${singleLabels})(?!\\p{L})[^\\p{L}\\p{N}]{0,40}(?:\\d{1,2}(?:[.,]\\d{1,2})? ?%\\)?[ :]*)?$`,
  'iu',
);
const opensCell = /(?:^|[\t|:=])[ \u00a0]*$/;
const endsCell = new RegExp(
  `^[ \\u00a0\\u202f]?(?:(?:${currencyCode}|${currencyWord})(?!\\p{L})|\\p{Sc})[ \\u00a0]*(?:$|[\\t\\r\\n|.,;)]|[ \\u00a0]{2})`,
  'u',
);

/**
 * Whether digits grouped by plain blanks, with two decimals, are one amount and not a count and a price: a currency or a
 * name that only one amount has stands before them, or they fill a cell, or what stands behind a colon, with a currency.
 */
function isOneFigure(text: string, start: number, digits: string): boolean {
  if (!/^[1-9]\d{0,2}(?: \d{3})+[.,]\d{2}$/.test(digits)) return false;
  const near = text.slice(Math.max(0, start - 64), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const behind = text.slice(start + digits.length, start + digits.length + 24);
  const isLineStart = line.trim() === '' && start > 0;
  return namesOne.test(line) || (!isLineStart && opensCell.test(line) && endsCell.test(behind));
}

function figureOf(text: string, { span, readings }: Run, beside: Around): Figure {
  const signed = signedBy(beside.sign, readings);
  return {
    span,
    readings: signed,
    isSigned: beside.sign !== 'none',
    isShare: beside.isShare,
    amount: amountOf(text, span, signed, beside),
    currencies: beside.currencies,
    outer: beside.outer,
    beside: (isAboveZero) => doubtBeside({ text, ...beside.outer }, isAboveZero),
    bounds: () => doubtOfNumber({ text, ...span }),
  };
}

function signedBy(sign: Around['sign'], readings: readonly Reading[]): readonly Reading[] {
  if (sign === 'minus') return readings.map(negative);
  if (sign !== 'open') return readings;
  const doubt = 'it cannot be told whether the dash beside it is a minus sign';
  const open = readings.map((reading) => doubted(reading, doubt));
  return [...open, ...open.map(negative)];
}

const amountWords =
  'sub-?total|total|amount|sum|net|vat|tax|gross|due|pay|payable|paid|payment|price|balance|fee|fees|charges?|charged|cost|costs|goods|' +
  'carriage|delivery|value|refund|credit|debit|out|in|summe|betrag|netto|brutto|mwst|montant|importe|totale|outstanding|owe|owed|comes to';
/** A word for money, and no other figure than a rate between it and the figure. */
const isAmountBefore = new RegExp(
  `(?<!\\p{L})(?:${amountWords})(?!\\p{L})[^\\p{N}]{0,24}(?:\\d{1,2}(?:[.,]\\d+)? ?%[^\\p{N}]{0,12})?$`,
  'iu',
);
const isAmountBehind =
  /^(?:net|gross|plus|incl|including|excl|excluding|ex|inc|vat|total|due|in|per|a|each|only|netto|brutto|is)$/;
/** Words behind which a number is the name of a thing. */
const isNameBefore = new RegExp(
  '(?<!\\p{L})(?:account|acct|a/c|iban|sort code|tel|telephone|phone|fax|mobile|call|ring|invoice|order|po|ref|reference|no|nr|number|' +
    'code|id|reg|page|qty|quantity|room|flat|floor|suite|postcode|section|version|year|' +
    'jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)' +
    '(?: (?:no|nr|number|code))?[.:#º°]{0,2},? ?$',
  'iu',
);

/** A figure as money: what has neither a currency, decimals nor a word for money beside it may count other things. */
function amountOf(
  text: string,
  { start, end }: Span,
  readings: readonly Reading[],
  { isMoney, isShare, scale, before, behind }: Around,
): Figure['amount'] {
  const digits = text.slice(start, end);
  const hasCents = /[.,]\d{2}$/.test(digits);
  if (isShare || /^0\d/.test(digits)) return null;
  if (scale !== null) {
    const doubt = `is written as ${digits} ${scale.word}`;
    const scaled = readings.map(({ value }) => ({ value: shiftedSigned(value, scale.zeros), doubt }));
    return { readings: scaled, isMarked: true };
  }
  if (isMoney || (hasCents && !isUnitOf(behind))) return { readings, isMarked: true };
  const isNamed = isNameBefore.test(before) && !/\D/.test(digits);
  if (isNamed) return null;
  const isAlone = text.length < digits.length + 8 && text.trim() === digits;
  const isSaid = isAmountBefore.test(before) && (behind === '' || isAmountBehind.test(behind));
  return { readings, isMarked: isAlone || isSaid || isAmountBehind.test(behind) };
}

function shiftedSigned(value: string, zeros: number): string {
  return value.startsWith('-') ? `-${shifted(value.slice(1), zeros)}` : shifted(value, zeros);
}

/** Where a text says a decimal figure; one below zero is also found without its sign. */
export function figureOccurrences(figures: readonly Figure[], value: string): readonly Occurrence[] {
  return figures.flatMap((figure) =>
    found(figure, figure.readings, value).map((one) => withDoubt(one, figure.bounds())),
  );
}

/** Where a text says an amount of money. */
export function amountOccurrences(figures: readonly Figure[], value: string): readonly Occurrence[] {
  return figures.flatMap((figure) => {
    const { amount } = figure;
    if (amount === null) return [];
    const unmarked = 'nothing beside it says that it is an amount';
    const readings = amount.isMarked ? amount.readings : amount.readings.map((one) => doubted(one, unmarked));
    const isAboveZero = !value.startsWith('-');
    return found(figure, readings, value).map((one) =>
      one.doubt === null ? withDoubt(one, figure.beside(isAboveZero)) : one,
    );
  });
}

/** What is written as the currency of an amount, wherever a text says it. */
export function currenciesOf(figures: readonly Figure[], value: string): readonly string[] {
  const sought = plain(value).replace('-', '');
  return figures.flatMap(({ amount, currencies }) =>
    amount?.readings.some((one) => one.value.replace('-', '') === sought) === true ? currencies : [],
  );
}

function found(
  { span, isSigned }: Figure,
  readings: readonly Reading[],
  value: string,
): readonly Occurrence[] {
  const sought = plain(value);
  const size = sought.replace('-', '');
  const reading = readings.find((one) => one.value === sought);
  if (reading !== undefined) return [{ span, doubt: reading.doubt, unsigned: false }];
  if (isSigned || sought === size) return [];
  const unsigned = readings.find((one) => one.value === size);
  return unsigned === undefined ? [] : [{ span, doubt: unsigned.doubt, unsigned: true }];
}
