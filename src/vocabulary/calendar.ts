const zero = 0x30;
const daysOfMonth: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is YYYYMMDD and a real day of the years 0001 to 9999 (R11). */
export function isDay(text: string): boolean {
  return text.length === 8 && isDayAt(text, 0);
}

/** Whether a text is YYYYMMDDTHHMMZ: a real day and a time of day 0000-2359 (R12). */
export function isTime(text: string): boolean {
  return (
    text.length === 14 && text[8] === 'T' && text[13] === 'Z' && isDayAt(text, 0) && isTimeOfDayAt(text, 9)
  );
}

/** Whether a text is HHMM, 0000-2359. */
export function isTimeOfDay(text: string): boolean {
  return text.length === 4 && isTimeOfDayAt(text, 0);
}

function isDayAt(text: string, at: number): boolean {
  const century = twoDigits(text, at);
  const yearOfCentury = twoDigits(text, at + 2);
  const month = twoDigits(text, at + 4);
  const day = twoDigits(text, at + 6);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return false;
  const year = century * 100 + yearOfCentury;
  if (year === 0) return false;
  const leapDay = month === 2 && isLeap(year) ? 1 : 0;
  return day <= (daysOfMonth[month - 1] as number) + leapDay;
}

function isTimeOfDayAt(text: string, at: number): boolean {
  const hour = twoDigits(text, at);
  const minute = twoDigits(text, at + 2);
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number that two ASCII digits write, or -1 (R6). */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - zero;
  const ones = text.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
