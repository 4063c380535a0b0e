import { createHash } from 'node:crypto';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { isMoney, isValue } from '../../vocabulary/slot-types.ts';

/** The most that an amount may be, by the currency that another slot of the same message names; all as written. */
export interface AmountLimit {
  /** The slot that names the currency. */
  readonly currency: string;
  readonly most: Readonly<Record<string, string>>;
}

/** When a policy answers, and what: every condition holds, or it gives no answer. */
export interface PolicyRule {
  /** A readback that waits for its confirmation, or a question about a handoff. */
  readonly on: 'readback' | 'question';
  /** The asks of the handoffs that it is for. */
  readonly asks: readonly string[];
  /** By the slot of each amount: an amount that the act runs with and that stands here with no limit is beyond it. */
  readonly amounts?: Readonly<Record<string, AmountLimit>>;
  /** By slot, the values that are let through, as written. */
  readonly among?: Readonly<Record<string, readonly string[]>>;
  /** `Y` to a readback; one of its options to a question. */
  readonly answer: string;
}

/** An answerer that is no person: rules with limits, and a name under which its answers are recorded. */
export interface Policy {
  readonly name: string;
  readonly rules: readonly PolicyRule[];
  /** Asked when a rule holds: it may withhold the rule's answer, and give no other. */
  readonly agrees?: (asked: PolicyAsked) => Promise<boolean>;
}

/** What a policy is asked about. */
export interface PolicyAsked {
  readonly policy: string;
  readonly line: string;
  readonly handoff: string;
  readonly ask: string;
  readonly item: string;
  /** The slots that the rule looks at, as written. */
  readonly values: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** A policy as an entry records it. */
export interface PolicyName {
  readonly name: string;
  /** SHA-256 of its rules as canonical JSON. */
  readonly sha256: string;
}

/** What of a policy an entry names. Throws UsageError for rules that say nothing, or not what they limit. */
export function nameOf({ name, rules }: Policy): PolicyName {
  if (!isValue(name)) throw new UsageError('usage/policy', 'a policy has a name without a blank');
  for (const [at, rule] of rules.entries()) assertRule(rule, `${name}: rules[${at}]`);
  return { name, sha256: createHash('sha256').update(canonicalJson(rules)).digest('hex') };
}

function assertRule({ on, asks, amounts = {}, among = {}, answer }: PolicyRule, at: string): void {
  const refuse = (why: string): never => {
    throw new UsageError('usage/policy', `${at}: ${why}`);
  };
  if (on !== 'readback' && on !== 'question') refuse('on is readback or question');
  if (asks.length === 0) refuse('asks names one ask at least');
  if (!isValue(answer)) refuse('answer is a code');
  if (on === 'readback' && Object.keys({ ...amounts, ...among }).length === 0)
    refuse('what confirms an act has a limit: amounts or among');
  for (const [slot, { currency, most }] of Object.entries(amounts)) {
    if (!isValue(currency)) refuse(`amounts.${slot}.currency names the slot of the currency`);
    const limits = Object.entries(most);
    if (limits.length === 0) refuse(`amounts.${slot}.most has a limit for one currency at least`);
    for (const [code, amount] of limits)
      if (!isMoney(amount)) refuse(`amounts.${slot}.most.${code} is written with two decimals`);
  }
  for (const [slot, values] of Object.entries(among))
    if (values.length === 0) refuse(`among.${slot} lets no value through`);
}
