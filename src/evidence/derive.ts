import { addsUp } from '../codec/decimal.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import type { Evidence } from './evidence.ts';
import { amountsIn, isLabel } from './labels.ts';
import type { Pointer, SearchedPart, SearchedSource } from './source.ts';

/** A source that a line names. */
export interface Named {
  readonly pointer: Pointer;
  readonly source: SearchedSource;
  /** The source, or the lines of it that the pointer names. */
  readonly here: SearchedSource;
}

/** A line with what was found of it. */
export interface Looked {
  readonly message: AnyMessage;
  readonly named: readonly Named[];
  readonly evidence: readonly Evidence[];
}

/**
 * Values that no source writes and that follow from some that one does: a part of a sum that the profile has checked
 * (net of total and tax, never the total), and an amount that adds up what other lines say of this line's sources, one
 * each (an invoice less its credit note).
 */
export function derive(looked: readonly Looked[]): readonly Looked[] {
  const amounts = amountsBySource(looked);
  return looked.map((one) => {
    if (one.evidence.every(({ standing }) => !isMissing(standing))) return one;
    const evidence = one.evidence.map((each): Evidence => {
      const from = isMissing(each.standing) ? (fromSum(one, each) ?? fromLines(one, each, amounts)) : null;
      return from === null ? each : { ...each, standing: 'derived', found: null, from };
    });
    return { ...one, evidence };
  });
}

/** Whether a value stands in no source that its line names. */
export function isMissing(standing: Evidence['standing']): boolean {
  return standing === 'not-found' || standing === 'elsewhere';
}

function isThere(standing: Evidence['standing']): boolean {
  return standing === 'found' || standing === 'unsigned';
}

/**
 * A part of a sum of which the total and every other part was found: parse has checked that they add up. A total follows
 * from nothing: a document writes it. Nor does a part for which the document has another figure.
 */
function fromSum(one: Looked, { slot, value }: Evidence): string | null {
  const { message, evidence } = one;
  const { type, slots } = message;
  for (const { on, total, parts, when = {} } of vocabularyOf(message).profile?.sums ?? []) {
    const figures = [total, ...parts];
    const holds = Object.entries(when).every(([key, values]) => values.includes(textOf(slots[key])));
    if (!parts.includes(slot) || !holds || (on !== undefined && !on.includes(type))) continue;
    const others = figures.filter((figure) => figure !== slot);
    const found = evidence.filter((each) => others.includes(each.slot) && isThere(each.standing));
    if (found.length === others.length && !isLabelledOtherwise(one, slot, value))
      return found.map((each) => `${each.slot} ${each.value}`).join(' and ');
  }
  return null;
}

function isLabelledOtherwise({ message, named }: Looked, slot: string, value: string): boolean {
  return named.some(({ here }) => here.parts.some((part) => labelsAnother(message, slot, value, part)));
}

/** Whether a text labels figures as those of a slot, and neither one of them nor their sum is the value. */
function labelsAnother(message: AnyMessage, slot: string, value: string, part: SearchedPart): boolean {
  const labels = vocabularyOf(message).profile?.evidence?.labels ?? {};
  const own = Object.hasOwn(labels, slot) ? (labels[slot] ?? []) : [];
  const others = Object.entries(labels).flatMap(([name, words]) => (name === slot ? [] : words));
  const said = amountsIn(part)
    .filter(
      ({ nearest }) =>
        nearest.some((words) => isLabel(words, own)) && !nearest.some((words) => isLabel(words, others)),
    )
    .map((one) => one.value);
  const isSaid = said.some((one) => isSize(one, value)) || addsUp(value, said);
  return said.length > 0 && !isSaid;
}

function isSize(one: string, other: string): boolean {
  return one.replace('-', '') === other.replace('-', '');
}

/** By slot and pointer, the one value that lines with that single pointer found there; null for several. */
type Amounts = ReadonlyMap<string, string | null>;

function amountsBySource(looked: readonly Looked[]): Amounts {
  const amounts = new Map<string, string | null>();
  for (const { named, evidence } of looked) {
    const [only, other] = named;
    if (only === undefined || other !== undefined) continue;
    for (const { slot, value, standing } of evidence) {
      if (!isThere(standing)) continue;
      const key = `${slot} ${only.pointer.text}`;
      const before = amounts.get(key);
      amounts.set(key, before === undefined || before === value ? value : null);
    }
  }
  return amounts;
}

function fromLines({ message, named }: Looked, { slot, value }: Evidence, amounts: Amounts): string | null {
  if (vocabularyOf(message).slots.get(slot)?.base !== 'money' || named.length < 2) return null;
  const parts = named.flatMap(({ pointer }) => {
    const amount = amounts.get(`${slot} ${pointer.text}`);
    return amount === undefined || amount === null ? [] : [{ amount, pointer: pointer.text }];
  });
  const amountsOf = parts.map(({ amount }) => amount);
  if (parts.length < 2 || !addsUp(value, amountsOf)) return null;
  return parts.map(({ amount, pointer }) => `${amount} of ${pointer}`).join(' and ');
}

function textOf(value: AnyMessage['slots'][string] | undefined): string | null {
  return value === undefined ? null : written(value);
}
