import { readGiven } from '../../codec/given.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { sameValue, written } from '../../codec/value.ts';
import type { Contradiction } from '../../ledger/fact.ts';
import { areAlike } from '../../text/look-alikes.ts';
import type { SlotValue } from '../../vocabulary/vocabulary.ts';
import type { Values } from '../tool.ts';

/** The values that an act would run with, and everything that stands against running with them. */
export interface Plan {
  readonly values: ReadonlyMap<string, SlotValue>;
  readonly contradictions: readonly Contradiction[];
  /** Execution slots that nobody has a value for. */
  readonly open: readonly string[];
  /** What the call passes that is no value, or that the act does not run with; and what would run and was not approved. */
  readonly faults: readonly string[];
}

/**
 * Compares the handoff, the call's own arguments and the tool's records, slot by slot. The handoff's value counts, then
 * the call's, then the records'; where two of them differ nothing runs until the sender has said which is right. Nobody but
 * a person says what is `approved`: another value is a fault.
 * `slots` are those that the act runs with; `undone` the DN that an UNDO reverses.
 */
export function planOf(input: {
  readonly ho: AnyMessage;
  readonly slots: readonly string[];
  readonly call: Values;
  readonly resolved: ReadonlyMap<string, SlotValue>;
  readonly approved: Readonly<Record<string, string>> | null;
  readonly undone: AnyMessage | null;
}): Plan {
  const { ho, slots, call, resolved, approved, undone } = input;
  const given = readGiven(call, vocabularyOf(ho));
  const sentAs = (slot: string): SlotValue | undefined => valueOn(ho, slot) ?? undone?.slots[slot];
  const contradictions: Contradiction[] = [];
  const compare = (
    slot: string,
    a: SlotValue | undefined,
    b: SlotValue | undefined,
    source: Contradiction['source'],
  ): void => {
    if (a === undefined || b === undefined || sameValue(a, b)) return;
    const [sent, resolved] = [written(a), written(b)];
    const alike = areAlike(sent, resolved) ? { alike: true as const } : {};
    contradictions.push({ slot, sent, resolved, source, ...alike });
  };
  for (const [slot, value] of given.values) compare(slot, sentAs(slot), value, 'call');
  for (const [slot, value] of resolved)
    compare(slot, sentAs(slot) ?? given.values.get(slot), value, 'records');
  for (const slot of slots) compare(slot, valueOn(ho, slot), undone?.slots[slot], 'records');

  const values = new Map<string, SlotValue>();
  for (const slot of slots) {
    const value = sentAs(slot) ?? given.values.get(slot) ?? resolved.get(slot);
    if (value !== undefined) values.set(slot, value);
  }
  const idle = [...given.values.keys()].filter((slot) => !slots.includes(slot) && sentAs(slot) === undefined);
  return {
    values,
    contradictions,
    open: slots.filter((slot) => !values.has(slot)),
    faults: [
      ...given.faults.map(({ key, got }) => `the call passes ${key}=${got}, which is no value of a slot`),
      ...idle.map((slot) => `the call passes ${slot}, which ask=${ho.slots['ask']} does not run with`),
      ...(approved === null ? [] : slots.flatMap((slot) => unapproved(slot, values.get(slot), approved))),
    ],
  };
}

function unapproved(
  slot: string,
  value: SlotValue | undefined,
  approved: Readonly<Record<string, string>>,
): readonly string[] {
  const said = Object.hasOwn(approved, slot) ? approved[slot] : undefined;
  const runs = value === undefined ? undefined : written(value);
  if (said === runs) return [];
  return [
    `${slot} was ${said === undefined ? 'not approved' : `approved as ${said}`}, and would run as ${runs}`,
  ];
}

function valueOn(message: AnyMessage, slot: string): SlotValue | undefined {
  return slot === 'item' ? (message.item ?? undefined) : message.slots[slot];
}
