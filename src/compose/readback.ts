import {
  asksFor,
  asksForValues,
  executionSlots,
  namedSlots,
  neededLevels,
  ownSlots,
} from '../codec/asked.ts';
import { digest } from '../codec/canonical.ts';
import type { Read } from '../codec/json.ts';
import { type AnyMessage, unknownKeysOf, vocabularyOf } from '../codec/message.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { readSlots, tellContradiction } from './given.ts';
import { idAfter } from './next-id.ts';
import { rules } from './rules.ts';
import { buildUnder, expectAnswered, profileSlot } from './under.ts';

export interface ReadbackOptions {
  readonly ho: AnyMessage;
  /** The readback's id; else the next of the receiver after `used`. */
  readonly id?: string;
  readonly used?: Iterable<string>;
  /** Criteria read out of the brief, `key:value`, joined with `+` or in an array. */
  readonly acc?: string | readonly string[];
  /** What will be produced. */
  readonly do?: string;
  /** The day on which it will be, YYYYMMDD. */
  readonly eta?: string;
  /** Without h=, the digest of the HO. */
  readonly hash?: boolean;
  /** Values of further slots, as written or typed: those the HO left open, exp, not, asm, x_tok. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly tail?: string;
  /** Composes what is known even when slots are open; such a line is no readback yet. */
  readonly partial?: boolean;
}

export interface ComposedReadback extends Read {
  /** Slots that the HO asks for and nobody has said: with any of them there is no readback. */
  readonly open: readonly string[];
}

/**
 * The readback of a handoff, composed by code from its decoded values (spec 6.2): it says what rb= asks for and nothing
 * that was sent otherwise. Understanding stays with the receiver: acc= and do= are never copied from the HO. Throws
 * `UsageError` when `ho` is no HO.
 *
 * @example
 * const ho = decode('RW1 HO a-1 from=a to=b item=x:1 ask=FIX due=20261002');
 * const { message } = makeReadback({ ho, hash: false });
 * message && encode(message); // => 'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=FIX due=20261002'
 */
export function makeReadback(options: ReadbackOptions): ComposedReadback {
  const { ho, id, used = [], hash = true, tail = null, partial = false } = options;
  expectAnswered(ho, ['HO']);
  const found: Diagnostic[] = [];
  tellUnanswerable(ho, found);
  const given = givenFor(options, found);
  const open: string[] = [];
  const slots: Record<string, SlotValue> = { ...profileSlot(ho), ask: ho.slots['ask'] as string };
  for (const slot of askedSlots(ho)) {
    const value = slot === 'h' && hash ? digest(ho) : (ho.slots[slot] ?? given.get(slot));
    if (value === undefined) open.push(slot);
    else slots[slot] = value;
  }
  if (hash) slots['h'] = digest(ho);
  for (const [slot, value] of given) slots[slot] = value;
  if (missingKeys(ho, slots['acc'] as readonly string[] | undefined).length > 0) open.push('acc');
  open.push(...understanding(ho).filter((slot) => slots[slot] === undefined && !open.includes(slot)));
  if (!partial) for (const slot of open) reporter(rules, found)('compose/open', { slot });
  if (hasErrors(found)) return { message: null, open, diagnostics: found };
  const { id: re, from: to, to: from, item } = ho;
  const parts = { type: 'RB', id: id ?? idAfter(from, ho, used), re, from, to, item, slots, tail } as const;
  const { message, diagnostics } = buildUnder(vocabularyOf(ho), parts);
  return { message, open, diagnostics: [...found, ...diagnostics] };
}

/** What no readback can mend: the HO asks too little for its act, or holds a key that was ignored before one. */
function tellUnanswerable(ho: AnyMessage, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const ask = ho.slots['ask'] as string;
  for (const level of neededLevels(ho)) {
    if (!asksFor(ho, level)) report('compose/unguarded', { ask, level });
  }
  if (!asksForValues(ho)) return;
  for (const slot of unknownKeysOf(ho)) report('compose/unknown-key', { slot });
}

/** What the caller adds; a value that was sent otherwise would be a misreading (R27), and none may outlive the HO. */
function givenFor(
  { ho, acc, do: work, eta, set = {} }: ReadbackOptions,
  found: Diagnostic[],
): ReadonlyMap<string, SlotValue> {
  const named = { acc, do: work, eta };
  const more = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const given = readSlots({ ...set, ...more }, vocabularyOf(ho), found);
  const report = reporter(rules, found);
  for (const [slot, value] of given) {
    if (byCode.has(slot)) report('compose/by-code', { slot });
    const sent = ho.slots[slot];
    if (sent !== undefined && !ownSlots.has(slot)) tellContradiction(slot, { sent, given: value }, found);
  }
  const sent = ho.slots['exp'] as string | undefined;
  const exp = given.get('exp') as string | undefined;
  if (sent !== undefined && exp !== undefined && exp > sent) report('compose/outlives', { sent, given: exp });
  return given;
}

const byCode: ReadonlySet<string> = new Set(['re', 'from', 'to', 'item', 'p', 'h']);

/** The slots that the readback echoes, or resolves where the HO does not say them. */
function askedSlots(ho: AnyMessage): ReadonlySet<string> {
  const asked = new Set<string>();
  if (ho.slots['due'] !== undefined) asked.add('due');
  if (asksFor(ho, 'exec')) for (const slot of executionSlots(ho)) asked.add(slot);
  if (asksFor(ho, 'all')) {
    for (const slot of Object.keys(ho.slots)) if (!ownSlots.has(slot)) asked.add(slot);
  }
  for (const slot of namedSlots(ho)) asked.add(slot);
  asked.delete('item'); // part of the envelope
  return asked;
}

/** What a receiver says of its own: criteria for rb=acc and rb=plan, and wherever keys= announces a check of them. */
function understanding(ho: AnyMessage): readonly string[] {
  const plan = asksFor(ho, 'plan');
  const isAsked = plan || asksFor(ho, 'acc') || ho.slots['keys'] !== undefined;
  return [...(isAsked ? ['acc'] : []), ...(plan ? ['do'] : [])];
}

function missingKeys(ho: AnyMessage, acc: readonly string[] | undefined): readonly string[] {
  const keys = (ho.slots['keys'] as readonly string[] | undefined) ?? [];
  if (acc === undefined) return [];
  const said = new Set(acc.map((element) => element.split(':', 1)[0]?.toLowerCase()));
  return keys.filter((key) => !said.has(key.toLowerCase()));
}
