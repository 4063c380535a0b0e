import { listOf } from '../lists.ts';
import type { Source } from '../source.ts';
import { tableOf } from './feed.ts';
import { type Fault, type Reading, readValue, refused } from './reading.ts';
import { columnNamed, noColumn, rowParts } from './table.ts';

/** Names of the column that says an order's number, the first that is there. */
const numberColumns = [
  'po',
  'order',
  'number',
  'po number',
  'po no',
  'order number',
  'order no',
  'purchase order',
  'id',
];

/** Purchase orders, CSV or JSON (an array of objects): an order is `po:<id>`, all its rows together (6.6). Never throws. */
export function readOrders(name: string, bytes: Uint8Array, column?: string): Reading {
  const table = /\.json$/i.test(name) ? jsonTable(name, bytes) : tableOf(name, bytes);
  if ('faults' in table) return table;
  const numbers = column ?? columnNamed(table.columns, numberColumns);
  if (numbers === undefined || !table.columns.includes(numbers)) {
    return refused(
      name,
      noColumn({
        says: "an order's number",
        column,
        names: numberColumns,
        columns: table.columns,
        option: 'po-number',
      }),
    );
  }
  const faults: Fault[] = [];
  const orders = new Map<string, Source['parts'][number][]>();
  for (const row of table.rows) {
    const number = row.cells[numbers] ?? '';
    const where = `line ${row.line}`;
    if (number === '') faults.push({ file: name, where, fault: 'it names no order' });
    else listOf(orders, number).push(...rowParts(where, row));
  }
  const sources = [...orders].map(([number, parts]) => ({
    pointer: `po:${number}`,
    title: `${name}, ${number}`,
    parts,
    unread: [],
  }));
  return { sources, faults };
}

/** An array of flat objects as a table; `line` is the place in the array, from 1. */
function jsonTable(name: string, bytes: Uint8Array): ReturnType<typeof tableOf> {
  const read = readValue(name, bytes);
  if ('faults' in read) return read;
  const { value: list } = read;
  if (!Array.isArray(list) || !list.every(isObject)) return refused(name, 'it is no array of objects');
  const columns = [...new Set(list.flatMap((order) => Object.keys(order)))];
  const rows = list.map((order, index) => ({
    line: index + 1,
    cells: Object.fromEntries(
      columns.map((key) => [key, written(Object.hasOwn(order, key) ? order[key] : '')]),
    ),
  }));
  return { columns, rows };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
