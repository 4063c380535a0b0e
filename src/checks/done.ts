import { executionSlots } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { type Verdict, verdict } from '../diagnostic/verdict.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { readKept } from './criteria/kept.ts';
import { rules } from './done-rules.ts';
import { expectType } from './expect-type.ts';
import { checkNeededLevels } from './needs-level.ts';
import { assertNow, assertTime } from './now.ts';
import { judgeReadback, type ReadbackCheck } from './readback.ts';
import { checkItem, checkReceipt } from './receipt.ts';
import { compareWithRecord, type RecordValues, readRecord } from './record.ts';
import { checkUnknownKeys } from './unknown-keys.ts';

/** What check-dn compares. `record` and `kept` are those that the readback is checked with. */
export interface DoneCheck extends Omit<ReadbackCheck, 'rb'> {
  readonly dn: AnyMessage;
  /** The readback that was confirmed before the act. */
  readonly rb?: AnyMessage | null | undefined;
  /** When it was confirmed, YYYYMMDDTHHMMZ; without it the readback is judged as of a moment within its own window. */
  readonly confirmed?: string | null | undefined;
}

/**
 * The done report: what was executed is what was planned (6.3). The readback is judged as of when it was confirmed and
 * never by `now` (R34), which only says that `confirmed` lies in the past. Throws `UsageError` for another type of
 * message, an unreadable time or record, or kept criteria that are none.
 *
 * @example
 * const ho = decode('RW1 HO a-1 from=a to=b item=x:1 ask=FIX pri=2');
 * const dn = decode('RW1 DN b-1 re=a-1 from=b to=a item=x:2 out=OK');
 * checkDone({ ho, dn, now: '20261002T0900Z' }).diagnostics.map(({ code }) => code); // => ['receipt/item']
 */
export function checkDone({ ho, dn, rb, record, kept, confirmed, now }: DoneCheck): Verdict {
  const vocabulary = vocabularyOf(ho);
  vocabularyOf(dn);
  expectType(ho, 'HO');
  expectType(dn, 'DN');
  assertNow(now);
  const asOf = confirmationTime(confirmed, now);
  readKept(kept, vocabulary); // refuses what is none, with or without a readback
  const found: Diagnostic[] = [];
  checkReceipt({ asked: ho, answer: dn }, found);
  checkItem({ asked: ho, answer: dn }, found);
  for (const message of [ho, dn]) checkUnknownKeys(message, found);
  checkNeededLevels(ho, found);
  let passing: AnyMessage | null = null;
  if (rb !== undefined && rb !== null) {
    const { passes, diagnostics } = judgeReadback({ ho, rb, asOf, kept, record });
    if (passes) passing = rb;
    else tellVoid(rb, diagnostics, found);
  }
  const values = record === undefined || record === null ? null : readRecord(record, vocabulary, found);
  const report: DoneReport = { ho, dn, plan: planOf(ho, passing), record: values };
  checkExecuted(report, found);
  checkShared(report, found);
  checkAgainstRecord(report, found);
  return verdict(found);
}

/** R34: the moment that the readback is judged as of; null for one within its own window. */
function confirmationTime(confirmed: string | null | undefined, now: string): string | null {
  if (confirmed === undefined || confirmed === null) return null;
  assertTime(confirmed, 'usage/confirmed', 'confirmed');
  if (confirmed <= now) return confirmed;
  throw new UsageError(
    'usage/confirmed',
    `the readback was confirmed at ${confirmed}, which is after now, ${now}`,
  );
}

function tellVoid(rb: AnyMessage, diagnostics: readonly Diagnostic[], found: Diagnostic[]): void {
  const problems = diagnostics.filter(({ severity }) => severity === 'error');
  const data = { id: rb.id, problems: problems.map(({ code }) => code), first: problems[0]?.message ?? '' };
  reporter(rules, found)('done/readback-void', data, placeOf(rb, 'id'));
}

