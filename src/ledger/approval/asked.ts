import { parse } from '../../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { momentOf } from '../clock.ts';
import type { Approver } from '../fact.ts';
import { messageOfHandoff, settingsFor, statementsOf } from '../judge/hearing.ts';
import type { Settings } from '../settings.ts';
import {
  type Handoff,
  isClosed,
  isHot,
  isLive,
  type MessageRow,
  type Rows,
  type Statement,
} from '../state.ts';
import { type ActAsked, actIn } from './act.ts';
import { goesSoFar } from './approved.ts';
import { type AskedOption, optionsOf } from './options.ts';
import { referenceOf } from './reference.ts';

/** A question to a person, with everything of the ledger that the person decides by. Times in milliseconds. */
export interface Asked extends ActAsked {
  readonly conversation: string;
  readonly row: MessageRow;
  readonly aq: AnyMessage;
  /** The handoff that it is about, with its message; null where it is about none. */
  readonly handoff: Handoff | null;
  readonly ho: AnyMessage | null;
  /** The statement of that handoff that may still run, or runs. */
  readonly statement: Statement | null;
  /** That of the handoff, else of the question. */
  readonly vocabulary: Vocabulary;
  readonly item: string | null;
  /** Who has said go so far, where several people are needed. */
  readonly goes: readonly Approver[];
  /** The closed answers, in order; none where it is answered in words, a number or a date. */
  readonly options: readonly AskedOption[];
  /** From when no answer is taken: the day after by=, or the handoff's exp. */
  readonly until: number | null;
  /** The message that ended what it is about after it was asked: nobody has to answer any more. */
  readonly closedBy: string | null;
  /** The token of an unknown outcome that it is about: it is settled through the act tool. */
  readonly settles: string | null;
}

/** Where a question is looked at. */
export interface AskedIn {
  readonly rows: Rows;
  readonly conversation: string;
  readonly settings: Settings;
  /** Whether a go still counts; each does unless given. */
  readonly holds?: (approver: Approver) => boolean;
}

/** The question of an id; null for a message that is none, or that cannot be read. May throw Unread, as a step does. */
export function askedIn(at: AskedIn, id: string): Asked | null {
  const { rows, conversation, settings, holds = () => true } = at;
  const row = rows.messages.get(id);
  if (row?.type !== 'AQ') return null;
  const handoff = row.handoff === null ? null : (rows.handoffs.get(row.handoff) ?? null);
  const own = handoff === null ? settings : settingsFor(handoff, settings);
  const aq = parse(row.line, own).message;
  if (aq === null) return null;
  const ho = handoff === null ? null : messageOfHandoff(rows, handoff, own);
  const statement = handoff === null ? null : (statementsOf(rows, handoff.id).find(isLive) ?? null);
  const vocabulary = vocabularyOf(ho ?? aq);
  const questioned = handoff?.questions.find((one) => one.id === id)?.contradictions ?? [];
  const act = actIn({
    ...{ aq, ho, statement, vocabulary, questioned },
    isOver: handoff !== null && isClosed(handoff),
    own: referenceOf({ tenant: settings.tenant, conversation, question: id }),
  });
  const item = aq.item ?? ho?.item ?? null;
  return {
    ...act,
    ...{ conversation, row, aq, handoff, ho, statement, vocabulary },
    item,
    goes: goesSoFar({ ...act, item, row }, holds),
    options: optionsOf(aq, vocabulary, act.isAct),
    until: untilOf(aq, handoff),
    closedBy: closedAfter(rows, row, handoff),
    settles: [...rows.statements.values()].find((one) => one.question === id && isHot(one))?.token ?? null,
  };
}

const day = 24 * 60 * 60_000;

function untilOf(aq: AnyMessage, handoff: Handoff | null): number | null {
  const by = aq.slots['by'] as string | undefined;
  const ends = [
    ...(by === undefined ? [] : [momentOf(`${by}T0000Z`) + day]),
    ...(handoff?.exp == null ? [] : [handoff.exp]),
  ];
  return ends.length === 0 ? null : Math.min(...ends);
}

/** What is asked about an act that is over (whether to undo it) is still to be answered; what was asked before is not. */
function closedAfter(rows: Rows, row: MessageRow, handoff: Handoff | null): string | null {
  if (handoff === null || !isClosed(handoff)) return null;
  const closing = handoff.closed?.message;
  const closed = closing === undefined ? undefined : rows.messages.get(closing)?.sequence;
  if (closed !== undefined && closed < row.sequence) return null;
  return closing ?? handoff.id;
}

/** Whether a question was about an act that may run when it could be answered, also where its handoff has ended since. */
export function wasActIn({ isAct, ask, vocabulary, closedBy }: Asked): boolean {
  return isAct || (closedBy !== null && ask !== null && vocabulary.irreversible.has(ask));
}

/** Whether it is too late for an answer at a moment. */
export function isTooLate({ until }: Pick<Asked, 'until'>, at: number): boolean {
  return until !== null && at >= until;
}
