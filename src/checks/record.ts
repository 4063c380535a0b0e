import { placeOf } from '../codec/encode.ts';
import { type GivenFault, readGiven } from '../codec/given.ts';
import type { AnyMessage } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';
import type { SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
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
  if (Object.keys(record).length === 0) reporter(rules, found)('record/empty', {});
  const { values, faults } = readGiven(record as Readonly<Record<string, unknown>>, vocabulary);
  for (const fault of faults) tellFault(fault, vocabulary, found);
  return values;
}

function tellFault({ fault, ...data }: GivenFault, vocabulary: Vocabulary, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  if (fault === 'no-slot') report('record/no-slot', { ...data, vocabulary: vocabulary.name });
  else report(fault === 'null' ? 'record/null' : 'record/value', data);
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
