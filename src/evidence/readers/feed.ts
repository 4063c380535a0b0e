import { isDay } from '../../vocabulary/slot-types.ts';
import { listOf } from '../lists.ts';
import type { Source } from '../source.ts';
import { datesOf } from '../written/dates.ts';
import { type Fault, largestFile, type Reading, readText, refused } from './reading.ts';
import { columnNamed, noColumn, type Row, readTable, rowParts } from './table.ts';

/** Names of the column that says a row's day, the first that is there. */
const dayColumns = ['date', 'day', 'booked', 'booking date', 'transaction date', 'value date', 'posted'];

/** A bank feed: the rows of a day are `bank:<YYYYMMDD>` (6.6). `column` names the one with the day. Never throws. */
export function readFeed(name: string, bytes: Uint8Array, column?: string): Reading {
  const table = tableOf(name, bytes);
  if ('faults' in table) return table;
  const days = column ?? columnNamed(table.columns, dayColumns);
  if (days === undefined || !table.columns.includes(days)) {
    return refused(
      name,
      noColumn({
        says: "a row's day",
        column,
        names: dayColumns,
        columns: table.columns,
        option: 'bank-day',
      }),
    );
  }
  const faults: Fault[] = [];
  const byDay = new Map<string, Row[]>();
  for (const row of table.rows) {
    const day = dayOf(row.cells[days] ?? '');
    if (typeof day !== 'string') faults.push({ file: name, where: `line ${row.line}`, fault: day.fault });
    else listOf(byDay, day).push(row);
  }
  const sources = [...byDay].map(
    ([day, rows]): Source => ({
      pointer: `bank:${day}`,
      title: `${name}, ${day}`,
      parts: rows
        .flatMap((row) => rowParts(`line ${row.line}`, row))
        .map((part) => ({ ...part, isDirected: true })),
      unread: [],
    }),
  );
  return { sources, faults };
}

/** The day that a cell says, YYYYMMDD, if it says one and no other. */
function dayOf(cell: string): string | { readonly fault: string } {
  if (isDay(cell)) return cell;
  const [date, other] = datesOf(cell);
  const days = date?.days ?? [];
  const [day] = days;
  if (day === undefined || other !== undefined || day.startsWith('-'))
    return { fault: `${JSON.stringify(cell)} is no day` };
  return days.length === 1
    ? day
    : { fault: `${JSON.stringify(cell)} may be ${days.join(' or ')}: write YYYY-MM-DD` };
}

/** A file as a table with names, or the reading that says why it is none. */
export function tableOf(
  name: string,
  bytes: Uint8Array,
): { readonly columns: readonly string[]; readonly rows: readonly Row[] } | Reading {
  const text = readText(name, bytes, largestFile);
  if (typeof text !== 'string') return text;
  const table = readTable(text);
  if (!('fault' in table)) return table;
  return refused(name, table.fault, table.line === null ? null : `line ${table.line}`);
}
