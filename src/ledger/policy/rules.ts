import { executionSlots } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { isMoney } from '../../vocabulary/slot-types.ts';
import type { PolicyRule } from './policy.ts';

/**
 * Why a rule gives no answer about a message of a handoff; null when everything that it asks for holds. `message` is what
 * would run: the readback, or the handoff that a question is about.
 */
export function beyond(rule: PolicyRule, ho: AnyMessage, message: AnyMessage): string | null {
  const ask = String(ho.slots['ask']);
  if (!rule.asks.includes(ask)) return `it is not for ask=${ask}`;
  for (const slot of amountsOf(ho)) {
    if (!Object.hasOwn(rule.amounts ?? {}, slot)) return `it has no limit for ${slot}`;
  }
  for (const [slot, { currency, most }] of Object.entries(rule.amounts ?? {})) {
    const [amount, code] = [writtenIn(message, slot), writtenIn(message, currency)];
    if (amount === null || code === null) return `${amount === null ? slot : currency} is not there`;
    const limit = Object.hasOwn(most, code) ? most[code] : undefined;
    if (limit === undefined) return `it has no limit for ${slot} in ${code}`;
    if (!isMoney(amount) || cents(amount) <= 0n || cents(amount) > cents(limit))
      return `${slot}=${amount} is beyond ${limit} ${code}`;
  }
  for (const [slot, values] of Object.entries(rule.among ?? {})) {
    const value = writtenIn(message, slot);
    if (value === null || !values.includes(value))
      return `${slot}=${value ?? ''} is not among what it lets through`;
  }
  return null;
}

/** The amounts that an act runs with, by the types that the profile gives its slots. */
function amountsOf(ho: AnyMessage): readonly string[] {
  const { slots } = vocabularyOf(ho);
  return executionSlots(ho).filter((slot) => slots.get(slot)?.base === 'money');
}

/** A value as it is written on a line; null where the message has none. */
export function writtenIn(message: AnyMessage, slot: string): string | null {
  if (slot === 'item') return message.item;
  const value = Object.hasOwn(message.slots, slot) ? message.slots[slot] : undefined;
  return value === undefined ? null : written(value);
}

/** An amount as written, exactly, in its hundredths. */
export function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
