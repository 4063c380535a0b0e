import { checkAnswer } from '../../checks/index.ts';
import { otherThanStated } from '../../checks/stated.ts';
import { parse } from '../../codec/index.ts';
import { vocabularyOf } from '../../codec/message.ts';
import type { Fact } from '../fact.ts';
import { keptBeside } from '../kept.ts';
import { type Handoff, isClosed, isHot, type MessageRow, type Statement } from '../state.ts';
import {
  expiredDetail,
  firstProblem,
  goesBack,
  type Hearing,
  isExpiredAt,
  messageOf,
  messageOfHandoff,
  type NotTaken,
  type Ruling,
  refuses,
  refusesAnswered,
  refusesClosed,
  refusesDirection,
  settingsFor,
  statementsOf,
  stopsOn,
  takes,
} from './hearing.ts';
import { readBack } from './readback.ts';

/** An AN: to a question, to a readback (with the token of its statement it confirms), to a CX, or to an ST. */
export function judgeAnswer(h: Hearing): Ruling {
  const { message: an, answered } = h;
  if (answered === null) return refuses('unknown-re', `an AN names what it answers in re=`);
  const judge = byType[answered.type];
  if (judge === undefined) return refuses('unknown-re', `${answered.id} is no AQ, RB, CX or ST`);
  if (!goesBack(an, answered)) return refusesDirection(an, answered);
  return refusesAnswered(h, answered) ?? judge(h, answered);
}

const byType: Readonly<Record<string, (h: Hearing, answered: MessageRow) => Ruling>> = {
  AQ: answerQuestion,
  RB: answerReadback,
  CX: answerCancel,
  ST: (h) => takes(h, []),
};

/** What may still run is not acknowledged by hand: the act tool answers with what comes of it (act.md 4). */
function answerCancel(h: Hearing, cancel: MessageRow): Ruling {
  const { handoff } = h;
  return handoff?.state === 'CANCELLING'
    ? refuses('running', `${handoff.id} may still be done`)
    : takes(h, [answer(h, cancel)]);
}

function answer({ message }: Hearing, { id }: MessageRow): Fact {
  return { fact: 'answered', message: id, answer: message.id };
}

/** 6.4, and R46: a code that stops holds the handoff until the same agent gives one that means go. */
function answerQuestion(h: Hearing, question: MessageRow): Ruling {
  const { message: an, handoff, settings, rows } = h;
  for (const statement of rows.statements.values()) {
    const { question: id } = statement;
    if (id === question.id && isHot(statement))
      return refuses('guarded', `${id} is settled through the act tool, with what was seen`);
  }
  if (handoff?.guarded === true && question.principal === h.by.principal && !settings.selfConfirm)
    return refuses('self-confirmed', `${question.id} was asked by the same principal`);
  const aq = parse(question.line, settings).message;
  if (aq === null) return refuses('profile-changed', `ask ${question.id} again`);
  const check = checkAnswer({ aq, an });
  if (!check.passes) {
    return refuses('answer-fails', firstProblem(check.diagnostics), { diagnostics: check.diagnostics });
  }
  const facts = [answer(h, question)];
  if (handoff !== null) facts.push(...held(h, handoff));
  const diagnostics = [...h.parsed.diagnostics, ...check.diagnostics];
  return takes(h, facts, { verdict: { passes: true, diagnostics } });
}

/** What a code means is for the handoff's profile to say: an AN need not name it (R22), and a HOLD holds all the same. */
function held({ message: an, rows, settings }: Hearing, handoff: Handoff): readonly Fact[] {
  const ho = messageOfHandoff(rows, handoff, settingsFor(handoff, settings));
  const vocabularies = [an, ...(ho === null ? [] : [ho])].map(vocabularyOf);
  const val = an.slots['val'] as string;
  const fact = { handoff: handoff.id, agent: an.from };
  if (vocabularies.some(({ stop }) => stop.has(val))) return [{ fact: 'stopped', ...fact }];
  return vocabularies.some(({ go }) => go.has(val)) ? [{ fact: 'lifted', ...fact }] : [];
}

