import { executionSlots } from '../../codec/asked.ts';
import { readGiven } from '../../codec/given.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { shown } from '../../text/shown.ts';
import type { Values } from '../tool.ts';
import { SourceError } from './source-error.ts';

/** The tool's own records as `resolve` of an act tool: values by slot for a handoff, or a SourceError. */
export type Source = (handoff: AnyMessage) => Promise<Values>;

/** What a source is read for. */
export interface SourceOptions {
  /** The slot that each column is, by the name of the column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Asks that it is read for; unless set, those that run with one of its slots. */
  readonly asks?: readonly string[];
}

/** A row of a record, and where it stands: `suppliers.csv:12`. */
export interface Row {
  readonly where: string;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** The columns that a handoff needs of a source; none when it is not read for it. */
export function columnsFor(
  ho: AnyMessage,
  { columns, asks }: SourceOptions,
): readonly (readonly [column: string, slot: string])[] {
  if (asks !== undefined && !asks.includes(String(ho.slots['ask']))) return [];
  const runs = executionSlots(ho);
  return Object.entries(columns).filter(([, slot]) => runs.includes(slot) || ho.slots[slot] !== undefined);
}

/** The one row that there is. Throws SourceError for none and for two: nothing says which of them is meant. */
export function onlyRow(rows: readonly Row[], what: string): Row {
  const [row, second] = rows;
  if (row === undefined) throw new SourceError('source/missing', `${what}: there is no such row`);
  if (second !== undefined)
    throw new SourceError(
      'source/ambiguous',
      `${what}: there are two such rows, ${row.where} and ${second.where}`,
    );
  return row;
}

/** The values of a row by slot. Throws SourceError for a column that is not there or empty, or holds no value of its slot. */
export function valuesOf(ho: AnyMessage, { where, columns }: Row, options: SourceOptions): Values {
  const values: Record<string, string> = {};
  for (const [column, slot] of columnsFor(ho, options)) {
    const value = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (value === undefined || value === null || value === '')
      throw new SourceError('source/missing', `${where}: column ${shown(column)} has no ${slot}`);
    const { values: read, faults } = readGiven({ [slot]: value }, vocabularyOf(ho));
    const [fault] = faults;
    const decoded = read.get(slot);
    if (decoded === undefined) {
      const form = fault?.form === undefined || fault.form === '' ? '' : `: expected ${fault.form}`;
      throw new SourceError(
        'source/value',
        `${where}: column ${shown(column)} holds ${shown(fault?.got)}, which is no ${slot}${form}`,
      );
    }
    values[slot] = written(decoded);
  }
  return values;
}

/** What a slot says on a handoff, as written. Throws SourceError when it says nothing: no row can be found by it. */
export function keyOn(ho: AnyMessage, slot: string, what: string): string {
  const value = slot === 'item' ? ho.item : ho.slots[slot];
  if (value === undefined || value === null)
    throw new SourceError('source/missing', `${what}: the handoff has no ${slot}, by which a row is found`);
  return written(value);
}

/** What went wrong with the place of a source, which says nothing of its rows. */
export function unreadable(what: string, error: unknown): SourceError {
  const because = error instanceof Error ? error.message : String(error);
  return new SourceError('source/unreadable', `${what}: ${because}`, { cause: error });
}
