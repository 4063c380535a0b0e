import { executionSlots } from '../codec/asked.ts';
import { readGiven } from '../codec/given.ts';
import { parse } from '../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue, written } from '../codec/value.ts';
import { profileSlot } from '../compose/under.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import type { ExecutedResult, Fact } from '../ledger/fact.ts';
import { isClosed, isHot } from '../ledger/fold.ts';
import { acknowledge } from '../ledger/judge/cancel.ts';
import { messageOf } from '../ledger/judge/hearing.ts';
import { doneVerdict } from '../ledger/judge/report.ts';
import type { KeptVerdict } from '../ledger/ledger.ts';
import type { Sitting } from '../ledger/seat.ts';
import type { Settings } from '../ledger/settings.ts';
import type { Handoff, Statement } from '../ledger/state.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { type Desk, executorOf } from './desk.ts';
import type { Call } from './executor.ts';
import { fitting } from './question.ts';

/** A statement with the lines that it belongs to, at one moment. */
export interface Case {
  readonly statement: Statement;
  readonly handoff: Handoff;
  readonly ho: AnyMessage;
  readonly call: Call;
}

/** The case of a token; null when the ledger does not hold it. */
export function caseOf(desk: Desk, token: string, { rows }: Pick<Sitting, 'rows'>): Case | null {
  const statement = rows.statements.get(token);
  const handoff = statement === undefined ? undefined : rows.handoffs.get(statement.handoff);
  const row = handoff === undefined ? undefined : rows.messages.get(handoff.id);
  if (statement === undefined || handoff === undefined || row === undefined) return null;
  const ho = messageOf(row, handoff, desk.seat.settings) ?? parse(row.line, desk.seat.settings).message;
  return ho === null ? null : { statement, handoff, ho, call: JSON.parse(statement.call) as Call };
}

/** What was seen to have run, and who says so. */
export interface Seen {
  readonly values: Readonly<Record<string, unknown>>;
  readonly reference?: string;
  readonly evidence: ExecutedResult['evidence'];
}

/**
 * Positive evidence, from whichever attempt: a yes is a yes. EXECUTED, the result, the DN and the close of the handoff
 * are one entry. On a statement that ended without an act it is an incident, recorded and asked about.
 */
export function recordExecuted(desk: Desk, at: Case, seen: Seen, sitting: Sitting): void {
  const { statement, handoff, ho } = at;
  const { token, state } = statement;
  if (state === 'EXECUTED') return;
  const executed = executedValues(at, seen);
  const result = { values: writtenOf(executed), reference: seen.reference ?? null, evidence: seen.evidence };
  if (!isHot(statement) || isClosed(handoff)) {
    const cause = `an effect was found, and the statement was ${state}`;
    sitting.scribe.event({
      fact: 'incident',
      token,
      cause,
      result: { ...result, report: '', mismatch: true },
    });
    return askToUndo(desk, at, { re: ho.id, tail: cause }, sitting);
  }
  const differences = differencesOf(at, executed, seen);
  const dn = composeDone(at, executed, differences, sitting);
  const { verdict, full } = verdictOn(desk, at, dn, sitting);
  const mismatch = differences.length > 0 || !verdict.passes;
  sitting.scribe.write({
    message: dn,
    facts: [
      { fact: 'executed', token, result: { ...result, report: dn.id, mismatch } },
      ...(handoff.cancel === null
        ? []
        : [{ fact: 'answered', message: handoff.cancel, answer: dn.id } as const]),
      { fact: 'closed', handoff: handoff.id, closer: 'DN', message: dn.id, mismatch },
    ],
    verdict,
    delegate: true,
    ...(full === null ? {} : { secret: { principal: handoff.principal, diagnostics: full } }),
  });
  if (mismatch) askToUndo(desk, at, { re: dn.id, tail: told(differences) }, sitting);
}

/** Negative evidence that is final: NOTEXEC with the FL, or with the AN that a waiting CX gets. */
export function recordNotExecuted(
  { statement, handoff, ho }: Case,
  { cause, why, retry }: { readonly cause: string; readonly why: 'ERR' | 'TIMEOUT'; readonly retry: boolean },
  { scribe, rows, settings }: Sitting & { readonly settings: Settings },
): void {
  const { token } = statement;
  const cancel = handoff.cancel === null ? undefined : rows.messages.get(handoff.cancel);
  const cx = cancel === undefined ? null : messageOf(cancel, handoff, settings);
  if (handoff.state === 'CANCELLING' && cx !== null) {
    acknowledge(scribe, cx, (an) => [
      { fact: 'not-executed', token, cause, report: an.id },
      { fact: 'closed', handoff: handoff.id, closer: 'CX', message: cx.id, mismatch: false },
    ]);
    return;
  }
  const fl = scribe.compose({
    type: 'FL',
    re: ho.id,
    from: ho.to,
    to: ho.from,
    item: ho.item,
    slots: { ...profileSlot(ho), why, retry },
    tail: tailOf(cause),
  });
  scribe.write({
    message: fl,
    facts: [
      { fact: 'not-executed', token, cause, report: fl.id },
      { fact: 'closed', handoff: handoff.id, closer: 'FL', message: fl.id, mismatch: false },
    ],
    verdict: null,
    delegate: true,
  });
}

/** Nobody can say: UNKNOWN, and a question to a person where nothing else can settle it. */
export function recordUnknown(
  desk: Desk,
  at: Case,
  { cause, reference }: { readonly cause: string; readonly reference: string | null },
  sitting: Sitting,
): void {
  const { token, fence } = at.statement;
  sitting.scribe.event({ fact: 'unknown', token, fence, cause, reference });
  if (!settlesItself(desk, at)) askPerson(desk, at, sitting);
}

