import { executionSlots } from '../../codec/asked.ts';
import { readGiven } from '../../codec/given.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { sameValue, written } from '../../codec/value.ts';
import { profileSlot } from '../../compose/under.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { ExecutedResult } from '../../ledger/fact.ts';
import { doneVerdict } from '../../ledger/judge/report.ts';
import { keptBeside } from '../../ledger/kept.ts';
import type { KeptVerdict } from '../../ledger/ledger.ts';
import type { Sitting } from '../../ledger/seat.ts';
import type { SlotValue } from '../../vocabulary/vocabulary.ts';
import type { Case } from '../case.ts';
import { fitting, tailOf } from '../tail.ts';

/** What was seen to have run, and who says so. */
export interface Seen {
  readonly values: Readonly<Record<string, unknown>>;
  readonly reference?: string;
  readonly evidence: ExecutedResult['evidence'];
}

/** The execution slots as the executor returned them; what is no value of its slot is not on the report. */
export function executedValues({ call, ho }: Case, { values }: Seen): ReadonlyMap<string, SlotValue> {
  const profiled = executionSlots(ho);
  const slots = profiled.length > 0 ? profiled : Object.keys(call.values);
  const own = slots.flatMap((slot) => (Object.hasOwn(values, slot) ? [[slot, values[slot]]] : []));
  return readGiven(Object.fromEntries(own), vocabularyOf(ho)).values;
}

export function writtenOf(values: ReadonlyMap<string, SlotValue>): Readonly<Record<string, string>> {
  return Object.fromEntries([...values].map(([slot, value]) => [slot, written(value)]));
}

/** Where what ran differs from the frozen call, in words. */
export function differencesOf(
  { call, ho }: Case,
  executed: ReadonlyMap<string, SlotValue>,
  { values }: Seen,
): readonly string[] {
  const plan = readGiven(call.values, vocabularyOf(ho)).values;
  const differences: string[] = [];
  for (const [slot, planned] of plan) {
    const ran = executed.get(slot);
    if (ran === undefined) differences.push(`${slot} ${reportedAs(values, slot)}, plan ${written(planned)}`);
    else if (!sameValue(ran, planned))
      differences.push(`${slot} executed ${written(ran)}, plan ${written(planned)}`);
  }
  for (const [key, planned] of Object.entries({ item: call.item, ask: call.ask })) {
    const ran = Object.hasOwn(values, key) ? values[key] : planned;
    if (ran !== planned) differences.push(`${key} executed ${inWords(ran)}, plan ${planned}`);
  }
  return differences;
}

/** Why an executor's values tell nothing of a slot: it is not among them, or what is there is no value of it. */
function reportedAs(values: Seen['values'], slot: string): string {
  const reported = Object.hasOwn(values, slot) ? values[slot] : null;
  if (reported === undefined || reported === null) return 'not reported';
  return `reported as ${inWords(reported)}, no value of it`;
}

/** Never throws, whatever it is: String does, of an object that is no text. */
function inWords(reported: unknown): string {
  return typeof reported === 'string' ? tailOf(reported) : `a ${typeof reported}`;
}

/** The DN, of what was executed and never of the statement (spec 7). */
export function composeDone(
  { ho, call, settings: { profiles } }: Case,
  executed: ReadonlyMap<string, SlotValue>,
  differences: readonly string[],
  { scribe }: Sitting,
): AnyMessage {
  const complete = executed.size === Object.keys(call.values).length;
  const parts = { type: 'DN', re: ho.id, from: ho.to, to: ho.from, item: ho.item } as const;
  const slots = { ...profileSlot(ho), out: complete ? 'OK' : 'PARTIAL' };
  const tail = differences.length === 0 ? null : told(differences);
  const values = Object.fromEntries(executed);
  const whole = scribe.tryCompose({ ...parts, slots: { ...slots, ...values }, tail }, profiles);
  // values that no line can hold together are told in words: that it ran is never lost
  const brief = { ...parts, slots: { ...slots, out: 'PARTIAL' }, tail: told(differences) };
  return whole ?? scribe.compose(brief, profiles);
}

/** A finding of the check is no reason to lose a report: what cannot be checked does not pass. */
export function verdictOn(
  { ho, handoff, settings }: Case,
  dn: AnyMessage,
  { rows, slice, now }: Sitting,
): { readonly verdict: KeptVerdict; readonly full: readonly Diagnostic[] | null } {
  const kept = keptBeside(slice, handoff.id);
  try {
    const { verdict, full } = doneVerdict({ ho, dn, handoff, rows, settings, kept, now });
    return { verdict, full: kept === null ? null : full };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { verdict: { passes: false, diagnostics: [] }, full: null };
  }
}

export function told(differences: readonly string[]): string {
  return fitting(differences.join('; ') || 'the report does not pass', 'what ran differs from the plan');
}