/** A UN of a readback says no to it, as any answer but Y does (act.md 3). */
export function declineReadback(h: Hearing, rb: MessageRow): Ruling {
  return refusesAnswered(h, rb) ?? answerReadback(h, rb);
}

/** act.md 3: AN val=Y with the token confirms; any other answer discards the statement. */
function answerReadback(h: Hearing, rb: MessageRow): Ruling {
  const { message: an, handoff, by, rows } = h;
  if (handoff === null) return refuses('unknown-re', `${rb.id} reads nothing back`);
  if (by.principal !== handoff.principal)
    return refuses('principal-differs', `${handoff.id} was sent by another`);
  if (isClosed(handoff)) return refusesClosed(h, handoff);
  if (handoff.state === 'CANCELLING')
    return refuses('running', `${handoff.id} is being cancelled by ${handoff.cancel}`);
  const statement = statementsOf(rows, handoff.id).find(({ readback }) => readback === rb.id);
  if (statement === undefined) return answerPlainReadback(h, handoff, rb);
  if (statement.state !== 'PREPARED') {
    return refuses('no-statement', `the statement of ${rb.id} is ${statement.state}`);
  }
  if (an.slots['val'] !== 'Y') {
    return takes(h, [answer(h, rb), { fact: 'abandoned', token: statement.token, why: 'answer', by: an.id }]);
  }
  return (
    objection(h, handoff, statement, rb) ??
    takes(h, [
      answer(h, rb),
      { fact: 'confirmed', token: statement.token, answer: an.id, principal: by.principal },
    ])
  );
}

/** What stands against confirming: each of them is asked again by `commit`, where it can change. */
function objection(h: Hearing, handoff: Handoff, statement: Statement, rb: MessageRow): NotTaken | null {
  const { message: an, by, settings, at, now, rows, slice } = h;
  const { token } = statement;
  if (an.slots['x_tok'] !== token) return refuses('unknown-token', `${rb.id} carries another token`);
  if (isExpiredAt(statement.exp, at)) {
    const detail = `${expiredDetail('the statement', statement.exp as number, at)}: prepare again`;
    return refuses('expired', detail, { facts: [{ fact: 'expired', token }] });
  }
  if (by.principal === statement.principal && !settings.selfConfirm)
    return refuses('self-confirmed', by.principal);
  const stops = stopsOn(rows, handoff);
  if (stops.length > 0) return refuses('stopped', `by ${stops.join(', ')}`);
  const ho = messageOfHandoff(rows, handoff, settings);
  const read = messageOf(rb, handoff, settings);
  if (ho === null || read === null) return refuses('profile-changed', `send ${handoff.id} again`);
  const other = otherThanStated(an, read);
  if (other !== undefined) return refuses('answer-fails', `it says ${other}, and ${rb.id} does not`);
  const { standing, full } = readBack({ ho, rb: read, kept: keptBeside(slice, handoff.id), now });
  if (standing !== 'fails') return null;
  return refuses('readback-fails', rb.id, {
    diagnostics: full,
    facts: [
      { fact: 'abandoned', token, why: 'mismatch', by: null },
      { fact: 'rejected', handoff: handoff.id, answer: an.id },
    ],
  });
}

/** The readback of work that no statement guards: the sender's own verdict, where the ledger had none (act.md 9). */
function answerPlainReadback(h: Hearing, handoff: Handoff, rb: MessageRow): Ruling {
  const { message: an } = h;
  if (an.slots['x_tok'] !== undefined)
    return refuses('unknown-token', `${rb.id} carries no token of this ledger`);
  if (handoff.readback?.id !== rb.id)
    return refuses('no-statement', `${rb.id} is not the last readback of ${handoff.id}`);
  if (an.slots['val'] !== 'Y') {
    return takes(h, [answer(h, rb), { fact: 'rejected', handoff: handoff.id, answer: an.id }]);
  }
  if (handoff.readback.standing === 'fails') return refuses('readback-fails', rb.id);
  return takes(h, [answer(h, rb), { fact: 'accepted', handoff: handoff.id, answer: an.id }]);
}
