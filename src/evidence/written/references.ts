import type { Span } from '../../text/span.ts';
import type { WrittenDate } from './dates.ts';
import { type Occurrence, spanAt, tiedTo } from './occurrence.ts';

/** The runs of letters and digits of a text, in order. */
export interface Runs {
  readonly text: string;
  readonly runs: readonly Span[];
}

const run = /[\p{L}\p{M}\p{N}]+/gu;
/** What may stand between the runs of one reference, in place of what the line has. */
const loose = /^[- \u00a0\u202f./_\u2010-\u2015\u2212:]{0,3}$/u;
const mostParts = 80;

/** The runs of a text. */
export function runsOf(text: string): Runs {
  const runs = [...text.matchAll(run)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  return { text, runs };
}

/**
 * Where a text says a reference, an account, an address or a name. Blanks, dashes and points between its runs may be
 * others and letters of the other case; the letters and digits may not. What stands in a longer reference is found
 * with that doubt, and so is an account whose parts are written apart.
 */
export function referenceOccurrences(
  within: Runs,
  value: string,
  dates: () => readonly WrittenDate[],
): readonly Occurrence[] {
  const whole = isNumber.test(value) ? numbersOf(within, value, dates()) : sequences(within, value);
  if (!value.includes('/') || whole.some(({ doubt }) => doubt === null)) return whole;
  const parts = apart(
    within,
    value.split('/').filter((part) => part !== ''),
  );
  return parts.length > 0 ? parts : whole;
}

const isNumber = /^\d+$/;
/** Fewer digits than these stand in any text: it has to say that they are a name. */
const fewDigits = 5;
const isNamed =
  /(?:invoice|inv|ref|reference|order|po|number|no|nr|account|acct|quote|code|id|#)[.:#º°]{0,2} {0,2}$/iu;

function numbersOf(within: Runs, value: string, dates: readonly WrittenDate[]): readonly Occurrence[] {
  const days = dates.map(({ span }) => span);
  return sequences(within, value).flatMap((one) => asNumber(within.text, one, value, days));
}

/** A reference that is but a number: no part of a figure or a day, and if it is short, called a reference. */
function asNumber(
  text: string,
  one: Occurrence,
  value: string,
  days: readonly Span[],
): readonly Occurrence[] {
  const { start, end } = one.span;
  const day = spanAt(days, start);
  const isInDay = day !== undefined && end <= day.end && day.end - day.start > end - start;
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 5);
  const isGrouped = /\p{N}[.,'’´]$|\p{Sc} ?$/u.test(before) || /^(?:[.,'’´]\p{N}| ?[\p{Sc}%])/u.test(after);
  const isGroup =
    value.length <= 3 &&
    (/\d[ \u00a0\u2007\u202f]$/.test(before) || /^[ \u00a0\u2007\u202f]\d{3}(?!\d)/.test(after));
  const isInFigure = isGrouped || isGroup;
  if (isInDay || isInFigure) return [];
  const isFew = value.length < fewDigits && text.length > value.length;
  const near = text.slice(Math.max(0, start - 24), start);
  return isFew && one.doubt === null && !isNamed.test(near) ? [{ ...one, doubt: 'is a bare number' }] : [one];
}

function sequences(within: Runs, value: string): readonly Occurrence[] {
  const { text, runs } = within;
  const sought = runsOf(value);
  const parts = sought.runs.map(({ start, end }) => fold(value.slice(start, end)));
  const all = parts.join('');
  if (all === '') return [];
  const marks = betweenRuns(sought);
  const found: Occurrence[] = [];
  for (let first = 0; first < runs.length; first++) {
    const last = lastOf(within, first, all);
    if (last < 0) continue;
    const here = { text, runs: runs.slice(first, last + 1) };
    if (!betweenRuns(here).every((mark) => loose.test(mark) || marks.includes(mark))) continue;
    if (!marks.filter((mark) => !loose.test(mark)).every((mark) => betweenRuns(here).includes(mark)))
      continue;
    const span = { start: (runs[first] as Span).start, end: (runs[last] as Span).end };
    const isSame =
      here.runs.length === parts.length &&
      here.runs.every(({ start, end }, index) => end - start === parts[index]?.length);
    const doubt = isSame || isOneBlock(here.runs, parts) ? tiedTo(text, span) : 'is grouped otherwise';
    found.push({ span, doubt, unsigned: false });
  }
  return found;
}

/** The run with which the runs from `first` on spell `all`, or -1. */
function lastOf({ text, runs }: Runs, first: number, all: string): number {
  let spelt = 0;
  for (let at = first; at < runs.length && at < first + mostParts; at++) {
    const { start, end } = runs[at] as Span;
    if (end - start > all.length * 2) return -1;
    const part = fold(text.slice(start, end));
    if (!all.startsWith(part, spelt)) return -1;
    spelt += part.length;
    if (spelt === all.length) return at;
  }
  return -1;
}

/** A reference written without its marks (`MD2026057`), or marked where the line has none (an account in fours). */
function isOneBlock(runs: readonly Span[], parts: readonly string[]): boolean {
  return runs.length === 1 || parts.length === 1;
}

function betweenRuns({ text, runs }: Runs): readonly string[] {
  return runs.slice(1).map(({ start }, index) => text.slice((runs[index] as Span).end, start));
}

/** Words that may stand between the parts of an account, in characters. */
const farthest = 80;
/** More places than these are not looked at: nobody writes a sort code a hundred times. */
const mostPlaces = 100;

/** Parts of an account that follow each other with words between: sort code and number. */
function apart(within: Runs, parts: readonly string[]): readonly Occurrence[] {
  const each = parts.map((part) =>
    sequences(within, part)
      .filter(({ doubt }) => doubt === null)
      .slice(0, mostPlaces),
  );
  const [firsts = [], ...rest] = each;
  return firsts.flatMap(({ span }): Occurrence[] => {
    let { end } = span;
    let between = '';
    for (const found of rest) {
      const next = found.find((one) => one.span.start >= end);
      if (next === undefined || next.span.start - end > farthest) return [];
      between += within.text.slice(end, next.span.start);
      end = next.span.end;
    }
    const doubt = /\p{N}/u.test(between) ? 'other figures stand between its parts' : null;
    return [{ span: { start: span.start, end }, doubt, unsigned: false }];
  });
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
