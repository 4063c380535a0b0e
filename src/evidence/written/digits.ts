import type { Span } from '../../text/span.ts';

/** What digits may mean: a decimal without needless zeros, and what keeps that from being certain. */
export interface Reading {
  readonly value: string;
  readonly doubt: string | null;
}

/** A figure by itself. */
export interface Run {
  readonly span: Span;
  readonly readings: readonly Reading[];
}

const gap = "[ \\u00a0\\u2007\\u202f\\u2009'’´]";

/** Digits in groups; every part is bounded by what follows it: linear. */
export const grouping: RegExp = new RegExp(`\\d+(?:(?:[.,]|${gap})\\d+)*`, 'gu');

/**
 * A figure by itself; where plain blanks group its digits, the parts that they may separate as well, unless it is known
 * that one figure stands there.
 */
export function runsOf(digits: string, start: number, isOne: boolean): readonly Run[] {
  const whole = { span: { start, end: start + digits.length }, readings: readingsOf(digits) };
  if (!digits.includes(' ') || (isOne && whole.readings.length > 0))
    return whole.readings.length === 0 ? [] : [whole];
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

export function doubted({ value, doubt }: Reading, also: string): Reading {
  return { value, doubt: doubt ?? also };
}

export function negative({ value, doubt }: Reading): Reading {
  return { value: value === '0' ? value : `-${value}`, doubt };
}

/** What digits with points, commas and gaps may mean; nothing when they are no figure. */
function readingsOf(digits: string): readonly Reading[] {
  const marks = [...digits.matchAll(/\D/g)].map(([mark]) => (/[.,]/.test(mark) ? mark : ' '));
  const groups = digits.split(/\D/);
  const kinds = new Set(marks);
  const last = marks.at(-1);
  if (last === undefined) return sure(digits);
  if (kinds.size === 1) return marks.length === 1 ? oneMark(last, groups) : grouped(groups, last);
  const isDecimal = last !== ' ' && kinds.size === 2 && marks.indexOf(last) === marks.length - 1;
  const thousands = groups.slice(0, -1);
  return isDecimal && grouped(thousands, marks[0] ?? '').length > 0
    ? sure(`${thousands.join('')}.${groups.at(-1)}`)
    : [];
}

/** One mark is decimal or groups thousands; before three digits a point may be either, and a comma is mostly no decimal. */
function oneMark(mark: string, groups: readonly string[]): readonly Reading[] {
  const thousands = grouped(groups, mark);
  if (mark === ' ') return thousands;
  const [decimal] = sure(groups.join('.'));
  const [whole] = thousands;
  if (decimal === undefined || whole === undefined) return decimal === undefined ? [] : [decimal];
  const ofDecimal = doubted(decimal, `could also be ${whole.value}`);
  return [ofDecimal, mark === ',' ? whole : doubted(whole, `could also be ${decimal.value}`)];
}

function grouped(groups: readonly string[], mark: string): readonly Reading[] {
  return areThousands(groups) || (mark === ',' && areLakhs(groups)) ? sure(groups.join('')) : [];
}

function sure(decimal: string): readonly Reading[] {
  return [{ value: plain(decimal), doubt: null }];
}

function areThousands([first = '', ...others]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3);
}

/** `5,40,000`, as in India: the last three digits, and two by two before them. */
function areLakhs([first = '', ...others]: readonly string[]): boolean {
  const pairs = others.slice(0, -1);
  const isPaired = pairs.length > 0 && pairs.every((group) => group.length === 2);
  return /^[1-9]\d?$/.test(first) && isPaired && others.at(-1)?.length === 3;
}

/** `5400.50` as `5400.5`, `05` as `5`: one text a value. */
export function plain(decimal: string): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const end = fraction.replace(/0+$/, '');
  const start = whole.replace(/^0+(?=\d)/, '');
  return `${start === '0' && end === '' ? '' : minus}${start}${end === '' ? '' : `.${end}`}`;
}

/** A decimal with its point moved to the right. */
export function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.padEnd(places, '0');
  const rest = digits.slice(places);
  return plain(`${whole}${digits.slice(0, places)}${rest === '' ? '' : `.${rest}`}`);
}
