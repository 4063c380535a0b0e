import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { at, type Handoff, type Line, type Seen, type ThreadState } from './state.ts';

/** Thread: nothing rests on a void readback (spec 6.5 R50). */
export const rules = {
  'thread/void-readback': {
    severity: 'error',
    section: '6.5 R50',
    message: ({ id, readback, handoff, use }: Void): string =>
      `${id}: ${use} ${readback}, a void readback of ${handoff}`,
    hint: ({ readback }: Void): string =>
      `send the handoff again with re=${readback}, and confirm what passes`,
  },
  'thread/void-mended': {
    severity: 'info',
    section: '6.5 R50',
    message: ({ readback, handoff }: Omit<Void, 'id' | 'use'>): string =>
      `${handoff}: its readback ${readback} was void, and a later one passes`,
  },
} as const;
rules satisfies Rules;

interface Void {
  readonly id: string;
  readonly readback: string;
  readonly handoff: string;
  readonly use: 'confirms' | 'ran upon';
}

/** The sender answered a void readback Y: a problem once it is clear that no passing one follows. */
export function confirmVoid(line: Line, readback: Seen, handoff: Handoff): void {
  handoff.confirmedVoid = { readback: readback.id, answer: line.seen.id, at: at(line, 're') };
}

/** A passing readback mends what was void before it, on its own handoff and on the one that this one re-issues. */
export function mend(state: ThreadState, line: Line, handoff: Handoff): void {
  handoff.mended = handoff.voided ?? handoff.mended;
  handoff.voided = null;
  mendConfirmed(state, line, handoff);
  if (handoff.isReissue && handoff.retryOf !== null) mendConfirmed(state, line, handoff.retryOf);
}

function mendConfirmed(state: ThreadState, line: Line, handoff: Handoff): void {
  if (handoff.confirmedVoid === null) return;
  const { readback } = handoff.confirmedVoid;
  handoff.confirmedVoid = null;
  if (handoff.mended?.id === readback) handoff.mended = null; // told here, not again when it has run
  reporter(rules, state.found)('thread/void-mended', { readback, handoff: handoff.id }, at(line, 'id'));
}

/** At the end of a handoff, and of the thread: a confirmed void readback that nothing has mended. */
export function tellConfirmedVoid(state: ThreadState, handoff: Handoff): void {
  if (handoff.confirmedVoid === null) return;
  const { readback, answer, at } = handoff.confirmedVoid;
  const data = { id: answer, readback, handoff: handoff.id, use: 'confirms' as const };
  reporter(rules, state.found)('thread/void-readback', data, at);
}

/** A DN that ran after a void readback of its handoff; whether it is the last word of the receiver. */
export function tellRanUponVoid(
  state: ThreadState,
  line: Line,
  { id: handoff, voided, mended }: Handoff,
): void {
  const report = reporter(rules, state.found);
  if (voided !== null) {
    const data = { id: line.seen.id, readback: voided.id, handoff, use: 'ran upon' as const };
    report('thread/void-readback', data, at(line, 're'));
  } else if (mended !== null) {
    report('thread/void-mended', { readback: mended.id, handoff }, at(line, 're'));
  }
}
