import { levelsFor } from '../codec/asked.ts';
import { build, type Read } from '../codec/json.ts';
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
 * const { message } = makeHandoff({ record });
 * message && encode(message); // => 'RW1 HO a-1 from=a to=b item=x:1 ask=UNDO rb=all ctx=b-3'
 */
export function makeHandoff(options: HandoffOptions): Read {
  const { id, used = [], tail = null, profiles = builtIn } = options;
  const found: Diagnostic[] = [];
  const { vocabulary, record, set } = givenUnder(options, profiles);
  const approved = readSlots(record, vocabulary, found, profiles);
  const added = readSlots(set, vocabulary, found, profiles);
  tellDifferences(approved, added, found);
  const values = new Map([...approved, ...added]);
  for (const slot of vocabulary.types.get('HO')?.required ?? []) {
    const isGiven = Object.hasOwn(record, slot) || Object.hasOwn(set, slot); // what cannot be read is told above
    if (!isGiven) reporter(rules, found)('compose/record-lacks', { slot });
  }
  if (hasErrors(found)) return { message: null, diagnostics: found };
  leaveForReadback(values, vocabulary, found);
  tellUnapproved(values, approved, vocabulary, found);
  raiseLevel(values, approved, vocabulary, found);
  if (hasErrors(found)) return { message: null, diagnostics: found };
  const name = id ?? nextId(values.get('from') as string, idsBeside(values, used));
  const { message, diagnostics } = buildFrom({ values, id: name, tail }, profiles);
  return { message, diagnostics: [...found, ...diagnostics] };
}

type Values = ReadonlyMap<string, SlotValue>;
type Given = Readonly<Record<string, unknown>>;

/** The record and what is set, and the vocabulary that both are read under: that of their own `p`, else of `profile`. */
function givenUnder({ record, set = {}, profile }: HandoffOptions, profiles: Profiles) {
  const isObject = typeof record === 'object' && record !== null && !Array.isArray(record);
  if (!isObject || Object.keys(record).length === 0) {
    const message = 'a record is an object of slots, such as {"item":"inv:1","amt":"5400.00"}';
    throw new UsageError('usage/record', message);
  }
  const name = record['p'] ?? set['p'] ?? profile;
  const vocabulary =
    name === undefined ? profiles.core : typeof name === 'string' ? profiles.get(name) : undefined;
  if (vocabulary === undefined) {
    const message = `${JSON.stringify(name)} is none of the profiles ${profiles.names.join(' ')}`;
    throw new UsageError('usage/profile', message);
  }
  const named: Given = Object.hasOwn(record, 'p') || name === undefined ? record : { p: name, ...record };
  return { vocabulary, record: named, set };
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

/** Takes out what goes on no handoff: the readback will say it. */
function leaveForReadback(
  values: Map<string, SlotValue>,
  { types, slots }: Vocabulary,
  found: Diagnostic[],
): void {
  const taken = types.get('HO')?.takes;
  for (const slot of [...values.keys()]) {
    if (!slots.has(slot) || taken?.has(slot)) continue;
    values.delete(slot);
    reporter(rules, found)('compose/left-for-readback', { slot });
  }
}

function tellUnapproved(values: Values, approved: Values, { exec }: Vocabulary, found: Diagnostic[]): void {
  const ask = values.get('ask') as string;
  for (const slot of exec.get(ask) ?? []) {
    if (values.has(slot) && !approved.has(slot))
      reporter(rules, found)('compose/not-approved', { slot, ask });
  }
}

/** Adds the level that the ask demands (R25); a record that was approved with less of one is told. */
function raiseLevel(
  values: Map<string, SlotValue>,
  approved: Values,
  vocabulary: Vocabulary,
  found: Diagnostic[],
): void {
  const ask = values.get('ask') as string;
  const given = (values.get('rb') as readonly string[] | undefined) ?? [];
  const lacking = levelsFor(ask, vocabulary).filter((level) => !given.includes(level));
  if (lacking.length === 0) return;
  values.set('rb', [...given, ...lacking]);
  if (!approved.has('rb')) return;
  for (const level of lacking) reporter(rules, found)('compose/record-level', { ask, level });
}

const envelope: ReadonlySet<string> = new Set(['re', 'from', 'to', 'item']);
/** Slots that stand first on a line, where a reader looks for them. */
const first: readonly string[] = ['p', 'ask', 'rb'];

function buildFrom(
  { values, id, tail }: { readonly values: Values; readonly id: string; readonly tail: string | null },
  profiles: Profiles,
): Read {
  const keys = new Set([...first.filter((slot) => values.has(slot)), ...values.keys()]);
  const slots: Record<string, SlotValue> = {};
  for (const slot of keys) if (!envelope.has(slot)) slots[slot] = values.get(slot) as SlotValue;
  const [from, to, item] = ['from', 'to', 'item'].map((slot) => values.get(slot)) as [string, string, string]; // required
  const re = (values.get('re') as string | undefined) ?? null;
  return build({ type: 'HO', id, re, from, to, item, slots, tail }, { profiles });
}
