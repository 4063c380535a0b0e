import { executionSlots, neededLevels } from '../codec/asked.ts';
import { build, type Read } from '../codec/json.ts';
import type { AnyMessage } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { SlotValue, Vocabulary } from '../vocabulary/vocabulary.ts';
import { readSlots } from './given.ts';
import { idsBeside, nextId } from './next-id.ts';
import { rules } from './rules.ts';

export interface HandoffOptions {
  /** The approved values by slot, `from to item ask` among them, as written on a line or typed. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The handoff's id; else the next of the sender after `used`. */
  readonly id?: string;
  readonly used?: Iterable<string>;
  /** Slots that the record lacks: from, to, due, exp, rb. None may say otherwise than the record. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly tail?: string;
  /** The profile, where the record does not name it with `p`. */
  readonly profile?: string;
  readonly profiles?: Profiles;
}

/**
 * The handoff of an approval record, composed by code so that no value can change on the way (spec 6.1); it asks the
 * readback that its ask needs, rb=exec or rb=all (R25). Throws `UsageError` for a record that is no object with values,
 * or whose profile is not known.
 *
 * @example
 * const record = { from: 'a', to: 'b', item: 'x:1', ask: 'UNDO', ctx: 'b-3' };
 * encode(makeHandoff({ record }).message); // => 'RW1 HO a-1 from=a to=b item=x:1 ask=UNDO rb=all ctx=b-3'
 */
export function makeHandoff(options: HandoffOptions): Read {
  const { id, used = [], tail = null, profiles = builtIn } = options;
  const found: Diagnostic[] = [];
  const record = recordOf(options);
  const vocabulary = vocabularyFor(record, profiles);
  const approved = readSlots(record, vocabulary, found);
  const set = readSlots(options.set ?? {}, vocabulary, found);
  tellDifferences(approved, set, found);
  const values = new Map([...approved, ...set]);
  for (const slot of vocabulary.types.get('HO')?.required ?? []) {
    if (!values.has(slot)) reporter(rules, found)('compose/record-lacks', { slot });
  }
  if (hasErrors(found)) return { message: null, diagnostics: found };
  for (const slot of leftForReadback(values.keys(), vocabulary)) {
    values.delete(slot);
    reporter(rules, found)('compose/left-for-readback', { slot });
  }
  const name = id ?? nextId(values.get('from') as string, idsBeside(values, used));
  const plain = buildFrom({ values, id: name, tail }, profiles);
  if (plain.message === null) return { message: null, diagnostics: [...found, ...plain.diagnostics] };
  tellUnapproved(plain.message, approved, found);
  const rb = levelsFor(plain.message, approved.has('rb'), found);
  if (rb === null) return { message: null, diagnostics: found };
  const { message, diagnostics } =
    rb.length === 0 ? plain : buildFrom({ values: new Map(values).set('rb', rb), id: name, tail }, profiles);
  return { message, diagnostics: [...found, ...diagnostics] };
}

function recordOf({ record, profile }: HandoffOptions): Readonly<Record<string, unknown>> {
  if (
    typeof record !== 'object' ||
    record === null ||
    Array.isArray(record) ||
    Object.keys(record).length === 0
  ) {
    throw new UsageError(
      'usage/record',
      'a record is an object of slots, such as {"item":"inv:1","amt":"5400.00"}',
    );
  }
  return profile === undefined || Object.hasOwn(record, 'p') ? record : { p: profile, ...record };
}

function vocabularyFor({ p }: Readonly<Record<string, unknown>>, profiles: Profiles): Vocabulary {
  if (p === undefined) return profiles.core;
  const vocabulary = typeof p === 'string' ? profiles.get(p) : undefined;
  if (vocabulary !== undefined) return vocabulary;
  throw new UsageError(
    'usage/profile',
    `${JSON.stringify(p)} is none of the profiles ${profiles.names.join(' ')}`,
  );
}

/** What was approved is not set anew. */
function tellDifferences(
  approved: ReadonlyMap<string, SlotValue>,
  set: ReadonlyMap<string, SlotValue>,
  found: Diagnostic[],
): void {
  for (const [slot, given] of set) {
    const sent = approved.get(slot);
    if (sent === undefined || sameValue(sent, given)) continue;
    reporter(rules, found)('compose/record-differs', { slot, sent, given });
  }
}

function leftForReadback(slots: Iterable<string>, vocabulary: Vocabulary): readonly string[] {
  const taken = vocabulary.types.get('HO')?.takes;
  return [...slots].filter((slot) => vocabulary.slots.has(slot) && !taken?.has(slot));
}

interface Values {
  readonly values: ReadonlyMap<string, SlotValue>;
  readonly id: string;
  readonly tail: string | null;
}

const envelope: ReadonlySet<string> = new Set(['re', 'from', 'to', 'item']);
/** Slots that stand first on a line, where a reader looks for them. */
const first: readonly string[] = ['p', 'ask', 'rb'];

function buildFrom({ values, id, tail }: Values, profiles: Profiles): Read {
  const keys = new Set([...first.filter((slot) => values.has(slot)), ...values.keys()]);
  const slots: Record<string, SlotValue> = {};
  for (const slot of keys) if (!envelope.has(slot)) slots[slot] = values.get(slot) as SlotValue;
  const [from, to, item] = ['from', 'to', 'item'].map((slot) => values.get(slot)) as [string, string, string]; // required
  const re = (values.get('re') as string | undefined) ?? null;
  return build({ type: 'HO', id, re, from, to, item, slots, tail }, { profiles });
}

function tellUnapproved(ho: AnyMessage, approved: ReadonlyMap<string, SlotValue>, found: Diagnostic[]): void {
  const ask = ho.slots['ask'] as string;
  for (const slot of executionSlots(ho)) {
    if (ho.slots[slot] === undefined || approved.has(slot)) continue;
    reporter(rules, found)('compose/not-approved', { slot, ask });
  }
}

/** What rb= has to be for the ask; empty when it may stay as it is, null when the record itself asks for less. */
function levelsFor(ho: AnyMessage, isApproved: boolean, found: Diagnostic[]): readonly string[] | null {
  const given = (ho.slots['rb'] as readonly string[] | undefined) ?? [];
  const lacking = neededLevels(ho).filter((level) => !given.includes(level));
  if (!isApproved || lacking.length === 0) return lacking.length === 0 ? [] : [...given, ...lacking];
  const ask = ho.slots['ask'] as string;
  for (const level of lacking) reporter(rules, found)('compose/record-level', { ask, level });
  return null;
}
