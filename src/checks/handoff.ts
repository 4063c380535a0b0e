import { executionSlots } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { type Verdict, verdict } from '../diagnostic/verdict.ts';
import { shown } from '../text/shown.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { expectType } from './expect-type.ts';
import { checkHandoffExpiry } from './expiry.ts';
import { checkNeededLevels } from './needs-level.ts';
import { assertNow } from './now.ts';
import { compareWithRecord, type RecordValues, readRecord } from './record.ts';
import { checkUnknownKeys } from './unknown-keys.ts';
import { told, valueOn } from './values.ts';

interface Slot {
  readonly slot: string;
}
interface Approved extends Slot {
  readonly approved: SlotValue;
}

/** Whether a handoff says what was approved, all of it and no more. */
export const rules = {
  'record/missing': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, approved }: Approved): string =>
      `record: the HO does not carry ${slot}, approved ${told(approved)}`,
    hint: ({ slot, approved }: Approved): string => `add ${slot}=${told(approved)}`,
  },
  'record/unapproved': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ slot, heard, ask }: Slot & { heard: SlotValue; ask: string }): string =>
      `record: the HO carries ${slot}=${told(heard)}, which ask=${ask} acts with and the record lacks`,
    hint: ({ slot }: Slot): string =>
      `have ${slot} approved and put it into the record, or name it as one to be added`,
  },
  'record/left-for-readback': {
    severity: 'info',
    section: '6.1',
    message: ({ slot, approved }: Approved): string =>
      `record: ${slot}=${told(approved)} does not go on an HO; it is left for the readback`,
    hint: (): string => 'give the same record to the check of the readback',
  },
  'record/left-open': {
    severity: 'info',
    section: '6.1',
    message: ({ slot, ask }: Slot & { ask: string }): string =>
      `record: ask=${ask} acts with ${slot}, which neither the record nor the HO has: the receiver fills it in`,
    hint: ({ slot }: Slot): string =>
      `have ${slot} approved, or compare what the readback fills in with your own records`,
  },
  'record/tail-not-compared': {
    severity: 'info',
    section: '6.1',
    message: (): string => 'record: the tail of the HO is not compared',
    hint: (): string => 'read the tail yourself, and keep facts in slots',
  },
} as const;
rules satisfies Rules;

/** What check-ho compares. */
export interface HandoffCheck {
  readonly ho: AnyMessage;
  /** The approved values: an object of slots and from, to, item, as written on a line. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Execution slots that the HO may carry though the record lacks them. */
  readonly add?: readonly string[];
  /** The time in UTC, YYYYMMDDTHHMMZ. */
  readonly now: string;
}

/**
 * Before sending: every value of the record stands on the HO unchanged, and the HO asks for the readback that its act
 * needs (6.1). Throws `UsageError` for another type of message, an unreadable clock, record or `add`.
 *
 * @example
 * const ho = decode('RW1 HO a-1 from=a to=b item=x:1 ask=FIX pri=2');
 * checkHandoff({ ho, record: { pri: 2 }, now: '20261002T0900Z' }).passes; // => true
 */
export function checkHandoff({ ho, record, add = [], now }: HandoffCheck): Verdict {
  const vocabulary = vocabularyOf(ho);
  expectType(ho, 'HO');
  assertNow(now);
  for (const slot of add) {
    if (!vocabulary.slots.has(slot)) {
      throw new UsageError('usage/add', `${shown(slot)}, to be added, is no slot of ${vocabulary.name}`);
    }
  }
  const found: Diagnostic[] = [];
  checkUnknownKeys(ho, found);
  checkHandoffExpiry(ho, now, found);
  checkNeededLevels(ho, found);
  const values = readRecord(record, vocabulary, found);
  compareWithRecord({ record: values, message: ho, notCompared: () => false }, found);
  checkComplete(ho, values, found);
  const approved = new Set([...Object.keys(record), ...add]);
  if (Object.keys(record).length > 0) checkApproved(ho, (slot) => approved.has(slot), found);
  tellOpen(ho, values, found);
  if (ho.tail !== null) reporter(rules, found)('record/tail-not-compared', {}, placeOf(ho, 'tail'));
  return verdict(found);
}

/** What the record holds and an HO can carry is on the HO. */
function checkComplete(ho: AnyMessage, record: RecordValues, found: Diagnostic[]): void {
  const { slots, types } = vocabularyOf(ho);
  for (const [slot, approved] of record) {
    if (valueOn(ho, slot) !== undefined) continue;
    const isOnHandoffs = !slots.has(slot) || types.get('HO')?.takes.has(slot);
    const code = isOnHandoffs ? 'record/missing' : 'record/left-for-readback';
    reporter(rules, found)(code, { slot, approved }, placeOf(ho, 'type'));
  }
}

/** R26: an execution slot of the HO is one that was approved, or one that the caller says is to be added. */
function checkApproved(ho: AnyMessage, isApproved: (slot: string) => boolean, found: Diagnostic[]): void {
  const ask = ho.slots['ask'] as string;
  for (const slot of executionSlots(ho)) {
    const heard = ho.slots[slot];
    if (heard === undefined || isApproved(slot)) continue;
    reporter(rules, found)('record/unapproved', { slot, heard, ask }, placeOf(ho, slot));
  }
}

/** What nobody approved and the receiver is going to choose: its readback will say so, as a note. */
function tellOpen(ho: AnyMessage, record: RecordValues, found: Diagnostic[]): void {
  const ask = ho.slots['ask'] as string;
  for (const slot of executionSlots(ho)) {
    if (ho.slots[slot] !== undefined || record.has(slot)) continue;
    reporter(rules, found)('record/left-open', { slot, ask }, placeOf(ho, 'ask'));
  }
}
