import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { declineAnswer } from './answers.ts';
import { declineCancel, tellCrossed } from './cancelling.ts';
import { tellAnswered } from './identity.ts';
import { takeUp, tellDuplicate, tellRanTwice } from './retries.ts';
import { tellRun } from './running.ts';
import { settle } from './settling.ts';
import { at, type Handoff, type Line, type ThreadState } from './state.ts';

/** Thread: a handoff ends once, and nothing runs once it is cancelled (spec 6.5). */
export const rules = {
  'thread/closed-again': {
    severity: 'error',
    section: '6.5',
    message: ({ id, handoff, times, first }: Closed & { times: number; first: string }): string =>
      `${handoff}: closed ${times} times, by ${first} and again by ${id}`,
    hint: (): string => 'find out which report is true; reverse a second act by HO ask=UNDO',
  },
  'thread/ran-after-cancel': {
    severity: 'error',
    section: '6.5',
    message: ({ id, handoff, cancel }: Closed & { cancel: string }): string =>
      `${id}: reports ${handoff} done after CX ${cancel} cancelled it`,
    hint: ({ id }: Closed): string =>
      `reverse it by HO ask=UNDO ctx=${id}; out=NOOP is the answer to a CX in time`,
  },
} as const;
rules satisfies Rules;

interface Closed {
  readonly id: string;
  readonly handoff: string;
}

/** A DN: it ran unless out=NOOP. */
export function done(state: ThreadState, line: Line): void {
  const handoff = line.target?.handoff;
  if (handoff == null) return;
  const ran = line.message.slots['out'] !== 'NOOP';
  if (ran) {
    tellRanAfterCancel(state, line, handoff);
    tellRanTwice(state, line, handoff);
  }
  tellRun(state, line, handoff, ran);
  handoff.ran ||= ran;
  takeUp(state, handoff);
  end(state, line, handoff);
}

/** A CX that found the handoff closed has cancelled nothing. */
function tellRanAfterCancel(state: ThreadState, line: Line, { id: handoff, cancel, end }: Handoff): void {
  if (cancel === null || (end !== null && end.order < cancel.order)) return;
  const data = { id: line.seen.id, handoff, cancel: cancel.id };
  reporter(rules, state.found)('thread/ran-after-cancel', data, at(line, 'out'));
}

/** An FL. */
export function failed(state: ThreadState, line: Line): void {
  const handoff = line.target?.handoff;
  if (handoff == null) return;
  takeUp(state, handoff);
  end(state, line, handoff);
}

/** A UN of a handoff ends it; of a question, a readback, a CX or a line that cannot be read it answers that line. */
export function declined(state: ThreadState, line: Line): void {
  const { message, target } = line;
  const why = message.slots['why'];
  if (target === null) return;
  if (target.type === null) {
    if (why === 'UNK' || why === 'VER') tellAnswered(state, target.id, line.seen.id); // R40
  } else if (target.type === 'AQ' || target.type === 'RB') declineAnswer(state, line, target);
  else if (target.type === 'CX') declineCancel(state, line);
  else if (target.type === 'HO' && target.handoff !== null) {
    const { handoff } = target;
    if (why === 'DUP' && handoff.retryOf !== null) tellDuplicate(state, line, handoff, handoff.retryOf);
    else takeUp(state, handoff);
    end(state, line, handoff);
  }
}

function end(state: ThreadState, line: Line, handoff: Handoff): void {
  handoff.ends += 1;
  if (handoff.end !== null) {
    const data = { id: line.seen.id, handoff: handoff.id, times: handoff.ends, first: handoff.end.id };
    reporter(rules, state.found)('thread/closed-again', data, at(line, 're'));
  } else if (line.message.type !== 'DN') tellCrossed(state, line, handoff);
  handoff.end ??= line.seen;
  settle(state, handoff);
}
