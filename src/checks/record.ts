import { placeOf } from '../codec/encode.ts';
import type { AnyMessage } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import { isValue } from '../vocabulary/slot-types.ts';
import type { SlotRow, SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { contrast, valueOn } from './values.ts';

interface Key {
  readonly key: string;
}
interface Refused extends Key {
  readonly got: string;
  readonly form: string;
}
interface Mismatch {
  readonly slot: string;
  readonly approved: SlotValue;
  readonly heard: SlotValue;
  readonly type: string;
}

/** What is wrong with the sender's record of approved values, and where a message differs from it. */
export const rules = {
  'record/empty': {
    severity: 'error',
    section: '6.1 R26',
    message: (): string => 'record: it is empty, so nothing was approved and nothing was compared',
    hint: (): string => 'give the approved values: {"item":"…","ask":"…", …}',
  },
  'record/no-slot': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ key, vocabulary }: Key & { vocabulary: string; near: string | undefined }): string =>
      `record: ${shown(key)} is no slot of ${vocabulary}`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined
        ? 'name the slot as it stands on a line'
        : `write ${JSON.stringify(near)} if that is meant`,
  },
  'record/null': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ key }: Refused): string => `record: ${shown(key)} has no value`,
    hint: ({ key, form }: Refused): string =>
      `write the approved value, ${key}: ${form}; or leave ${key} out`,
  },
  'record/value': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ key, got }: Refused): string => `record: ${shown(key)} cannot be ${shown(got)}`,
    hint: ({ key, form }: Refused): string => `write ${shown(key)} as on a line: ${form}`,
  },
  'record/mismatch': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, approved, heard, type }: Mismatch): string =>
      `record: ${slot} mismatch, ${contrast('approved', approved, `on the ${type}`, heard)}`,
    hint: ({ slot }: Mismatch): string => `go by the record, or have ${slot} approved anew`,
  },
} as const;
rules satisfies Rules;

/** The approved values, decoded, by slot; `from to item` among them. */
export type RecordValues = ReadonlyMap<string, SlotValue>;

/**
 * Reads a record of approved values against a vocabulary (6.1): an object of slots and from, to, item, as written on a
 * line; integers may be numbers, booleans true or false, lists arrays. What cannot be read is a problem (R26), and
 * anything but an object throws `usage/record`.
 */
export function readRecord(record: unknown, vocabulary: Vocabulary, found: Diagnostic[]): RecordValues {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new UsageError(
      'usage/record',
      'a record is an object of slots, such as {"item":"inv:1","amt":"5400.00"}',
    );
  }
  const values = new Map<string, SlotValue>();
  const entries = Object.entries(record);
  if (entries.length === 0) reporter(rules, found)('record/empty', {});
  for (const [key, written] of entries) {
    const value = readValue(key, written, vocabulary, found);
    if (value !== undefined) values.set(key, value);
  }
  return values;
}

interface RecordCheck {
  readonly record: RecordValues;
  readonly message: AnyMessage;
  /** Slots that are the message's own, or whose approved value it is held to already. */
  readonly notCompared: (slot: string, approved: SlotValue) => boolean;
}

/** Every value of the record that a message carries is the approved one, those aside that are `notCompared`. */
export function compareWithRecord({ record, message, notCompared }: RecordCheck, found: Diagnostic[]): void {
  const { type } = message;
  for (const [slot, approved] of record) {
    if (notCompared(slot, approved)) continue;
    const heard = valueOn(message, slot);
    if (heard === undefined || sameValue(approved, heard)) continue;
    reporter(rules, found)('record/mismatch', { slot, approved, heard, type }, placeOf(message, slot));
  }
}

function readValue(
  key: string,
  written: unknown,
  vocabulary: Vocabulary,
  found: Diagnostic[],
): SlotValue | undefined {
  const report = reporter(rules, found);
  const row = vocabulary.slots.get(key) ?? (extensionKey.test(key) ? extension : undefined);
  if (row === undefined) {
    report('record/no-slot', {
      key,
      vocabulary: vocabulary.name,
      near: nearest(key, vocabulary.slots.keys()),
    });
    return undefined;
  }
  const text = typeof written === 'string' ? written : row.encode(written);
  const value = text === undefined ? undefined : row.decode(text);
  if (value !== undefined) return value;
  const refused = { key, got: describe(written), form: rightForm(written, row) };
  report(written === null || written === undefined ? 'record/null' : 'record/value', refused);
  return undefined;
}

const extensionKey = /^x_[a-z0-9_]+$/;

/** How the value of an `x_` slot is read: as printable text. */
const extension: Pick<SlotRow, 'decode' | 'encode' | 'expected'> = {
  decode: (text) => (isValue(text) ? text : undefined),
  encode: () => undefined,
  expected: 'printable text without white space',
};

function describe(written: unknown): string {
  if (typeof written === 'number') return `the JSON number ${written}`;
  if (typeof written === 'string' || typeof written === 'boolean') return JSON.stringify(written);
  return Array.isArray(written) ? 'this array' : `a value of type ${typeof written}`;
}

/** The form that a refused value should have had: the number as text where that is a value of the slot. */
function rightForm(written: unknown, { decode, expected }: Pick<SlotRow, 'decode' | 'expected'>): string {
  if (typeof written !== 'number' || !Number.isFinite(written)) return expected;
  const forms = [String(written), written.toFixed(2)];
  const form = forms.find((text) => Number(text) === written && decode(text) !== undefined);
  return form === undefined ? expected : JSON.stringify(form);
}
