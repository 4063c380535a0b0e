import { onText, type UnitTest } from '../text/units.ts';

const zero = 0x30;
const daysOfMonth: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the units between two offsets are YYYYMMDD and a real day of the years 0001 to 9999 (R11). */
export const isDayAt: UnitTest = (units, start, end) => end - start === 8 && isDayFrom(units, start);

/** Whether they are YYYYMMDDTHHMMZ: a real day and a time of day 0000-2359 (R12). */
export const isTimeAt: UnitTest = (units, start, end) =>
  end - start === 14 &&
  units[start + 8] === 0x54 &&
  units[start + 13] === 0x5a &&
  isDayFrom(units, start) &&
  isTimeOfDayFrom(units, start + 9);

/** `isDayAt` of a text. */
export const isDay: (text: string) => boolean = onText(isDayAt);

/** `isTimeAt` of a text. */
export const isTime: (text: string) => boolean = onText(isTimeAt);

/** Whether a text is HHMM, 0000-2359. */
export const isTimeOfDay: (text: string) => boolean = onText(
  (units, start, end) => end - start === 4 && isTimeOfDayFrom(units, start),
);

function isDayFrom(units: Uint8Array, at: number): boolean {
  const century = twoDigits(units, at);
  const yearOfCentury = twoDigits(units, at + 2);
  const month = twoDigits(units, at + 4);
  const day = twoDigits(units, at + 6);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return false;
  const year = century * 100 + yearOfCentury;
  if (year === 0) return false;
  const leapDay = month === 2 && isLeap(year) ? 1 : 0;
  return day <= (daysOfMonth[month - 1] as number) + leapDay;
}

function isTimeOfDayFrom(units: Uint8Array, at: number): boolean {
  const hour = twoDigits(units, at);
  const minute = twoDigits(units, at + 2);
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number that two ASCII digits write, or -1 (R6). */
function twoDigits(units: Uint8Array, at: number): number {
  const tens = (units[at] as number) - zero;
  const ones = (units[at + 1] as number) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
