import type { AnyMessage } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { judgeReadback } from '../readback.ts';
import { tellCrossed } from './cancelling.ts';
import { holdWork } from './relays.ts';
import { takeUp } from './retries.ts';
import { at, type Handoff, type Line, type Standing, type ThreadState } from './state.ts';
import { mend } from './voids.ts';

/** Thread: a readback comes while its handoff is open (spec 6.5 R51). */
export const rules = {
  'thread/late-readback': {
    severity: 'error',
    section: '6.5 R51',
    message: ({ id, handoff, end }: { id: string; handoff: string; end: string }): string =>
      `${id}: reads ${handoff} back after ${end} had ended it`,
    hint: ({ handoff }: { handoff: string }): string =>
      `hand over anew: nothing more is to be done under ${handoff}`,
  },
} as const;
rules satisfies Rules;

/** An RB: its receiver has the handoff from here on, if it passes. */
export function readBack(state: ThreadState, line: Line): void {
  const { message: rb, seen, target } = line;
  const handoff = target?.handoff;
  if (handoff == null) return;
  seen.handoff = handoff;
  seen.standing = isLate(state, line, handoff) ? 'late' : standingOf(rb, handoff);
  if (seen.standing === 'late') return;
  takeUp(state, handoff);
  if (seen.standing === 'void') handoff.voided = seen;
  else take(state, line, handoff);
}

/** R51, or a CX that it crossed. */
function isLate(state: ThreadState, line: Line, handoff: Handoff): boolean {
  if (handoff.end !== null) {
    const data = { id: line.seen.id, handoff: handoff.id, end: handoff.end.id };
    reporter(rules, state.found)('thread/late-readback', data, at(line, 're'));
    return true;
  }
  tellCrossed(state, line, handoff);
  return handoff.cancel !== null;
}

/**
 * Judged as of a moment within its window (R34): lines bear no times, so today's clock would void every readback of an
 * old thread. What passes its window unconfirmed is found as a handoff left open.
 */
function standingOf(rb: AnyMessage, { message: ho }: Handoff): Standing {
  if (ho === null) return 'late';
  const { passes, diagnostics } = judgeReadback({ ho, rb, asOf: null });
  if (!passes) return 'void';
  return diagnostics.some(({ code }) => forItsSender.has(code)) ? 'unchecked' : 'passes';
}

/** What only the sender can compare, with the criteria or the record that it keeps. */
const forItsSender: ReadonlySet<string> = new Set(['comprehension/not-compared', 'execution/resolved']);

function take(state: ThreadState, line: Line, handoff: Handoff): void {
  line.seen.message = line.message;
  mend(state, line, handoff);
  handoff.readbacks ??= new Set();
  handoff.readbacks.add(line.seen);
  if (!handoff.passed && handoff.retriedBy === null) holdWork(state, line, handoff);
  handoff.passed = true;
}
