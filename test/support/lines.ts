import fc, { type Arbitrary } from 'fast-check';
import type { MessageType, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { agent, tail, valuesOf } from './values.ts';

/** A line before it is written: slots in their order, values as written, `re from to item p` among them. */
export interface Parts {
  readonly type: MessageType;
  readonly id: string;
  readonly slots: readonly (readonly [key: string, value: string])[];
  readonly tail: string | null;
}

/** The line of its parts, judged by nobody. */
export function written({ type, id, slots, tail }: Parts): string {
  const head = ['RW1', type, id, ...slots.map((slot) => slot.join('='))].join(' ');
  if (tail === null) return head;
  return tail === '' ? `${head} //` : `${head} // ${tail}`;
}

/** What is drawn for a line before its slots are made to fit each other. */
interface Draft {
  readonly agents: readonly string[];
  readonly number: string;
  /** A value for every slot that the type takes; `chosen` says which of the optional ones are carried. */
  readonly values: Readonly<Record<string, string>>;
  readonly chosen: readonly string[];
  readonly extensions: Readonly<Record<string, string>>;
  readonly turn: number;
  readonly tail: string | null;
}

const envelope = ['re', 'from', 'to', 'item'];
const extensionKey = fc.constantFrom('x_tok', 'x_sig', 'x_kid', 'x_1', 'x__', 'x_constructor', 'x_note');

/** Valid lines of one type, without a warning: parts that `written` writes. */
export function partsOf(vocabulary: Vocabulary, type: MessageType): Arbitrary<Parts> {
  const row = vocabulary.types.get(type);
  if (!row) throw new Error(`${vocabulary.name} has no type ${type}`);
  const keys = [...new Set([...row.required, ...row.takes])].filter(
    (key) => !['from', 'to', 'p'].includes(key),
  );
  const optional = keys.filter((key) => !row.required.includes(key));
  const draft: Arbitrary<Draft> = fc.record({
    agents: fc.uniqueArray(agent(vocabulary), { minLength: 2, maxLength: 2 }),
    number: fc.oneof(fc.nat(9999).map(String), fc.constantFrom('01', '007', '0', '98765432109876543210')),
    values: fc.record(Object.fromEntries(keys.map((key) => [key, valuesOf(vocabulary, key, type)]))),
    chosen: fc.subarray(optional),
    extensions: fc.dictionary(extensionKey, valuesOf(vocabulary, 'x_', type), { maxKeys: 2 }),
    turn: fc.nat(12),
    tail: fc.option(tail),
  });
  return draft.map((drawn) => settled(vocabulary, type, drawn));
}

/** Valid lines of every type of a vocabulary, without a warning. */
export function validParts(vocabulary: Vocabulary): Arbitrary<Parts> {
  return fc.oneof(...[...vocabulary.types.keys()].map((type) => partsOf(vocabulary, type as MessageType)));
}

export function validLine(vocabulary: Vocabulary): Arbitrary<string> {
  return validParts(vocabulary).map(written);
}

/** Makes the slots of a draft fit each other as the core and the profile's own keys ask (spec 3, R16, R17, R23). */
function settled(vocabulary: Vocabulary, type: MessageType, draft: Draft): Parts {
  const [from = 'a', to = 'b'] = draft.agents;
  const required = vocabulary.types.get(type)?.required ?? [];
  const slots = new Map<string, string>();
  const carry = (key: string): unknown => slots.set(key, draft.values[key] ?? '');
  for (const key of envelope) {
    if (key === 'from' || key === 'to') slots.set(key, key === 'from' ? from : to);
    else if (required.includes(key) || draft.chosen.includes(key)) carry(key);
  }
  if (vocabulary.profile) slots.set('p', vocabulary.name);
  for (const key of [...required, ...draft.chosen]) if (!slots.has(key)) carry(key);
  for (const [key, value] of Object.entries(draft.extensions)) slots.set(key, value);
  settleCore(type, slots, draft);
  settleProfile(vocabulary, type, slots, carry);
  const needsTail = slots.get('val') === 'tail' || vocabulary.profile?.tail_on?.includes(type);
  const order = turned([...slots], draft.turn);
  return {
    type,
    id: `${from}-${draft.number}`,
    slots: order,
    tail: needsTail ? draft.tail || 'as said' : draft.tail,
  };
}

function settleCore(type: MessageType, slots: Map<string, string>, draft: Draft): void {
  if (type === 'AQ' && slots.get('need') === 'ENUM') slots.set('opts', draft.values['opts'] ?? '');
  else slots.delete('opts');
  if (type === 'CX') slots.set('why', draft.values['why'] ?? '');
  if (slots.get('ask') === 'UNDO') slots.set('ctx', (draft.values['ctx'] ?? '').split('+')[0] ?? '');
}

function settleProfile(
  { profile }: Vocabulary,
  type: MessageType,
  slots: Map<string, string>,
  carry: (key: string) => unknown,
): void {
  const isPositive = profile?.positive?.[slots.get('ask') ?? ''] ?? [];
  for (const rule of profile?.together ?? []) {
    if (!rule.on.includes(type) || !rule.if.every((key) => slots.has(key))) continue;
    for (const key of rule.then) if (!slots.has(key)) carry(key);
  }
  for (const { on, total, parts, when } of profile?.sums ?? []) {
    if (on && !on.includes(type)) continue;
    if (![total, ...parts].every((key) => slots.has(key))) continue;
    if (!Object.entries(when ?? {}).every(([key, values]) => values.includes(slots.get(key) ?? null)))
      continue;
    const amounts = parts.map((part) => hundredths(slots.get(part) ?? ''));
    const fitting = isPositive.includes(total) ? amounts.map(absolute) : amounts;
    for (const [at, part] of parts.entries()) slots.set(part, asMoney(fitting[at] ?? 0n));
    slots.set(total, asMoney(fitting.reduce((sum, amount) => sum + amount, 0n)));
  }
  for (const key of isPositive) {
    const amount = slots.get(key);
    if ((type === 'HO' || type === 'RB') && amount) slots.set(key, asMoney(absolute(hundredths(amount))));
  }
}

function hundredths(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Never nought: an amount that is made to fit is one that may be paid. */
function absolute(amount: bigint): bigint {
  if (amount === 0n) return 1n;
  return amount < 0n ? -amount : amount;
}

function asMoney(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function turned<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length;
  const turnedList = [...list.slice(at), ...list.slice(0, at)];
  return by % 2 ? turnedList.reverse() : turnedList;
}
