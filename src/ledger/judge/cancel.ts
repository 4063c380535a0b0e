import type { AnyMessage } from '../../codec/message.ts';
import { makeAnswer } from '../../compose/index.ts';
import type { Fact } from '../fact.ts';
import { composed, type Scribe } from '../scribe.ts';
import { type Handoff, isClosed, isHot, isLive } from '../state.ts';
import { type Hearing, type Ruling, refuses, refusesClosed, statementsOf, takes } from './hearing.ts';

/** A CX: discards what has not been claimed and closes; what is running may still be done, and is not acknowledged. */
export function judgeCancel(h: Hearing): Ruling {
  const { message: cx, answered, handoff, by, rows } = h;
  if (answered === null || handoff === null || answered.type !== 'HO')
    return refuses('unknown-re', `${cx.re} is no HO`);
  if (cx.from !== answered.from || cx.to !== answered.to || cx.item !== handoff.item) {
    return refuses(
      'direction',
      `a CX of ${handoff.id} goes from ${answered.from} to ${answered.to} about ${handoff.item}`,
    );
  }
  if (by.principal !== handoff.principal)
    return refuses('principal-differs', `${handoff.id} was sent by another`);
  if (isClosed(handoff)) return refusesClosed(h, handoff);
  if (handoff.state === 'CANCELLING')
    return refuses('running', `${handoff.id} is being cancelled by ${handoff.cancel}`);
  const live = statementsOf(rows, handoff.id).filter(isLive);
  if (live.some(isHot)) return takes(h, [{ fact: 'cancelling', handoff: handoff.id, cancel: cx.id }]);
  return takes(
    h,
    cancelFacts(handoff, cx.id, live),
    handoff.guarded ? { andWrites: (scribe) => acknowledge(scribe, cx) } : {},
  );
}

/** Nothing of the handoff can run any more, and it is closed. */
export function cancelFacts(
  handoff: Handoff,
  cancel: string,
  live: Iterable<{ readonly token: string }>,
): readonly Fact[] {
  const facts: Fact[] = [];
  for (const { token } of live) facts.push({ fact: 'abandoned', token, why: 'cancel', by: cancel });
  facts.push({ fact: 'closed', handoff: handoff.id, closer: 'CX', message: cancel, mismatch: false });
  return facts;
}

/** AN val=Y to a CX in its receiver's name: the act tool is ours, so the ledger knows that nothing will run. */
export function acknowledge(
  scribe: Scribe,
  cx: AnyMessage,
  more: (an: AnyMessage) => readonly Fact[] = () => [],
): AnyMessage {
  const an = composed(makeAnswer({ to: cx, val: 'Y', id: scribe.nextId(cx.to) }));
  const facts: readonly Fact[] = [{ fact: 'answered', message: cx.id, answer: an.id }, ...more(an)];
  scribe.write({ message: an, facts, verdict: null, delegate: true });
  return an;
}
