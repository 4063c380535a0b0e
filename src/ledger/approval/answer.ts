import { lineOf, parse } from '../../codec/index.ts';
import { makeAnswer } from '../../compose/index.ts';
import type { Approval, Approver, Fact, Proof } from '../fact.ts';
import { firstProblem } from '../judge/hearing.ts';
import type { Handle } from '../ledger.ts';
import { type Conclusion, decide, type Seat, type Sitting, seatOf } from '../seat.ts';
import { rule } from '../send.ts';
import { type Approved, approvedDigest, approvedIn, holdsAt } from './approved.ts';
import { type Asked, askedIn } from './asked.ts';
import { type NotAnswered, type Obstacle, obstacleTo } from './obstacle.ts';
import { type ApprovalPolicy, approvalPolicyName, peopleFor } from './policy.ts';

/** A person's answer to a question that was shown. */
export interface QuestionAnswer {
  readonly question: string;
  /** One of the closed answers exactly; `tail` where it is answered in words. */
  readonly val: string;
  readonly tail?: string;
  /** `shownIn` of the question as the person saw it: where it is another one by now, nothing is written. */
  readonly shown: string;
  /** SHA-256 of all that stood on the page, `shown` among it. */
  readonly seen: string;
  readonly proof: Proof;
  /** How many people the act needs; null for one. */
  readonly policy: ApprovalPolicy | null;
}

/** What came of an answer. */
export type Answered =
  | {
      readonly outcome: 'answered';
      readonly id: string;
      readonly line: string;
      readonly approval: Approval | null;
    }
  /** It counts, and another person has to say go too. */
  | { readonly outcome: 'begun'; readonly approver: Approver; readonly needed: number }
  | ({ readonly outcome: 'not-answered' } & Obstacle);

/**
 * Answers a question as the person of a handle: AN and what it approves in one step, once. A go to an act is an approval
 * of exactly the values that were shown; where the policy asks for several people, those before the last one are kept
 * beside the question. Nothing is written for an answer that is not taken. Throws UsageError for a policy that is none.
 */
export async function answerQuestion(handle: Handle, answer: QuestionAnswer): Promise<Answered> {
  const seat = seatOf(handle);
  if (answer.policy !== null) approvalPolicyName(answer.policy);
  const wanted = { ids: [answer.question], agents: seat.by.agents };
  return decide<Answered>(seat, wanted, (sitting) => answerIn(seat, answer, sitting));
}

function answerIn(seat: Seat, answer: QuestionAnswer, sitting: Sitting): Conclusion<Answered> {
  const { by, settings } = seat;
  const { rows } = sitting;
  const at = { rows, conversation: by.conversation, settings, holds: holdsAt(seat) };
  const asked = askedIn(at, answer.question);
  if (asked === null) return not('no-question', `${answer.question} is no question of this conversation.`);
  if (!by.person || !by.agents.includes(asked.row.to))
    return not('not-a-person', `${asked.row.id} asks ${asked.row.to}.`);
  const obstacle = obstacleTo(asked, { ...answer, person: by.principal, at: sitting.at });
  if (obstacle !== null) return not(obstacle.reason, obstacle.message);
  const isGo = asked.options.some(({ val, meaning }) => val === answer.val && meaning === 'go');
  const act = isGo && asked.isAct ? approvedIn(asked) : null;
  if (act === null) return say(seat, asked, answer, null, sitting);
  const { proof, seen: shown, policy } = answer;
  const approver = { person: by.principal, at: sitting.at, proof, approved: approvedDigest(act), shown };
  const approvers = [...asked.goes, approver];
  const needed = peopleFor(policy, { ...act, vocabulary: asked.vocabulary });
  if (approvers.length >= needed) return say(seat, asked, answer, { act, approvers }, sitting);
  sitting.scribe.event({ fact: 'approval-begun', question: asked.row.id, approver });
  return () => ({ outcome: 'begun', approver, needed });
}

function not(reason: NotAnswered, message: string): Conclusion<Answered> {
  return () => ({ outcome: 'not-answered', reason, message });
}

/** Writes the AN as the ledger judges any other line, and what it approves beside it. */
function say(
  seat: Seat,
  asked: Asked,
  { val, tail, policy }: QuestionAnswer,
  go: Go | null,
  sitting: Sitting,
): Conclusion<Answered> {
  const { scribe } = sitting;
  const own = tail === undefined || tail === '' ? {} : { tail };
  const made = makeAnswer({ to: asked.aq, val, id: scribe.nextId(asked.row.to), ...own });
  if (made.message === null) return not('refused', firstProblem(made.diagnostics));
  const parsed = parse(lineOf(made.message), seat.settings);
  const message = parsed.message ?? made.message;
  const ruling = rule({ seat, parsed, message, options: {}, sitting });
  if (ruling.outcome === 'refused') return not('refused', ruling.detail);
  const approval = go === null ? null : approvalOf(asked, message.id, go, policy);
  const approved: readonly Fact[] = approval === null ? [] : [{ fact: 'approved', approval }];
  scribe.write({ message, facts: [...ruling.facts, ...approved], verdict: ruling.verdict });
  return () => ({ outcome: 'answered', id: message.id, line: parsed.line, approval });
}

/** What is approved, and by whom. */
interface Go {
  readonly act: Approved;
  readonly approvers: readonly Approver[];
}

function approvalOf(
  { row, reference }: Asked,
  answer: string,
  { act, approvers }: Go,
  policy: ApprovalPolicy | null,
): Approval {
  return {
    ...{ question: row.id, answer, reference, ...act },
    sha256: approvedDigest(act),
    approvers,
    policy: policy === null ? null : approvalPolicyName(policy),
  };
}
