import type { Span } from '../../text/span.ts';
import { isDay } from '../../vocabulary/slot-types.ts';
import { type Occurrence, tiedTo } from './occurrence.ts';
import { doubtOfDay } from './said.ts';

/** A date of a text: the days that it may mean, YYYYMMDD; without a year the day as `----MMDD`. */
export interface WrittenDate {
  readonly span: Span;
  readonly days: readonly string[];
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
/** What lies between a day and its month: blanks, or the end of a line. */
const gap = '(?:[ \\u00a0\\t]{1,3}|[ \\t]{0,3}\\r?\\n[ \\t]{0,8})';
const comma = `(?:,?${gap}|,)`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = "(?<year>\\d{4}|['’]?\\d{2})";
const free = '(?<![\\p{L}\\p{N}\\p{Cf}])';
const over = '(?![\\p{L}\\p{N}\\p{Cf}]|[.,]\\d)';
/** A day may be followed by its time: `2026-10-02T10:00:00Z`. */
const overTime = '(?:(?![\\p{L}\\p{N}\\p{Cf}])|(?=[Tt]\\d{2}:?\\d{2}))';

interface Form {
  readonly pattern: RegExp;
  readonly days: (parts: Readonly<Record<string, string | undefined>>) => readonly string[];
}

/** Ways to write a date, a row each. */
const forms: readonly Form[] = [
  row(
    `(?<year>\\d{4})(?<mark>[-/.]?)(?<first>\\d{2})\\k<mark>(?<second>\\d{2})`,
    ({ year = '', first = '', second = '' }) => dayOf(year, first, second),
    overTime,
  ),
  row(
    `${day}(?:\\.?${gap}|[-/.])(?:of ?)?${month}(?:${comma}${year}|[-/.]${year})?`,
    ({ year, month = '', day = '' }) => named(year, month, day),
  ),
  row(`${month}(?:${gap}|-)${day}(?:${comma}${year})?`, ({ year, month = '', day = '' }) =>
    named(year, month, day),
  ),
  row(
    `(?<first>\\d{1,2})(?<mark>[-/.])(?<second>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2})`,
    ({ first = '', second = '', year = '', mark }) => {
      const inOrder = dayOf(century(year), second, first);
      if (mark === '.') return inOrder;
      const yearFirst = year.length === 2 && first.length === 2 ? dayOf(century(first), second, year) : [];
      return [...inOrder, ...dayOf(century(year), first, second), ...yearFirst];
    },
  ),
];

/** The dates of a text, in every form that the table has; of two that overlap, the one that begins first. */
export function datesOf(text: string): readonly WrittenDate[] {
  const all: WrittenDate[] = [];
  for (const { pattern, days } of forms) {
    for (const match of text.matchAll(pattern)) {
      const meant = [...new Set(days(match.groups ?? {}))];
      const span = { start: match.index, end: match.index + match[0].length };
      if (meant.length > 0) all.push({ span, days: meant });
    }
  }
  all.sort((one, other) => one.span.start - other.span.start || other.span.end - one.span.end);
  let end = 0;
  return all.filter(({ span }) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

/**
 * Where a text says a day, YYYYMMDD; one that may be another, whose year is not said, that is part of a reference or
 * that is denied, with that doubt.
 */
export function dateOccurrences(
  text: string,
  dates: readonly WrittenDate[],
  value: string,
): readonly Occurrence[] {
  const yearless = `----${value.slice(4)}`;
  return dates.flatMap(({ span, days }): Occurrence[] => {
    if (days.includes(yearless)) return [{ span, doubt: 'names no year', unsigned: false }];
    if (!days.includes(value)) return [];
    const others = days.filter((one) => one !== value).map(inWords);
    const doubt = others.length === 0 ? doubtAt(text, span) : `could also be ${others.join(' or ')}`;
    return [{ span, doubt, unsigned: false }];
  });
}

const saysDay =
  /(?<!\p{L})(?:date|dated|day|on|from|due|by|of|am|vom|ab|le|du|effective|paid|booked|value|datum|until)[ :.=]{1,3}$/iu;

/** Why a day may be none: it is a part of a reference, or a number of eight digits, or is not the day that is meant. */
function doubtAt(text: string, span: Span): string | null {
  const isBare =
    /^\d{8}$/.test(text.slice(span.start, span.end)) && !/^[Tt]\d/.test(text.slice(span.end, span.end + 2));
  const isAlone = text.trim().length === span.end - span.start;
  if (isBare && !isAlone && !saysDay.test(text.slice(Math.max(0, span.start - 16), span.start)))
    return 'is a bare number';
  return tiedTo(text, span) ?? doubtOfDay({ text, ...span });
}

function row(pattern: string, days: Form['days'], end = over): Form {
  return { pattern: new RegExp(`${free}${pattern}${end}`, 'giu'), days };
}

function named(written: string | undefined, name: string, dayOfMonth: string): readonly string[] {
  const number = String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  if (written !== undefined) return dayOf(century(written.replace(/^['’]/, '')), number, dayOfMonth);
  const [leap] = dayOf('2000', number, dayOfMonth);
  return leap === undefined ? [] : [`----${leap.slice(4)}`];
}

function dayOf(years: string, monthOfYear: string, dayOfMonth: string): readonly string[] {
  const written = `${years}${monthOfYear.padStart(2, '0')}${dayOfMonth.padStart(2, '0')}`;
  return isDay(written) ? [written] : [];
}

/** Two digits are a year of this century: what is handed over and paid is of today. */
function century(written: string): string {
  return written.length === 2 ? `20${written}` : written;
}

function inWords(written: string): string {
  const name = months[Number(written.slice(4, 6)) - 1] as string;
  return `${Number(written.slice(6))} ${name[0]?.toUpperCase()}${name.slice(1)} ${written.slice(0, 4)}`;
}
