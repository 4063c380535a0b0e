import type { AnyMessage } from '../codec/message.ts';
import type { Parsed } from '../codec/parsed.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { isAgentName } from '../vocabulary/slot-types.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';

/**
 * The id after every id of an agent that was used (spec 2, R10): one more than the largest number, however long, as wide
 * as that number is written. Ids of other agents are passed over. Throws `usage/agent` for a name that is none.
 *
 * @example
 * nextId('payer', ['payer-09', 'payer-3', 'scheduler-12']); // => 'payer-10'
 */
export function nextId(agent: string, used: Iterable<string>): string {
  if (typeof agent !== 'string' || !isAgentName(agent)) {
    throw new UsageError(
      'usage/agent',
      `${JSON.stringify(agent)} is no agent's name: letters, digits, . _ and -`,
    );
  }
  let largest = 0n;
  let width = 1;
  for (const id of used) {
    const digits = id.startsWith(`${agent}-`) ? id.slice(agent.length + 1) : '';
    if (!/^[0-9]+$/.test(digits)) continue;
    const number = BigInt(digits);
    if (number < largest || (number === largest && digits.length < width)) continue;
    largest = number;
    width = digits.length;
  }
  return `${agent}-${String(largest + 1n).padStart(width, '0')}`;
}

/** The id of an agent's answer to a message: after those in use and those that the message itself names. */
export function idAfter(agent: string, { id, re, slots }: AnyMessage, used: Iterable<string>): string {
  const values = new Map(Object.entries(slots));
  if (re !== null) values.set('re', re);
  return nextId(agent, [id, ...idsBeside(values, used)]);
}

/** Ids that a line shows to be in use, refused or not: its own, and those that it names. */
export function idsShownBy({ heard: { id, re }, message }: Parsed): readonly string[] {
  const ctx = message?.slots['ctx'] as readonly string[] | undefined;
  return [id, re, ...(ctx ?? [])].filter((one) => one !== null);
}

/** Ids that are in use: those given, and those that the slots of a message name. */
export function idsBeside(values: ReadonlyMap<string, SlotValue>, used: Iterable<string>): readonly string[] {
  const re = values.get('re') as string | undefined;
  const ctx = values.get('ctx') as readonly string[] | undefined;
  return [...used, ...(re === undefined ? [] : [re]), ...(ctx ?? [])];
}
