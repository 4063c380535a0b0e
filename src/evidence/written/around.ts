import type { Span } from '../../text/span.ts';
import { currencyCode, currencySign, currencyWord } from './currencies.ts';
import { scales } from './words.ts';

/** Which side of zero the characters beside a figure say that it is on; `open` when a dash may be a sign or none. */
export type Sign = 'none' | 'plus' | 'minus' | 'open';

/** What is written beside a figure and belongs to it. */
export interface Around {
  /** Nothing makes it part of a reference, a longer figure or a word. */
  readonly isFree: boolean;
  readonly sign: Sign;
  /** A currency stands beside it. */
  readonly isMoney: boolean;
  /** The currencies beside it, as they are written. */
  readonly currencies: readonly string[];
  readonly isShare: boolean;
  /** The power of ten that a word behind it means, and the word: `5 million`. */
  readonly scale: { readonly zeros: number; readonly word: string } | null;
  /** The words before it on its line, and the word behind it. */
  readonly before: string;
  readonly behind: string;
  /** With its currency, its sign and its brackets. */
  readonly outer: Span;
}

const reach = 24;
const mostTokens = 5;
/** Direction marks, which nobody sees. */
const marks = '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*';
const blank = '[ \\u00a0\\u202f]';

const leading = new RegExp(
  `(?:(?<sign>[-−–－+])|(?<open>\\()|(?<![\\p{L}\\p{N}])(?:(?<currency>${currencyCode}|${currencySign})|(?<credit>C[Rr]\\.?)))(?<gap>${blank}{0,2})${marks}$`,
  'u',
);
const trailing = new RegExp(
  `^${marks}(?:(?<round>[.,/](?:[-–—]{1,2}|=)(?![\\p{L}\\p{N}]))|(?<minus>[-−])(?![\\p{L}\\p{N}])|(?<loose>${blank}[-−](?=${blank}*(?:[\\t\\r\\n|]|$)))|${blank}{0,2}(?:(?<close>\\))|` +
    `(?<currency>(?:${currencyCode}|${currencyWord})(?![\\p{L}\\p{N}])|\\p{Sc})|(?<credit>C[Rr])(?![\\p{L}\\p{N}])|(?<debit>D[Rr])(?![\\p{L}\\p{N}])|` +
    `(?<share>[%％‰]|per ?cent(?!\\p{L})|pct(?!\\p{L}))|(?<scale>[\\p{L}]{1,9})(?![\\p{L}\\p{N}])))`,
  'u',
);

/** What stands around the characters from `start` to `end`. */
export function around(text: string, start: number, end: number): Around {
  const lead = leadOf(text, start);
  const trail = trailOf(text, end);
  const isBracketed = lead.opens && trail.closes;
  const isMinus = lead.sign === 'minus' || lead.isCredit || trail.sign === 'minus' || isBracketed;
  const isOpen = (lead.sign === 'open' && !isLabel.test(lead.before)) || trail.sign === 'open';
  return {
    isFree: lead.isFree && trail.isFree,
    sign: isMinus ? 'minus' : isOpen ? 'open' : lead.sign === 'plus' ? 'plus' : 'none',
    isMoney: lead.isMoney || trail.isMoney,
    currencies: [...lead.currencies, ...trail.currencies],
    isShare: trail.isShare,
    scale: trail.scale,
    before: lead.before,
    behind: trail.behind,
    outer: { start: start - lead.length, end: end + trail.length },
  };
}

/** Words behind which a dash is one: `Total - 5,400.00`. */
const isLabel = /(?<!\p{L})(?:total|amount|due|payable|price|net|vat|gross)[: )]*$/iu;

interface Lead {
  readonly isFree: boolean;
  readonly sign: Sign;
  readonly isMoney: boolean;
  readonly isCredit: boolean;
  readonly opens: boolean;
  readonly before: string;
  readonly currencies: readonly string[];
  readonly length: number;
}

