import { executionSlots } from '../../codec/asked.ts';
import { parse } from '../../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { makeAnswer } from '../../compose/index.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { messageOfHandoff } from '../judge/hearing.ts';
import type { Sent } from '../ledger.ts';
import type { Seat } from '../seat.ts';
import { send } from '../send.ts';
import { nextId } from '../speaker.ts';
import type { Handoff, MessageRow, Rows } from '../state.ts';
import { nameOf, type Policy, type PolicyRule } from './policy.ts';
import { beyond, writtenIn } from './rules.ts';

/** What a policy says to a line: an answer, which was sent, or none and why. */
export type PolicyOutcome =
  | { readonly outcome: 'answered'; readonly rule: number; readonly sent: Sent }
  | { readonly outcome: 'no-answer'; readonly because: readonly string[] };

/** A line that may be answered: what stands in it and what it is about. */
interface Asked {
  readonly on: PolicyRule['on'];
  readonly row: MessageRow;
  /** What is answered, and what would run. */
  readonly message: AnyMessage;
  readonly runs: AnyMessage;
  readonly handoff: Handoff;
  readonly ho: AnyMessage;
}

/**
 * Has a policy answer a readback or a question to one of the handle's agents, by the first rule that holds; the entry names
 * the policy. It is never a person's answer, settles no unknown outcome, and lets no contradiction through. Throws
 * UsageError for a person's handle and for rules that say nothing.
 */
export async function answerByPolicy(seat: Seat, policy: Policy, id: string): Promise<PolicyOutcome> {
  const { by, store } = seat;
  if (by.person) throw new UsageError('usage/policy', `${by.principal} is a person, and answers for itself`);
  const name = nameOf(policy);
  const { rows } = await store.read(by.conversation, { ids: [id] });
  const asked = askedIn(seat, rows, id);
  if (typeof asked === 'string') return { outcome: 'no-answer', because: [asked] };
  const because: string[] = [];
  for (const [at, rule] of policy.rules.entries()) {
    const why = (await unlessAgreed(policy, rule, asked)) ?? null;
    if (why !== null) {
      because.push(`rules[${at}]: ${why}`);
      continue;
    }
    const { message, diagnostics } = makeAnswer({
      to: asked.message,
      val: rule.answer,
      id: await nextId(seat, asked.row.to),
    });
    if (message === null)
      return { outcome: 'no-answer', because: [`rules[${at}]: ${diagnostics[0]?.message}`] };
    return { outcome: 'answered', rule: at, sent: await send(seat, message, {}, { policy: name }) };
  }
  return { outcome: 'no-answer', because: because.length === 0 ? ['it has no rule'] : because };
}

function askedIn({ by, settings }: Seat, rows: Rows, id: string): Asked | string {
  const row = rows.messages.get(id);
  if (row === undefined || (row.type !== 'RB' && row.type !== 'AQ'))
    return `${id} is no readback and no question`;
  if (!by.agents.includes(row.to)) return `${id} asks ${row.to}`;
  if (row.answer !== null) return `${id} was answered by ${row.answer}`;
  const handoff = rows.handoffs.get(row.handoff ?? '');
  if (handoff === undefined) return `${id} is about no handoff`;
  if ([...rows.statements.values()].some(({ question }) => question === id))
    return `${id} is a person's to answer: it is about what really ran`;
  const ho = messageOfHandoff(rows, handoff, settings);
  const { message } = parse(row.line, settings);
  if (ho === null || message === null) return `the profile of ${handoff.id} is not what it was`;
  const on = row.type === 'RB' ? 'readback' : 'question';
  return { on, row, message, runs: on === 'readback' ? message : ho, handoff, ho };
}

/** Why a rule gives no answer; nothing where it does. */
async function unlessAgreed(policy: Policy, rule: PolicyRule, asked: Asked): Promise<string | undefined> {
  const { on, row, runs, handoff, ho } = asked;
  if (rule.on !== on) return `it answers a ${rule.on}`;
  if (on === 'readback' && executionSlots(ho).length === 0)
    return `ask=${handoff.ask} names no slots to limit`;
  const contradicts = handoff.questions.some(
    ({ id, contradictions }) => id === row.id && contradictions.length > 0,
  );
  const stops = rule.answer === 'N' || vocabularyOf(ho).stop.has(rule.answer);
  if (contradicts && !stops) return 'records and handoff contradict each other: it may only stop the act';
  const why = beyond(rule, ho, runs);
  if (why !== null) return why;
  if (policy.agrees === undefined) return undefined;
  const slots = Object.keys({ ...rule.amounts, ...rule.among });
  const agreed = await policy.agrees({
    policy: policy.name,
    line: row.line,
    handoff: handoff.id,
    ask: handoff.ask,
    item: handoff.item,
    values: Object.fromEntries(slots.map((slot) => [slot, writtenIn(runs, slot) ?? ''])),
    answer: rule.answer,
  });
  return agreed === true ? undefined : 'it was withheld';
}
