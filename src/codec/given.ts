import { nearest } from '../text/nearest.ts';
import { isValue } from '../vocabulary/slot-types.ts';
import type { SlotRow, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';

/** Why a value that a caller gave is none: its key is no slot, or the slot cannot hold it. */
export interface GivenFault {
  readonly fault: 'no-slot' | 'null' | 'value';
  readonly key: string;
  /** The value that was given, in words where it is no text. */
  readonly got: string;
  /** What a value of the slot looks like; the given number as text where that is one. */
  readonly form: string;
  readonly near: string | undefined;
}

/** Decoded values by slot, and what could not be read. */
export interface Given {
  readonly values: ReadonlyMap<string, SlotValue>;
  readonly faults: readonly GivenFault[];
}

/**
 * Reads values that a caller gives by slot, as written on a line or typed: integers may be numbers, booleans true or
 * false, lists arrays (spec 6.1). Money is never a JSON number (R26).
 */
export function readGiven(given: Readonly<Record<string, unknown>>, vocabulary: Vocabulary): Given {
  const values = new Map<string, SlotValue>();
  const faults: GivenFault[] = [];
  for (const [key, value] of Object.entries(given)) {
    const row = vocabulary.slots.get(key) ?? (extensionKey.test(key) ? extension : undefined);
    const text = typeof value === 'string' ? value : row?.encode(value);
    const decoded = text === undefined ? undefined : row?.decode(text);
    if (decoded !== undefined) values.set(key, decoded);
    else faults.push(faultOf(key, value, row, vocabulary));
  }
  return { values, faults };
}

type Row = Pick<SlotRow, 'decode' | 'encode' | 'expected'>;

const extensionKey = /^x_[a-z0-9_]+$/;

/** How the value of an `x_` slot is read: as printable text. */
const extension: Row = {
  decode: (text) => (isValue(text) ? text : undefined),
  encode: () => undefined,
  expected: 'printable text without white space',
};

function faultOf(key: string, value: unknown, row: Row | undefined, { slots }: Vocabulary): GivenFault {
  const got = described(value);
  if (row === undefined) return { fault: 'no-slot', key, got, form: '', near: nearest(key, slots.keys()) };
  const fault = value === null || value === undefined ? 'null' : 'value';
  return { fault, key, got, form: rightForm(value, row), near: undefined };
}

/** Never throws, whatever was given: JSON.stringify does, of a bigint and of a circle. */
function described(value: unknown): string {
  if (typeof value === 'number') return `the JSON number ${value}`;
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  return Array.isArray(value) ? 'this array' : `a value of type ${typeof value}`;
}

function rightForm(value: unknown, { decode, expected }: Row): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return expected;
  const forms = [String(value), value.toFixed(2)];
  const form = forms.find((text) => Number(text) === value && decode(text) !== undefined);
  return form === undefined ? expected : JSON.stringify(form);
}
