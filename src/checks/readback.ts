import { asksForValues } from '../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import type { Verdict } from '../diagnostic/verdict.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { checkComprehension } from './comprehension.ts';
import type { Criteria } from './criteria/criteria.ts';
import { readKept } from './criteria/kept.ts';
import { checkEcho } from './echo.ts';
import { checkExecution, tellAdded } from './execution.ts';
import { expectType } from './expect-type.ts';
import { checkExpiry } from './expiry.ts';
import { checkIntegrity } from './integrity.ts';
import { checkNeededLevels } from './needs-level.ts';
import { assertNow } from './now.ts';
import { checkReceipt } from './receipt.ts';
import { compareWithRecord, type RecordValues, readRecord } from './record.ts';
import { checkProfileSlots, checkUnknownKeys } from './unknown-keys.ts';
import { valueOn } from './values.ts';

/** What check-rb compares. */
export interface ReadbackCheck {
  readonly ho: AnyMessage;
  readonly rb: AnyMessage;
  /** The time in UTC, YYYYMMDDTHHMMZ. */
  readonly now: string;
  /** The criteria that the sender kept to itself, `key:value+key:value` or an array of them. */
  readonly kept?: string | readonly string[] | null | undefined;
  /** The approved values: an object of slots, as written on a line. */
  readonly record?: Readonly<Record<string, unknown>> | null | undefined;
}

/** `roger`: received and intact (tiers 1 and 2). `wilco`: all that was asked for holds. */
export interface ReadbackVerdict extends Verdict {
  readonly roger: boolean;
  readonly wilco: boolean;
}

/**
 * The readback: what arrived, and what will be done, is what was handed over (6.2). One that fails is void, and the
 * handoff is sent again. Throws `UsageError` for another type of message, an unreadable clock or record, or kept
 * criteria that are none.
 *
 * @example
 * const ho = decode('RW1 HO a-1 from=a to=b item=x:1 ask=FIX');
 * const rb = decode('RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=BUILD');
 * const { roger, wilco } = checkReadback({ ho, rb, now: '20261002T0900Z' });
 * [roger, wilco]; // => [true, false]
 */
export function checkReadback({ ho, rb, now, kept, record }: ReadbackCheck): ReadbackVerdict {
  assertNow(now);
  return judgeReadback({ ho, rb, asOf: now, kept, record });
}

/** A readback as of a moment; as of one within its own window, whenever that was, with null (R34). */
export interface ReadbackJudgement extends Omit<ReadbackCheck, 'now'> {
  readonly asOf: string | null;
}

/** The check of a readback as of any moment: what check-dn and check-thread go by. Throws as `checkReadback` does. */
export function judgeReadback({ ho, rb, asOf, kept, record }: ReadbackJudgement): ReadbackVerdict {
  const vocabulary = vocabularyOf(ho);
  vocabularyOf(rb);
  expectType(ho, 'HO');
  expectType(rb, 'RB');
  const diagnostics: Diagnostic[] = [];
  const recordFaults: Diagnostic[] = [];
  const exchange: Exchange = {
    ho,
    rb,
    asOf,
    kept: readKept(kept, vocabulary),
    record: record === undefined || record === null ? null : readRecord(record, vocabulary, recordFaults),
  };
  for (const check of roger) check(exchange, diagnostics);
  const isRoger = !hasErrors(diagnostics);
  diagnostics.push(...recordFaults);
  for (const check of wilco) check(exchange, diagnostics);
  const passes = !hasErrors(diagnostics);
  return { passes, diagnostics, roger: isRoger, wilco: passes };
}

/** What the tiers look at. */
interface Exchange {
  readonly ho: AnyMessage;
  readonly rb: AnyMessage;
  readonly asOf: string | null;
  readonly kept: Criteria | null;
  readonly record: RecordValues | null;
}
type Tier = (exchange: Exchange, found: Diagnostic[]) => void;

/** Tiers 1 and 2: it arrived, from the right agent, and intact. */
const roger: readonly Tier[] = [
  ({ ho, rb }, found) => checkReceipt({ asked: ho, answer: rb }, found),
  checkIntegrity,
];

/** Tiers 3 to 5 and what stands around them: it was understood, and will be done as approved. */
const wilco: readonly Tier[] = [
  checkExpiry,
  ({ ho }, found) => checkNeededLevels(ho, found),
  checkKeysAreKnown,
  checkEcho,
  checkComprehension,
  checkExecution,
  checkRecord,
  tellAdded,
];

/** R4, for the regime in which every value is read back; in any other no value of the handoff's profile is ignored. */
function checkKeysAreKnown({ ho, rb }: Exchange, found: Diagnostic[]): void {
  if (!asksForValues(ho)) return checkProfileSlots({ asked: ho, answer: rb }, found);
  checkUnknownKeys(ho, found);
  checkUnknownKeys(rb, found);
}

/** Every value of the RB that the record holds is the approved one; where the HO has it too, the echo has told. */
function checkRecord({ ho, rb, record }: Exchange, found: Diagnostic[]): void {
  if (record === null) return;
  const notCompared = (slot: string, approved: SlotValue): boolean =>
    readbackOwn.has(slot) || sameValue(valueOn(ho, slot), approved);
  compareWithRecord({ record, message: rb, notCompared }, found);
}

/** The envelope, and slots that are each line's own or have a check of their own. */
const readbackOwn: ReadonlySet<string> = new Set(
  're from to p rb h acc keys exp x_tok x_sig x_kid'.split(' '),
);