/** Whether anything but a person can settle an unknown outcome of this statement. */
function settlesItself(desk: Desk, { call }: Case): boolean {
  const executor = executorOf(desk, call.ask);
  if (executor === null) return false;
  return executor.can.idempotency.kind === 'key' || (executor.can.lookup && executor.lookup !== undefined);
}

/** AQ to a person with the closed options of act.md 3; nothing when one is open. Under core: its codes are no profile's. */
export function askPerson(
  desk: Desk,
  { statement, ho, call }: Case,
  { rows, scribe }: Sitting,
): AnyMessage | null {
  const asked = statement.question === null ? undefined : rows.messages.get(statement.question);
  if (asked !== undefined && asked.answer === null) return null;
  const plan = Object.entries(call.values).map(([slot, value]) => `${slot}=${value}`);
  const brief = `${call.ask} may or may not have been done; look for key ${statement.key}`;
  const aq = scribe.compose({
    type: 'AQ',
    re: ho.id,
    from: ho.to,
    to: desk.person,
    item: ho.item,
    slots: { need: 'ENUM', opts: personOptions },
    tail: fitting(`${brief}; ${plan.join(' ')}`, brief),
  });
  scribe.write({ message: aq, facts: [escalated(statement, aq)], verdict: null, delegate: true });
  return aq;
}

const personOptions = ['EXECUTED', 'NOTEXEC', 'STILL-UNKNOWN'];

function escalated({ token }: Statement, { id: question }: AnyMessage): Fact {
  return { fact: 'escalated', token, question };
}

function askToUndo(
  desk: Desk,
  { statement, ho }: Case,
  { re, tail }: { readonly re: string; readonly tail: string },
  { scribe }: Sitting,
): void {
  const aq = scribe.compose({
    type: 'AQ',
    re,
    from: ho.to,
    to: desk.ask ?? ho.from,
    item: ho.item,
    slots: { ...profileSlot(ho), need: 'YESNO' },
    tail: fitting(`${tail}: undo it?`, 'it ran otherwise than planned: undo it?'),
  });
  scribe.write({ message: aq, facts: [escalated(statement, aq)], verdict: null, delegate: true });
}

/** The execution slots as the executor returned them; what is no value of its slot is not on the report. */
function executedValues({ call, ho }: Case, { values }: Seen): ReadonlyMap<string, SlotValue> {
  const profiled = executionSlots(ho);
  const slots = profiled.length > 0 ? profiled : Object.keys(call.values);
  const own = slots.flatMap((slot) => (Object.hasOwn(values, slot) ? [[slot, values[slot]]] : []));
  return readGiven(Object.fromEntries(own), vocabularyOf(ho)).values;
}

function writtenOf(values: ReadonlyMap<string, SlotValue>): Readonly<Record<string, string>> {
  return Object.fromEntries([...values].map(([slot, value]) => [slot, written(value)]));
}

/** Where what ran differs from the frozen call, in words. */
function differencesOf(
  { call, ho }: Case,
  executed: ReadonlyMap<string, SlotValue>,
  { values }: Seen,
): readonly string[] {
  const plan = readGiven(call.values, vocabularyOf(ho)).values;
  const differences: string[] = [];
  for (const [slot, planned] of plan) {
    const ran = executed.get(slot);
    if (ran === undefined) differences.push(`${slot} not reported, plan ${written(planned)}`);
    else if (!sameValue(ran, planned))
      differences.push(`${slot} executed ${written(ran)}, plan ${written(planned)}`);
  }
  for (const [key, planned] of Object.entries({ item: call.item, ask: call.ask })) {
    const ran = Object.hasOwn(values, key) ? values[key] : planned;
    if (ran !== planned) differences.push(`${key} executed ${tailOf(String(ran))}, plan ${planned}`);
  }
  return differences;
}

/** The DN, of what was executed and never of the statement (spec 7). */
function composeDone(
  { ho, call }: Case,
  executed: ReadonlyMap<string, SlotValue>,
  differences: readonly string[],
  { scribe }: Sitting,
): AnyMessage {
  const complete = executed.size === Object.keys(call.values).length;
  const parts = { type: 'DN', re: ho.id, from: ho.to, to: ho.from, item: ho.item } as const;
  const slots = { ...profileSlot(ho), out: complete ? 'OK' : 'PARTIAL' };
  const tail = differences.length === 0 ? null : told(differences);
  const whole = scribe.tryCompose({ ...parts, slots: { ...slots, ...Object.fromEntries(executed) }, tail });
  // values that no line can hold together are told in words: that it ran is never lost
  return whole ?? scribe.compose({ ...parts, slots: { ...slots, out: 'PARTIAL' }, tail: told(differences) });
}

/** A finding of the check is no reason to lose a report: what cannot be checked does not pass. */
function verdictOn(
  { seat: { settings } }: Desk,
  { ho, handoff }: Case,
  dn: AnyMessage,
  { rows, slice, now }: Sitting,
): { readonly verdict: KeptVerdict; readonly full: readonly Diagnostic[] | null } {
  const kept = slice.kept.get(handoff.id)?.kept ?? null;
  try {
    const { verdict, full } = doneVerdict({ ho, dn, handoff, rows, settings, kept, now });
    return { verdict, full: kept === null ? null : full };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { verdict: { passes: false, diagnostics: [] }, full: null };
  }
}

function told(differences: readonly string[]): string {
  return fitting(differences.join('; '), 'what ran differs from the plan');
}

/** Words from outside as a tail can hold them: one short line of printable ASCII. */
export function tailOf(text: string): string {
  return (
    text
      .replace(/[^\x20-\x7e]+/g, ' ')
      .trim()
      .slice(0, 200) || 'no reason was given'
  );
}
