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

function codesAt(found: RegExpExecArray | null): readonly string[] {
  return found === null ? [] : currencyCodesIn(found[0]);
}
