import { timeOf } from '../text/moment.ts';

export { timeOf };

/** The UTC day of a moment, YYYYMMDD. */
export function dayOf(milliseconds: number): string {
  return timeOf(milliseconds).slice(0, 8);
}

/** The first millisecond of a time YYYYMMDDTHHMMZ that has been judged to be one. */
export function momentOf(time: string): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  moment.setUTCHours(Number(hour), Number(minute));
  return moment.getTime();
}

/** A moment as people are told it: 2026-10-02T14:03:11Z, with its milliseconds where it has some. */
export function instantOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** How long a step may be written after its moment, in milliseconds, where it is judged before the database is asked. */
export const lateness = 100;
