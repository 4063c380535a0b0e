import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { isExpired } from '../now.ts';
import { leaveWork } from './relays.ts';
import { settle } from './settling.ts';
import { at, type Handoff, type Line, type ThreadState } from './state.ts';

/** Thread: a handoff is cancelled once, and its receiver says that nothing will run (spec 6.5). */
export const rules = {
  'thread/cancelled-again': {
    severity: 'error',
    section: '6.5',
    message: ({ id, handoff, first }: Cancelled & { first: string }): string =>
      `${handoff}: closed 2 times by a CX, ${first} and again ${id}`,
    hint: ({ first }: { first: string }): string => `wait for the answer to ${first}`,
  },
  'thread/cancel-of-closed': {
    severity: 'info',
    section: '6.5',
    message: ({ id, handoff, end }: Cancelled & { end: string }): string =>
      `${id}: finds ${handoff} closed by ${end}, which is its answer`,
  },
  'thread/crossed-cancel': {
    severity: 'info',
    section: '6.5',
    message: ({ id, type, handoff, cancel }: Crossed): string =>
      `${id}: ${type} of ${handoff} after CX ${cancel}; they crossed`,
  },
  'thread/cancel-declined': {
    severity: 'info',
    section: '6.5',
    message: ({ id, cancel }: { id: string; cancel: string }): string =>
      `${id}: a UN of the CX ${cancel}; it acknowledges nothing`,
  },
  'thread/false-acknowledgement': {
    severity: 'error',
    section: '6.5',
    message: ({ id, handoff, cancel, end }: Cancelled & { cancel: string; end: string }): string =>
      `${id}: acknowledges the CX ${cancel} as if nothing had run, and ${end} says that ${handoff} ran`,
    hint: ({ end }: { end: string }): string =>
      `find out what happened; reverse it by HO ask=UNDO ctx=${end}`,
  },
  'thread/cancel-pending': {
    severity: 'info',
    section: '6.5',
    message: ({ handoff, cancel, to }: Pending): string =>
      `${handoff}: its CX ${cancel} is not yet acknowledged by ${to}`,
  },
  'thread/cancel-unanswered': {
    severity: 'error',
    section: '6.5',
    message: ({ handoff, cancel, to, past }: Pending & { past: string }): string =>
      `${handoff}: its CX ${cancel} is not yet acknowledged by ${to}, past ${past}`,
    hint: ({ to, cancel }: Pending): string =>
      `find out from ${to} whether it ran, and have ${cancel} answered: AN val=Y, or the DN`,
  },
  'thread/cancel-expired': {
    severity: 'info',
    section: '6.5',
    message: ({ handoff, cancel }: Pending): string =>
      `${handoff}: closed by CX ${cancel} after its window; that needs no acknowledgement`,
  },
} as const;
rules satisfies Rules;

interface Cancelled {
  readonly id: string;
  readonly handoff: string;
}
interface Crossed extends Cancelled {
  readonly type: string;
  readonly cancel: string;
}
interface Pending {
  readonly handoff: string;
  readonly cancel: string;
  readonly to: string;
}

/** A CX from the sender to the receiver. */
export function cancel(state: ThreadState, line: Line): void {
  const { message, seen, target } = line;
  const handoff = target?.handoff;
  if (handoff == null) return;
  const report = reporter(rules, state.found);
  const data = { id: seen.id, handoff: handoff.id };
  seen.handoff = handoff;
  if (handoff.cancel !== null) {
    return report('thread/cancelled-again', { ...data, first: handoff.cancel.id }, at(line, 're'));
  }
  handoff.cancel = seen;
  if (handoff.end !== null) {
    return report('thread/cancel-of-closed', { ...data, end: handoff.end.id }, at(line, 're'));
  }
  seen.message = message;
  leaveWork(state, handoff);
}

/** An AN to a CX; anything but Y acknowledges nothing. */
export function acknowledge(state: ThreadState, line: Line, handoff: Handoff): void {
  if (line.message.slots['val'] !== 'Y') return;
  if (handoff.ran && handoff.end !== null) {
    const data = {
      id: line.seen.id,
      handoff: handoff.id,
      cancel: line.message.re as string,
      end: handoff.end.id,
    };
    return reporter(rules, state.found)('thread/false-acknowledgement', data, at(line, 'val'));
  }
  settle(state, handoff);
}

/** A line about a handoff that its sender has taken back, on its way before it knew. */
export function tellCrossed(state: ThreadState, line: Line, { id: handoff, cancel }: Handoff): void {
  if (cancel === null) return;
  const data = { id: line.seen.id, type: line.message.type, handoff, cancel: cancel.id };
  reporter(rules, state.found)('thread/crossed-cancel', data, at(line, 're'));
}

/** A UN of the CX itself. */
export function declineCancel(state: ThreadState, line: Line): void {
  const data = { id: line.seen.id, cancel: line.message.re as string };
  reporter(rules, state.found)('thread/cancel-declined', data, at(line, 're'));
}

/** At the end of the thread: a CX that nobody has acknowledged, and `past` what moment that is. */
export function tellPending(state: ThreadState, handoff: Handoff, past: string | null): void {
  const { cancel: seen, message: ho, id, to } = handoff;
  const message = seen?.message;
  if (seen === null || message == null || ho === null) return;
  const report = reporter(rules, state.found);
  const data = { handoff: id, cancel: seen.id, to };
  const place = at({ message, seen, target: null }, 'id');
  const exp = ho.slots['exp'] as string | undefined;
  // Lines bear no times: a sender that writes EXPIRED, once exp has come, is taken to have written it after exp.
  if (message.slots['why'] === 'EXPIRED' && exp !== undefined && isExpired(state.now, exp)) {
    report('thread/cancel-expired', data, place);
  } else if (past === null) report('thread/cancel-pending', data, place);
  else report('thread/cancel-unanswered', { ...data, past }, place);
}
