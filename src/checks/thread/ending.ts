import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { isExpired } from '../now.ts';
import { tellPending } from './cancelling.ts';
import { tellUnreadable } from './identity.ts';
import { tellQuestions } from './questions.ts';
import { supersededBy, tellSuperseded } from './retries.ts';
import { at, type Handoff, type ThreadState } from './state.ts';
import { tellConfirmedVoid } from './voids.ts';

/** Thread: every handoff ends (spec 6.5). */
export const rules = {
  'thread/orphaned': {
    severity: 'error',
    section: '6.5',
    message: ({ handoff, past, standing }: Open & { past: string }): string =>
      `${handoff}: orphaned, open past ${past}; ${standing}`,
    hint: ({ from, to }: Open): string => `let ${to} report DN, UN or FL, or ${from} cancel it with a CX`,
  },
  'thread/open': {
    severity: 'info',
    section: '6.5',
    message: ({ handoff, standing }: Open): string => `${handoff}: open; ${standing}`,
  },
} as const;
rules satisfies Rules;

interface Open {
  readonly handoff: string;
  readonly from: string;
  readonly to: string;
  readonly standing: string;
}

/** Everything that only the end of the thread shows. */
export function tellEnd(state: ThreadState): void {
  tellUnreadable(state);
  tellQuestions(state);
  for (const handoff of state.handoffs) {
    if (handoff.message === null) continue; // settled
    tellConfirmedVoid(state, handoff);
    if (handoff.cancel !== null) tellPending(state, handoff, pastOf(state.now, handoff));
    else tellOpen(state, handoff);
  }
}

function tellOpen(state: ThreadState, handoff: Handoff): void {
  const { message, seen, id, from, to } = handoff;
  if (message === null) return;
  const line = { message, seen, target: null };
  const by = supersededBy(handoff);
  if (by !== null) return tellSuperseded(state, line, by);
  const report = reporter(rules, state.found);
  const data = { handoff: id, from, to, standing: standingOf(handoff) };
  const past = pastOf(state.now, handoff);
  if (past === null) return report('thread/open', data, at(line, 'id'));
  report('thread/orphaned', { ...data, past }, at(line, past.startsWith('exp=') ? 'exp' : 'due'));
}

/** Which of its times has passed, as the handoff says it; null while it is in time. */
function pastOf(now: string, { message }: Handoff): string | null {
  const exp = message?.slots['exp'] as string | undefined;
  if (exp !== undefined && isExpired(now, exp)) return `exp=${exp}`;
  const due = message?.slots['due'] as string | undefined;
  return due !== undefined && now.slice(0, 8) > due ? `due=${due} (a UTC day)` : null;
}

function standingOf({ passed, voided, from, to }: Handoff): string {
  if (passed) return `${to} has read it back`;
  return voided === null ? `${to} has not read it back` : `${from} has it, the readback ${voided.id} is void`;
}
