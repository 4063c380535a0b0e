import type { Span } from '../../text/span.ts';
import type { Occurrence } from './occurrence.ts';

/** A figure of a text, and what it may mean: decimals without needless zeros. */
export interface Figure {
  readonly span: Span;
  readonly readings: readonly Reading[];
  /** The text says which side of zero it is on. */
  readonly signed: boolean;
  /** It is followed by a per cent sign. */
  readonly share: boolean;
}

interface Reading {
  readonly value: string;
  readonly doubt: string | null;
}

const gap = "[ \\u00a0\\u202f\\u2009'’]";
/** Digits in groups, with what may be written on to them; every part is bounded by what follows it: linear. */
const figure = new RegExp(
  `(?<before>(?:[A-Z]{3} ?)?\\p{Sc}? ?[-−–－+(]?\\p{Sc}?)(?<digits>\\d+(?:(?:[.,]|${gap})\\d+)*)(?<after>[-−)]?(?: ?(?:\\p{Sc}|%|CR\\b|DR\\b))?)`,
  'gu',
);
/** What joins a figure to something that is none: a reference, a day, a version. */
const joined = /[\p{L}\p{N}\p{Cf}_#@/:.,´\u2007\u2060-]/u;

/**
 * The figures of a text. Commas and points group or are decimal, as their places tell; where they do not (`5.400`), a
 * figure has both readings, each with its doubt. What is part of a reference or of a day is none.
 */
export function figuresOf(text: string): readonly Figure[] {
  const found: Figure[] = [];
  for (const match of text.matchAll(figure)) {
    const { before = '', digits = '', after = '' } = match.groups as Partial<Record<string, string>>;
    const start = match.index + before.length;
    for (const { span, readings } of runsOf(digits, start)) {
      const isFirst = span.start === start;
      const isLast = span.end === start + digits.length;
      if (isFirst && !standsFree(text, match.index, before)) continue;
      if (isLast && !endsFree(text, span.end)) continue;
      const minus = isNegative(isFirst ? before : '', isLast ? after : '');
      found.push({
        span,
        readings: minus ? readings.map(negative) : readings,
        signed: minus || (isFirst && before.includes('+')),
        share: isLast && after.endsWith('%'),
      });
    }
  }
  return found;
}

/** Where a text says a decimal figure; one below zero is also found without its sign. */
export function figureOccurrences(figures: readonly Figure[], value: string): readonly Occurrence[] {
  const sought = plain(value);
  const size = sought.replace('-', '');
  return figures.flatMap(({ span, readings, signed }): Occurrence[] => {
    const reading = readings.find((one) => one.value === sought);
    if (reading !== undefined) return [{ span, doubt: reading.doubt, unsigned: false }];
    if (signed || sought === size) return [];
    const unsigned = readings.find((one) => one.value === size);
    return unsigned === undefined ? [] : [{ span, doubt: unsigned.doubt, unsigned: true }];
  });
}

interface Run {
  readonly span: Span;
  readonly readings: readonly Reading[];
}

/** A figure by itself; where plain blanks group its digits, the parts that they may separate as well. */
function runsOf(digits: string, start: number): readonly Run[] {
  const whole = { span: { start, end: start + digits.length }, readings: readingsOf(digits) };
  if (!digits.includes(' ')) return whole.readings.length === 0 ? [] : [whole];
  const isWhole = whole.readings.length > 0;
  const parts: Run[] = [];
  let at = start;
  for (const part of digits.split(' ')) {
    const readings = readingsOf(part).map((reading) =>
      isWhole ? doubted(reading, `is part of ${digits}`) : reading,
    );
    if (readings.length > 0) parts.push({ span: { start: at, end: at + part.length }, readings });
    at += part.length + 1;
  }
  if (!isWhole) return parts;
  const doubt = 'could also be figures side by side';
  return [{ ...whole, readings: whole.readings.map((reading) => doubted(reading, doubt)) }, ...parts];
}

function doubted({ value, doubt }: Reading, also: string): Reading {
  return { value, doubt: doubt ?? also };
}

function negative({ value, doubt }: Reading): Reading {
  return { value: value === '0' ? value : `-${value}`, doubt };
}

function standsFree(text: string, at: number, before: string): boolean {
  if (/^(?:[A-Z]{3})? /.test(before)) return true; // three capitals before a blank may be the end of a word: eGFR 58
  const previous = text.slice(Math.max(0, at - 1), at);
  if (before === '' || /^[-−–－+(]/.test(before)) return !joined.test(previous);
  return !/[\p{L}\p{N}]/u.test(previous);
}

function endsFree(text: string, end: number): boolean {
  const after = text.slice(end, end + 4);
  if (/^[A-Z]{3}(?![\p{L}\p{N}])/u.test(after)) return true;
  if (/^[.,:-](?![\p{L}\p{N}])/u.test(after)) return true;
  return !joined.test(after.slice(0, 1));
}

function isNegative(before: string, after: string): boolean {
  if (/[-−–－]/.test(before) || /^[-−]/.test(after) || after.endsWith('CR')) return true;
  return before.includes('(') && after.startsWith(')');
}

/** What digits with points, commas and gaps may mean; nothing when they are no figure. */
function readingsOf(digits: string): readonly Reading[] {
  const marks = [...digits.matchAll(/\D/g)].map(([mark]) => (/[.,]/.test(mark) ? mark : ' '));
  const groups = digits.split(/\D/);
  const kinds = new Set(marks);
  const last = marks.at(-1);
  if (last === undefined) return sure(digits);
  if (kinds.size === 1) return marks.length === 1 ? oneMark(last, groups) : grouped(groups);
  const isDecimal = last !== ' ' && kinds.size === 2 && marks.indexOf(last) === marks.length - 1;
  const thousands = groups.slice(0, -1);
  return isDecimal && areThousands(thousands) ? sure(`${thousands.join('')}.${groups.at(-1)}`) : [];
}

/** One mark is decimal or groups thousands; before three digits a point may be either, and a comma is mostly no decimal. */
function oneMark(mark: string, groups: readonly string[]): readonly Reading[] {
  const thousands = grouped(groups);
  if (mark === ' ') return thousands;
  const [decimal] = sure(groups.join('.'));
  const [whole] = thousands;
  if (decimal === undefined || whole === undefined) return decimal === undefined ? [] : [decimal];
  const ofDecimal = doubted(decimal, `could also be ${whole.value}`);
  return [ofDecimal, mark === ',' ? whole : doubted(whole, `could also be ${decimal.value}`)];
}

function grouped(groups: readonly string[]): readonly Reading[] {
  return areThousands(groups) ? sure(groups.join('')) : [];
}

function sure(decimal: string): readonly Reading[] {
  return [{ value: plain(decimal), doubt: null }];
}

function areThousands([first = '', ...others]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3);
}

/** `5400.50` as `5400.5`, `05` as `5`: one text a value. */
function plain(decimal: string): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const end = fraction.replace(/0+$/, '');
  const start = whole.replace(/^0+(?=\d)/, '');
  return `${start === '0' && end === '' ? '' : minus}${start}${end === '' ? '' : `.${end}`}`;
}
