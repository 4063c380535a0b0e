import { readJson } from '../../text/json.ts';
import type { Source } from '../source.ts';
import { tableOf } from './feed.ts';
import { type Fault, largestFile, type Reading, textOf } from './reading.ts';
import { rowParts } from './table.ts';

/** Names of the column that says an order's number, the first that is there. */
const numberColumns = ['po', 'order', 'number', 'po number', 'order number', 'id'];

/** Purchase orders, CSV or JSON (an array of objects): an order is `po:<id>`, all its rows together (6.6). Never throws. */
export function readOrders(name: string, bytes: Uint8Array, column?: string): Reading {
  const table = /\.json$/i.test(name) ? jsonTable(name, bytes) : tableOf(name, bytes);
  if ('faults' in table) return table;
  const numbers = column ?? table.columns.find((one) => numberColumns.includes(one.toLowerCase()));
  if (numbers === undefined || !table.columns.includes(numbers)) {
    const wanted = column === undefined ? numberColumns.join(', ') : JSON.stringify(column);
    return {
      sources: [],
      faults: [{ file: name, where: null, fault: `no column ${wanted} says an order's number` }],
    };
  }
  const faults: Fault[] = [];
  const orders = new Map<string, Source['parts'][number][]>();
  for (const row of table.rows) {
    const number = row.cells[numbers] ?? '';
    const where = `line ${row.line}`;
    if (number === '') faults.push({ file: name, where, fault: 'it names no order' });
    else orders.set(number, [...(orders.get(number) ?? []), ...rowParts(where, row)]);
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
  const refused = (fault: string): Reading => ({ sources: [], faults: [{ file: name, where: null, fault }] });
  if (bytes.length > largestFile) return refused(`more than ${largestFile} bytes`);
  const text = textOf(bytes);
  if (text === null) return refused('it is no UTF-8');
  const [fault] = readJson(text).faults;
  if (fault !== undefined) return refused(`it is no JSON of one meaning: ${fault.fault}`);
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list) || !list.every(isObject)) return refused('it is no array of objects');
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