function leadOf(text: string, start: number): Lead {
  const near = text.slice(Math.max(0, start - 3 * reach), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  let rest = line;
  let sign: Sign = 'none';
  const currencies: string[] = [];
  const seen = { isMoney: false, isCredit: false, opens: false, isApart: false };
  for (let count = 0; count < mostTokens; count++) {
    const piece = rest.slice(-reach);
    const found = leading.exec(piece);
    const { sign: mark, open, currency, credit, gap = '' } = found?.groups ?? {};
    if (found === null) break;
    rest = rest.slice(0, rest.length - piece.length + found.index);
    if (mark !== undefined && sign === 'none') sign = signOf(mark, gap);
    seen.isMoney ||= currency !== undefined;
    if (currency !== undefined) currencies.push(currency);
    seen.isCredit ||= credit !== undefined;
    seen.opens ||= open !== undefined;
    seen.isApart ||= gap !== '' || open !== undefined;
  }
  const { isApart, ...said } = seen;
  const length = line.length - rest.length;
  return { ...said, isFree: isApart || standsFree(rest), sign, before: rest, currencies, length };
}

/** A dash before a blank may be a sign, a bullet or a dash between words; the sign for minus is a sign. */
function signOf(mark: string, gap: string): Sign {
  if (mark === '+') return 'plus';
  return gap === '' || mark === '−' ? 'minus' : 'open';
}

const unseenMarks = new RegExp(`${marks}$`);
/** What joins a figure to something that is none: a reference, a day, a version. */
const joins = /[\p{L}\p{M}\p{N}\p{Cf}_#@/-]$/u;
/** Between two figures any other mark or blank may group their digits, or reckon with them. */
const joinsAfterFigures = /\p{N}(?:[^\p{L}\p{M}\p{N}\s();|"”+=-]|(?![ \u00a0])\p{Zs})$/u;

function standsFree(before: string): boolean {
  const seen = before.replace(unseenMarks, '');
  return !joins.test(seen) && !joinsAfterFigures.test(seen) && !/\p{L}[.,]$/u.test(seen);
}

interface Trail {
  readonly isFree: boolean;
  readonly sign: Sign;
  readonly isMoney: boolean;
  readonly isShare: boolean;
  readonly closes: boolean;
  readonly scale: Around['scale'];
  readonly behind: string;
  readonly currencies: readonly string[];
  readonly length: number;
}

function trailOf(text: string, end: number): Trail {
  const near = text.slice(end, end + 2 * reach);
  let rest = near;
  let sign: Sign = 'none';
  const currencies: string[] = [];
  let scale: Around['scale'] = null;
  const seen = { isMoney: false, isShare: false, closes: false };
  let isFirst = true;
  let isUnit = false;
  for (let count = 0; count < mostTokens; count++) {
    const found = trailing.exec(rest);
    const { round, minus, loose, close, currency, credit, share, scale: word } = found?.groups ?? {};
    if (found === null) break;
    if (word !== undefined) {
      const zeros = scaleOf(word);
      if (zeros === null) {
        isUnit = isFirst && units.has(word.toLowerCase());
        break;
      }
      scale = { zeros, word };
    }
    if (minus !== undefined || credit !== undefined) sign = 'minus';
    if (loose !== undefined && sign === 'none') sign = 'open';
    seen.isMoney ||= currency !== undefined || round !== undefined;
    if (currency !== undefined) currencies.push(currency);
    seen.isShare ||= share !== undefined;
    seen.closes ||= close !== undefined;
    rest = rest.slice(found[0].length);
    isFirst = false;
  }
  const behind = /^[ \u00a0]{0,3}\(?([\p{L}µ][\p{L}\d²³]*)/u.exec(rest)?.[1]?.toLowerCase() ?? '';
  const length = near.length - rest.length;
  return { ...seen, sign, scale, behind, currencies, length, isFree: !isFirst || isUnit || endsFree(rest) };
}

function scaleOf(word: string): number | null {
  const name = word.toLowerCase();
  return Object.hasOwn(scales, name) ? (scales[name] ?? null) : null;
}

const joinsBeforeFigures = /^(?:[^\p{L}\p{M}\p{N}\s();|"“+=\p{Sc}-]|(?![ \u00a0])\p{Zs})\p{N}/u;

/** Whether nothing behind a figure makes it part of another thing: `5400/A`, but not `5,400.00/month`. */
function endsFree(rest: string): boolean {
  const after = rest.replace(new RegExp(`^${marks}`), '');
  if (/^\/ ?[a-z]{2,}/.test(after)) return true;
  if (/^[.,:-](?![\p{L}\p{N}])/u.test(after)) return true;
  return !/^[\p{L}\p{M}\p{N}\p{Cf}_#@/:.,´\u2007-]/u.test(after) && !joinsBeforeFigures.test(after);
}

/** Words behind a figure that measure or count something else than money. */
const units: ReadonlySet<string> = new Set(
  (
    'mm cm dm m km m2 m3 in ft yd g kg mg mcg µg t l ml cl h hr hrs hour hours min mins minutes s sec day days week weeks month ' +
    'months year years pc pcs piece pieces unit units item items box boxes pack packs pallet pallets set sets off ea x kwh kw w v a ' +
    'hz mmol mol iu mmhg bpm c f gb mb tb page pages seat seats user users people persons degree degrees miles'
  ).split(' '),
);

/** Whether a word behind a figure is a unit of something else than money. */
export function isUnitOf(word: string): boolean {
  return units.has(word);
}