/** The value that an act runs with: the HO's, and the readback's only where the HO leaves the slot open. */
type Plan = (slot: string) => SlotValue | undefined;

function planOf(ho: AnyMessage, rb: AnyMessage | null): Plan {
  return (slot) => ho.slots[slot] ?? (readbackOwn.has(slot) ? undefined : rb?.slots[slot]);
}

/** Slots that a readback has for itself, and that are no part of the plan. */
const readbackOwn: ReadonlySet<string> = new Set('h eta acc do not asm p exp'.split(' '));

interface DoneReport {
  readonly ho: AnyMessage;
  readonly dn: AnyMessage;
  readonly plan: Plan;
  readonly record: RecordValues | null;
}

/** Where the ask has execution slots: the DN carries them as its outcome says, equal to the plan. */
function checkExecuted(done: DoneReport, found: Diagnostic[]): void {
  const { ho, dn, plan } = done;
  const report = reporter(rules, found);
  const slots = executionSlots(ho);
  const out = dn.slots['out'];
  const carried = slots.filter((slot) => dn.slots[slot] !== undefined);
  if (slots.length > 0 && carried.length === 0 && out === 'PARTIAL') {
    return report('done/none-reported', { slots }, placeOf(dn, 'out'));
  }
  for (const slot of slots) {
    const heard = dn.slots[slot];
    const data = { slot, planned: plan(slot) ?? null };
    if (heard !== undefined) checkExecutedSlot(slot, heard, done, report);
    else if (out === 'PARTIAL') report('done/not-reported', data, placeOf(dn, 'type'));
    else if (out !== 'NOOP') report('done/missing', data, placeOf(dn, 'type'));
  }
}

function checkExecutedSlot(
  slot: string,
  heard: SlotValue,
  { dn, plan, record }: DoneReport,
  report: Tell,
): void {
  const planned = plan(slot);
  const at = placeOf(dn, slot);
  if (dn.slots['out'] === 'NOOP') return report('done/noop', { slot, heard }, at);
  if (planned === undefined) {
    if (!record?.has(slot)) report('done/unplanned', { slot, heard }, at);
  } else if (!sameValue(planned, heard)) {
    report('done/mismatch', { slot, planned, heard, id: dn.id }, at);
  }
}

type Tell = Report<typeof rules>;

/** The other slots that DN and plan share are equal, but for those that are each line's own. */
function checkShared({ ho, dn, plan }: DoneReport, found: Diagnostic[]): void {
  const executed = executionSlots(ho);
  for (const slot in dn.slots) {
    const planned = plan(slot);
    const heard = dn.slots[slot] as SlotValue;
    if (planned === undefined || sameValue(planned, heard)) continue;
    if (executed.includes(slot) || isLineOwn(slot, ho)) continue;
    reporter(rules, found)('done/mismatch', { slot, planned, heard, id: dn.id }, placeOf(dn, slot));
  }
}

/** Where the plan has another value than the approved one, or none, the DN is held to the record. */
function checkAgainstRecord({ ho, dn, plan, record }: DoneReport, found: Diagnostic[]): void {
  if (record === null || dn.slots['out'] === 'NOOP') return;
  const executed = executionSlots(ho);
  const notCompared = (slot: string, approved: SlotValue): boolean =>
    slot === 're' ||
    slot === 'from' ||
    slot === 'to' ||
    sameValue(slot === 'item' ? ho.item : plan(slot), approved) ||
    (!executed.includes(slot) && isLineOwn(slot, ho));
  compareWithRecord({ record, message: dn, notCompared }, found);
}

/** Slots that say on each line what holds for that line: a count of what was done contradicts nothing. */
function isLineOwn(slot: string, ho: AnyMessage): boolean {
  return reportOwn.has(slot) || slot.startsWith('x_') || vocabularyOf(ho).ownLine.has(slot);
}

const reportOwn: ReadonlySet<string> = new Set(['art', 'next', 'out', 'exp', 'pct', 'p']);
