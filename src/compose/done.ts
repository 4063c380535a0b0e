import { executionSlots } from '../codec/asked.ts';
import { readGiven } from '../codec/given.ts';
import type { Read } from '../codec/json.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { readSlots, tellContradiction, tellFault } from './given.ts';
import { idAfter } from './next-id.ts';
import { rules } from './rules.ts';
import { buildUnder, expectAnswered, profileSlot } from './under.ts';

/** How an act came out. */
export type Outcome = 'OK' | 'PARTIAL' | 'NOOP';

export interface DoneOptions {
  readonly ho: AnyMessage;
  readonly id?: string;
  readonly used?: Iterable<string>;
  /** What the executor returned, by slot, as written or typed. */
  readonly result: Readonly<Record<string, unknown>>;
  /** The outcome; else the result's own `out`, else OK when every execution slot came back, PARTIAL when some did. */
  readonly out?: Outcome;
  /** Slots that are the report's own: art, next. None that the act runs with, and no outcome. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly tail?: string;
}

/**
 * The done report of a handoff, composed of what the executor returned and never of the plan (spec 6.3, 7): a slot that
 * did not come back is not on it. Throws `UsageError` when `ho` is no HO.
 *
 * @example
 * const ho = decode('RW1 HO a-1 from=a to=b item=x:1 ask=BUILD');
 * const { message } = makeDone({ ho, result: { art: 'file:x.zip' }, out: 'OK' });
 * message && encode(message); // => 'RW1 DN b-1 re=a-1 from=b to=a item=x:1 out=OK art=file:x.zip'
 */
export function makeDone(options: DoneOptions): Read {
  const { ho, id, used = [], tail = null } = options;
  expectAnswered(ho, ['HO']);
  const found: Diagnostic[] = [];
  const executed = executedValues(options, found);
  const set = readSlots(options.set ?? {}, vocabularyOf(ho), found);
  const byCode = new Set([...envelope, ...executionSlots(ho)]);
  for (const [slot, given] of set) {
    const sent = executed.get(slot);
    if (byCode.has(slot)) reporter(rules, found)('compose/by-code', { slot });
    else if (sent !== undefined) tellContradiction(slot, { sent, given }, found);
  }
  const out = outcome(options, executed, found);
  if (out === undefined || hasErrors(found)) return { message: null, diagnostics: found };
  const { id: re, from: to, to: from, item } = ho;
  const slots = { ...profileSlot(ho), out, ...Object.fromEntries(executed), ...Object.fromEntries(set) };
  const parts = { type: 'DN', id: id ?? idAfter(from, ho, used), re, from, to, item, slots, tail } as const;
  const { message, diagnostics } = buildUnder(vocabularyOf(ho), parts);
  return { message, diagnostics: [...found, ...diagnostics] };
}

/** What the handoff and the result alone say, beside what the act runs with. */
const envelope: readonly string[] = ['re', 'from', 'to', 'item', 'p', 'out'];

/** The slots of the result. Its envelope is the handoff's own or a contradiction; what is no slot is left out, and told. */
function executedValues({ ho, result }: DoneOptions, found: Diagnostic[]): ReadonlyMap<string, SlotValue> {
  const vocabulary = vocabularyOf(ho);
  const { values, faults } = readGiven(result, vocabulary);
  for (const fault of faults) {
    if (fault.fault !== 'no-slot') tellFault(fault, vocabulary, found);
    else reporter(rules, found)('compose/result-left-out', { slot: fault.key, near: fault.near });
  }
  const own: Readonly<Record<string, SlotValue | undefined>> = {
    re: ho.id,
    from: ho.to,
    to: ho.from,
    item: ho.item ?? undefined,
    ask: ho.slots['ask'],
    p: ho.slots['p'],
  };
  const executed = new Map(values);
  for (const [slot, sent] of Object.entries(own)) {
    const given = executed.get(slot);
    executed.delete(slot);
    if (given !== undefined) tellContradiction(slot, { sent: sent ?? null, given }, found);
  }
  return executed;
}

function outcome(
  { ho, out }: DoneOptions,
  executed: ReadonlyMap<string, SlotValue>,
  found: Diagnostic[],
): SlotValue | undefined {
  const returned = executed.get('out');
  if (out !== undefined && returned !== undefined && !sameValue(out, returned)) {
    tellContradiction('out', { sent: returned, given: out }, found);
  }
  const slots = executionSlots(ho);
  const missing = slots.filter((slot) => !executed.has(slot));
  const some = missing.length < slots.length;
  const told = out ?? returned ?? (some ? (missing.length === 0 ? 'OK' : 'PARTIAL') : undefined);
  if (told === undefined) reporter(rules, found)('compose/no-outcome', { slots: missing });
  return told;
}
