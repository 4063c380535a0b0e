import { createHash } from 'node:crypto';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { isMoney, isValue } from '../../vocabulary/slot-types.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { AmountLimit, PolicyName } from '../policy/policy.ts';
import { cents } from '../policy/rules.ts';

/** How many people an act needs; what no rule names needs two. */
export interface ApprovalPolicy {
  readonly name: string;
  readonly rules: readonly ApprovalRule[];
}

/** The first rule that names an act's ask holds for it. */
export interface ApprovalRule {
  readonly asks: readonly string[];
  /** How many different people have to say go; 2 unless set. */
  readonly people?: number;
  /** By the slot of each amount: up to these, one person is enough. Every amount of the act needs its limit. */
  readonly alone?: Readonly<Record<string, AmountLimit>>;
}

/** An act before a policy: its ask, and the values that would run, as written. */
export interface Weighed {
  readonly ask: string;
  readonly values: Readonly<Record<string, string>>;
  readonly vocabulary: Vocabulary;
}

/** How many different people have to say go before an act may run; one where there is no policy. */
export function peopleFor(policy: ApprovalPolicy | null, weighed: Weighed): number {
  if (policy === null) return 1;
  const rule = policy.rules.find(({ asks }) => asks.includes(weighed.ask));
  if (rule === undefined) return usual;
  return isWithin(rule, weighed) ? 1 : Math.max(rule.people ?? usual, rule.alone === undefined ? 1 : usual);
}

const usual = 2;

/** Whether each amount that the act runs with has a limit in its currency and is not above it. */
function isWithin({ alone }: ApprovalRule, { ask, values, vocabulary }: Weighed): boolean {
  if (alone === undefined) return false;
  const amounts = (vocabulary.exec.get(ask) ?? []).filter(
    (slot) => vocabulary.slots.get(slot)?.base === 'money',
  );
  const slots = new Set([...amounts, ...Object.keys(alone)]);
  return [...slots].every((slot) => {
    const limit = ownOf(alone, slot);
    const amount = ownOf(values, slot);
    const most = limit === undefined ? undefined : ownOf(limit.most, ownOf(values, limit.currency) ?? '');
    return (
      amount !== undefined && most !== undefined && isMoney(amount) && isUpTo(cents(amount), cents(most))
    );
  });
}

function isUpTo(amount: bigint, most: bigint): boolean {
  return amount > 0n && amount <= most;
}

/** A member of its own: names come from lines, `constructor` among them (T9). */
function ownOf<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** What of a policy an approval names. Throws UsageError for rules that say nothing, or not what they limit. */
export function approvalPolicyName({ name, rules }: ApprovalPolicy): PolicyName {
  if (!isValue(name)) throw new UsageError('usage/policy', 'a policy has a name without a blank');
  for (const [at, rule] of rules.entries()) assertRule(rule, `${name}: rules[${at}]`);
  return { name, sha256: createHash('sha256').update(canonicalJson(rules)).digest('hex') };
}

function assertRule({ asks, people, alone }: ApprovalRule, at: string): void {
  const refuse = (why: string): never => {
    throw new UsageError('usage/policy', `${at}: ${why}`);
  };
  if (asks.length === 0) refuse('asks names one ask at least');
  if (people !== undefined && (!Number.isInteger(people) || people < 1 || people > most))
    refuse(`people is a whole number from 1 to ${most}`);
  if (people === 1 && alone !== undefined)
    refuse('people: 1 says that one is enough: alone says nothing beside it');
  for (const [slot, { currency, most: limits }] of Object.entries(alone ?? {})) {
    if (!isValue(currency)) refuse(`alone.${slot}.currency names the slot of the currency`);
    if (Object.keys(limits).length === 0) refuse(`alone.${slot}.most has a limit for one currency at least`);
    for (const [code, amount] of Object.entries(limits))
      if (!isMoney(amount)) refuse(`alone.${slot}.most.${code} is written with two decimals`);
  }
}

/** More people than this never come together. */
const most = 9;
