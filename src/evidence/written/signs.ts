import { currencyCodesIn } from './currencies.ts';
import type { Occurrence } from './occurrence.ts';

const reach = 24;

/**
 * Where a text says a code by a sign or a word that stands for it: `$`, `pounds`. A sign behind a letter is another one
 * (`A$`), and so may be one whose figure has another code on it (`$5,400 CAD`).
 */
export function signOccurrences(text: string, sign: string, code: string): readonly Occurrence[] {
  const isWord = /^\p{L}/u.test(sign);
  const whole = isWord ? text.toLowerCase() : text;
  const sought = isWord ? sign.toLowerCase() : sign;
  const found: Occurrence[] = [];
  for (let start = whole.indexOf(sought); start >= 0; start = whole.indexOf(sought, start + sought.length)) {
    const end = start + sought.length;
    const before = text.slice(Math.max(0, start - reach), start);
    const after = text.slice(end, end + reach);
    if (/\p{L}$/u.test(before) || (/\p{L}$/u.test(sign) && /^\p{L}/u.test(after))) continue;
    const beside = [
      ...codesAt(/[A-Z]{3} ?$/.exec(before)),
      ...codesAt(/^[-\s\d.,'’´]{1,18}[A-Z]{3}(?!\p{L})/u.exec(after)),
    ];
    const other = beside.find((one) => one !== code);
    const doubt = other === undefined ? null : `${other} stands beside it`;
    found.push({ span: { start, end }, doubt, unsigned: false });
  }
  return found;
}

/** Where a currency's code is written on to its amount: `USD5,400.00`, `5,400.00USD`. */
export function attachedCodes(text: string, code: string): readonly Occurrence[] {
  if (currencyCodesIn(code).length === 0) return [];
  const cents = "\\d[\\d.,'’´]*[.,]\\d{2}";
  const attached = `(?<![\\p{L}\\p{N}])${code}(?=${cents}(?!\\d))|(?<=[.,]\\d{2})${code}(?![\\p{L}\\p{N}])`;
  return [...text.matchAll(new RegExp(attached, 'gu'))].map(({ index }) => ({
    span: { start: index, end: index + code.length },
    doubt: null,
    unsigned: false,
  }));
}

function codesAt(found: RegExpExecArray | null): readonly string[] {
  return found === null ? [] : currencyCodesIn(found[0]);
}
