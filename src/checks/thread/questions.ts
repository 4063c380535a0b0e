import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { at, isOver, type Line, type ThreadState } from './state.ts';

/** Thread: no question is left without an answer (spec 6.5 R43). */
export const rules = {
  'thread/question-overdue': {
    severity: 'error',
    section: '6.5 R43',
    message: ({ id, to, by }: { id: string; to: string; by: string }): string =>
      `${id}: ${to} has answered neither AN nor UN, past by=${by} (a UTC day)`,
    hint: ({ to }: { to: string }): string => `ask ${to} for an AN, or a UN that says why not`,
  },
  'thread/question-dropped': {
    severity: 'info',
    section: '6.5 R43',
    message: ({ id, to, handoff }: { id: string; to: string; handoff: string }): string =>
      `${id}: ${handoff} is over, and ${to} never answered`,
  },
} as const;
rules satisfies Rules;

/** An AQ; it is about a handoff when its re= names the HO or a readback of it. */
export function ask(state: ThreadState, { message, seen, target }: Line): void {
  if (target?.type === 'HO' || target?.type === 'RB') seen.handoff = target.handoff;
  seen.message = message;
  state.questions.add(seen);
}

/** At the end of the thread: questions that are past their day, and those whose handoff is over. */
export function tellQuestions(state: ThreadState): void {
  const report = reporter(rules, state.found);
  const today = state.now.slice(0, 8);
  for (const seen of state.questions) {
    const { message, handoff, id } = seen;
    if (message === null) continue;
    const by = message.slots['by'] as string | undefined;
    const line = { message, seen, target: null };
    if (by !== undefined) {
      if (today > by) report('thread/question-overdue', { id, to: message.to, by }, at(line, 'by'));
    } else if (handoff !== null && isOver(handoff)) {
      report('thread/question-dropped', { id, to: message.to, handoff: handoff.id }, at(line, 'id'));
    }
  }
}
