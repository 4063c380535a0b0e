import type { AnyMessage } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { shown } from '../../text/shown.ts';
import { checkAnswer } from '../answer.ts';
import { otherThanStated } from '../stated.ts';
import { acknowledge } from './cancelling.ts';
import { at, type Handoff, type Line, type Seen, type ThreadState } from './state.ts';
import { liftByReadback, refuseReadback, weighAnswer } from './stops.ts';
import { confirmVoid } from './voids.ts';

/** Thread: a question, a readback and a cancel get one answer, in time and in the shape that was asked (spec 6.5 R42, R51). */
export const rules = {
  'thread/answered-again': {
    severity: 'error',
    section: '6.5 R42',
    message: ({ id, re, first }: Again): string => `${id}: ${re} was answered already, by ${first}`,
    hint: ({ first }: Again): string => `keep to ${first}; whoever changes it asks or reads back anew`,
  },
  'thread/answer-refused': {
    severity: 'error',
    section: '6.5 R42',
    message: ({ id, fault }: Refused): string => `${id}: ${fault}`,
    hint: (): string => 'answer once more in the shape that the question asks for',
  },
  'thread/late-answer': {
    severity: 'error',
    section: '6.5 R51',
    message: ({ id, re, handoff, said, by }: Late): string =>
      `${id}: answers the readback ${re} with ${shown(said)} after ${by} had ended ${handoff}`,
    hint: ({ handoff }: Late): string =>
      `hand over anew: ${handoff} is over, and nothing is to be done under it`,
  },
} as const;
rules satisfies Rules;

interface Again {
  readonly id: string;
  readonly re: string;
  readonly first: string;
}
interface Refused {
  readonly id: string;
  /** Of check-an. */
  readonly because: string;
  readonly fault: string;
}
interface Late {
  readonly id: string;
  readonly re: string;
  readonly handoff: string;
  readonly said: string;
  readonly by: string;
}

/** An AN to a question, a readback, a cancel or a status. */
export function answer(state: ThreadState, line: Line): void {
  const { message, target } = line;
  if (target === null || isAnsweredAgain(state, line, target)) return;
  if (target.type === 'AQ') return answerQuestion(state, line, target);
  target.answeredBy = line.seen.id;
  if (target.handoff === null) return; // it counted for nothing itself
  if (target.type === 'CX') acknowledge(state, line, target.handoff);
  if (target.type === 'RB')
    answerReadback(state, line, target, target.handoff, message.slots['val'] as string);
}

/** A UN closes a question; to a readback it is a no: the sender cannot take it. */
export function declineAnswer(state: ThreadState, line: Line, target: Seen): void {
  if (isAnsweredAgain(state, line, target)) return;
  target.answeredBy = line.seen.id;
  if (target.type === 'AQ') close(state, target);
  else if (target.handoff !== null)
    refuseReadback(line, target, target.handoff, `UN why=${line.message.slots['why']}`);
}

function isAnsweredAgain(state: ThreadState, line: Line, { id, answeredBy }: Seen): boolean {
  if (answeredBy === null) return false;
  const data = { id: line.seen.id, re: id, first: answeredBy };
  reporter(rules, state.found)('thread/answered-again', data, at(line, 're'));
  return true;
}

/** An answer that check-an refuses answers nothing: the question stays open. */
function answerQuestion(state: ThreadState, line: Line, question: Seen): void {
  const { message: an, seen } = line;
  const aq = question.message;
  if (aq === null) return;
  const errors = checkAnswer({ aq, an }).diagnostics.filter(({ severity }) => severity === 'error');
  for (const { code, message, at: place } of errors) {
    const data = { id: seen.id, because: code, fault: message };
    reporter(rules, state.found)('thread/answer-refused', data, place && { ...place, number: seen.number });
  }
  if (errors.length > 0) return;
  question.answeredBy = seen.id;
  close(state, question);
  if (question.handoff !== null) weighAnswer(line, question, question.handoff, aq.slots['need'] as string);
}

function close(state: ThreadState, question: Seen): void {
  question.message = null;
  state.questions.delete(question);
}

function answerReadback(
  state: ThreadState,
  line: Line,
  readback: Seen,
  handoff: Handoff,
  said: string,
): void {
  const over = handoff.end ?? (said === 'Y' ? handoff.cancel : null);
  if (over !== null) {
    const data = { id: line.seen.id, re: readback.id, handoff: handoff.id, said, by: over.id };
    reporter(rules, state.found)('thread/late-answer', data, at(line, 'val'));
  } else if (said === 'Y') {
    confirm(line, readback, handoff);
  } else if (!handoff.vocabulary.go.has(said)) {
    refuseReadback(line, readback, handoff, said);
  }
}

/** An AN confirms exactly that statement (spec 6.4): another token, or another value of the act, is a no to this one. */
function confirm(line: Line, readback: Seen, handoff: Handoff): void {
  if (readback.standing === 'void') return confirmVoid(line, readback, handoff);
  const rb = readback.message as AnyMessage; // kept, since it passes and its handoff is open
  const other = otherThanStated(line.message, rb);
  if (other !== undefined) return refuseReadback(line, readback, handoff, other);
  readback.confirmation = line.message.slots['x_tok'] === undefined ? 'plain' : 'token';
  liftByReadback(line, readback, handoff);
}
