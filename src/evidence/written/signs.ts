import { isCurrency, isOtherCurrency } from './currencies.ts';
import type { Figure } from './figures.ts';
import { type Occurrence, spanAt } from './occurrence.ts';

/** A text with its figures, which tell what stands beside a currency. */
interface WithFigures {
  readonly text: string;
  readonly figures: () => readonly Figure[];
}

const reach = 24;

/**
 * Where a text says a code by a sign or a word that stands for it: `$`, `pounds`. A sign behind a letter is another one
 * (`A$`), and so may be one whose figure has another code on it (`$5,400 CAD`).
 */
export function signOccurrences(within: WithFigures, sign: string, code: string): readonly Occurrence[] {
  const { text } = within;
  const isWord = /^\p{L}/u.test(sign);
  const whole = isWord ? text.toLowerCase() : text;
  const sought = isWord ? sign.toLowerCase() : sign;
  const found: Occurrence[] = [];
  for (let start = whole.indexOf(sought); start >= 0; start = whole.indexOf(sought, start + sought.length)) {
    const end = start + sought.length;
    const before = text.slice(Math.max(0, start - reach), start);
    const after = text.slice(end, end + reach);
    if (/\p{L}$/u.test(before) || (/\p{L}$/u.test(sign) && /^\p{L}/u.test(after))) continue;
    found.push({ span: { start, end }, doubt: null, unsigned: false });
  }
  return besideOthers(within, found, code);
}

/** Where a currency's code is written on to its amount: `USD5,400.00`, `5,400.00USD`. */
export function attachedCodes(text: string, code: string): readonly Occurrence[] {
  if (!isCurrency(code)) return [];
  const cents = "\\d[\\d.,'’´]*[.,]\\d{2}";
  const attached = `(?<![\\p{L}\\p{N}])${code}(?=${cents}(?!\\d))|(?<=[.,]\\d{2})${code}(?![\\p{L}\\p{N}])`;
  return [...text.matchAll(new RegExp(attached, 'gu'))].map(({ index }) => ({
    span: { start: index, end: index + code.length },
    doubt: null,
    unsigned: false,
  }));
}

/** Places of a currency, those with a doubt whose amount has another one as well: `GBP 5,400.00 USD`. */
export function besideOthers(
  { figures }: WithFigures,
  found: readonly Occurrence[],
  code: string,
): readonly Occurrence[] {
  if (found.length === 0 || !isCurrency(code)) return found;
  const twofold = figures().flatMap(({ outer, currencies }) => {
    const other = currencies.find((one) => isOtherCurrency(one, code));
    return other === undefined ? [] : [{ ...outer, other }];
  });
  return found.map((one) => {
    const figure = spanAt(twofold, one.span.start);
    const isBeside = figure !== undefined && one.span.end <= figure.end;
    return isBeside ? { ...one, doubt: one.doubt ?? `${figure.other} stands beside it` } : one;
  });
}
