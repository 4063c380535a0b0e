import { currencyCode } from './currencies.ts';
import { creditedBy, turnedBy } from './said.ts';
import { type Stand, wordsAround } from './stand.ts';
import {
  harmlessBefore,
  harmlessBehind,
  harmlessBracketed,
  harmlessPhrase,
  joining,
  perWhat,
} from './words.ts';

/**
 * Why what stands beside an amount may change what it says; null where all of it is known not to. Right beside it only
 * known words, marks and edges may stand, whatever the others mean; and no word that denies, bounds, scales or takes
 * back may be said of it. A credit is one only where the amount is to be above zero.
 */
export function doubtBeside(stand: Stand, isAboveZero: boolean): string | null {
  const { before, behind } = wordsAround(stand);
  const stranger = strangerBefore(before, stand) ?? strangerBehind(behind);
  if (stranger !== null) return `${stranger} stands beside it`;
  const word = turnedBy(before, behind) ?? (isAboveZero ? creditedBy(before, behind) : null);
  return word === null ? null : `${word} is said of it`;
}

const edgeBefore = /(?:^|[\t\n|]|[ \u00a0]{2}) ?$/;
const blankBefore = /[ \u00a0\u202f]$/;

/** What stands right before an amount, and is not known to leave it as it is. */
function strangerBefore(before: string, { text, start, end }: Stand): string | null {
  if (edgeBefore.test(before)) return null;
  const near = before.replace(blankBefore, '').replace(/[:;,=_@]+ ?$/, '');
  const isMarked = near.length < before.replace(blankBefore, '').length;
  const bracketed = /[([]([^()[\]]{0,40})[)\]]$/.exec(near)?.[1];
  if (bracketed !== undefined) return strangerIn(bracketed, near);
  if (isMarked || isOpening(before, near)) return null;
  const word = lastWord(near);
  if (isGroup(word, text.slice(start, end)) || opensFigure.test(near)) return word;
  const isKnown = isHarmless(word, harmlessBefore) || harmlessPhrase.test(near);
  return isKnown || isJoined(word, near) || isShareOfTax(word, near) ? null : word;
}

/** Quotation marks and emphasis on to the amount, a bullet before it, the end of a sentence or a leader of dots. */
function isOpening(before: string, near: string): boolean {
  const isQuoted = /(?:^|[\s(])["'“”„«»‘’*(`]+$/u.test(before);
  return isQuoted || /^\s*[*•]$/u.test(near) || /[!?…]$|\.\.$/u.test(near);
}

function lastWord(near: string): string {
  return /[^\s|:;,()[\]=]+$/u.exec(near)?.[0].replace(/\.$/, '') || near.slice(-1);
}

/** `of`, with a name of amounts before it. */
function isJoined(word: string, near: string): boolean {
  return (
    joining.has(word.toLowerCase()) &&
    isHarmless(lastWord(near.slice(0, -word.length).trimEnd()), harmlessBefore)
  );
}

/** A currency with a few digits, as the front of a figure that a blank has torn. */
const opensFigure = new RegExp(`(?:(?<!\\p{L})${currencyCode}|\\p{Sc}) ?\\d{1,3}$`, 'u');

/** Whether a number with a blank behind it may be the front of the figure, grouped another way than its rest. */
function isGroup(word: string, figure: string): boolean {
  return /\d$/.test(word) && /^\D{0,6}\d{3}(?!\d)/.test(figure) && /^[\d.,'’]+$/.test(word);
}

/** What stands right behind an amount, and is not known to leave it as it is. */
function strangerBehind(behind: string): string | null {
  const rest = behind.replace(/^[)\]"'“”»’*`]+/u, '');
  if (/^(?:\s*$| ?[\t\n|]|[ \u00a0]{2})/.test(rest) || plusTax.test(rest)) return null;
  const tied = /^[\p{L}\p{N}]+/u.exec(rest)?.[0];
  if (tied !== undefined) return tied;
  const per = /^\/ ?(\p{L}[\p{L}\d²³]*)/u.exec(rest)?.[1];
  if (per !== undefined) return perWhat.has(per.toLowerCase()) ? null : per;
  const bracketed = /^ ?[([]([^()[\]]{0,40})[)\]]/.exec(rest)?.[1];
  if (bracketed !== undefined) return strangerIn(bracketed, '');
  const range = /^ ?[-–—] ?(?:\p{Sc}|[A-Z]{3} ?)?\d/u.exec(rest)?.[0];
  if (range !== undefined) return range.trim();
  if (/^ ?(?:[.,;:!]|[-–—](?= ))/.test(rest)) return null;
  const word =
    /^[ \u00a0\u202f]?([^\s|:;,()[\]=]+)/u.exec(rest)?.[1]?.replace(/[.!]+$/, '') ??
    rest.trimStart().slice(0, 1);
  if (/^(?:to|per|a|of)$/i.test(word) && /^ \p{L}+ (?:\p{Sc}|[A-Z]{3} ?)?\d/u.test(rest))
    return `${word} a figure`;
  if (/^\d{3}$/.test(word)) return word;
  return isHarmless(word, harmlessBehind) ? null : word;
}

const isCode = new RegExp(`^(?:${currencyCode}|[A-Z]{0,3}\\p{Sc})$`, 'u');
const isNumber = /^(?:\p{Sc}|[A-Z]{0,3}\p{Sc})?\d[\d.,'’]*$/u;
/** A reference begins with a capital letter and has a digit; `X10` and `E3` are something else. */
const isReference = /^(?![xXeE]\d+$)\p{Lu}[\p{L}\d/_.-]*\d[\p{L}\d/_.-]*$/u;

function isHarmless(word: string, words: ReadonlySet<string>): boolean {
  if (isNumber.test(word) || isReference.test(word) || isCode.test(word)) return true;
  const parts = word.toLowerCase().split(/[-/&]/);
  return parts.every((part) => words.has(part.replaceAll(/[*_]/g, '')));
}

const taxWord = 'vat|tax|gst|mwst|ust|umsatzsteuer|tva|iva|btw|moms';
const shareOfTax = new RegExp(
  `(?<!\\p{L})(?:${taxWord})(?!\\p{L})[^\\p{L}]{0,4}(?:(?:at|of|à|rate) )?[^\\p{L}]{0,8}$`,
  'iu',
);
const plusTax = new RegExp(`^ ?\\+ ?(?:${taxWord})(?!\\p{L})`, 'iu');
const share = /^\d{1,2}(?:[.,]\d{1,2})?%?$|^%$/;

/** A rate of tax stands between its word and its amount: `VAT at 20% 900.00`. */
function isShareOfTax(word: string, near: string): boolean {
  return share.test(word) && shareOfTax.test(near);
}

/** The first of some bracketed words that is not known to leave the amount beside it as it is. */
function strangerIn(bracketed: string, near: string): string | null {
  const words = bracketed.split(/[\s:;,]+/).filter((word) => word !== '');
  const stranger = words.find(
    (word) =>
      !isHarmless(word.replace(/\.$/, ''), harmlessBefore) &&
      !harmlessBehind.has(word.toLowerCase()) &&
      !harmlessBracketed.has(word.toLowerCase()) &&
      !(share.test(word) && new RegExp(taxWord, 'iu').test(`${near}${bracketed}`)),
  );
  return stranger ?? null;
}
