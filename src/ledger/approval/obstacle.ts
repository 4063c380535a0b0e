import { type Asked, isTooLate } from './asked.ts';
import { shownIn } from './shown.ts';

/** Why an answer is not taken; nothing is written then. */
export type NotAnswered =
  | 'no-question'
  | 'not-a-person'
  | 'answered'
  | 'closed'
  | 'too-late'
  | 'unknown-outcome'
  | 'no-option'
  | 'changed'
  | 'not-approvable'
  | 'same-person'
  | 'refused';

/** An answer that is not taken, and why in a sentence. */
export interface Obstacle {
  readonly reason: NotAnswered;
  readonly message: string;
}

/** An answer before it is taken. */
export interface Answering {
  readonly val: string;
  /** `shownIn` of the question as the person saw it. */
  readonly shown: string;
  readonly person: string;
  /** Milliseconds. */
  readonly at: number;
}

/** What stands against an answer to a question, in the order in which a person is told it; null where nothing does. */
export function obstacleTo(asked: Asked, { val, shown, person, at }: Answering): Obstacle | null {
  const { row, closedBy, settles, options, against, isAct } = asked;
  const not = (reason: NotAnswered, message: string): Obstacle => ({ reason, message });
  if (row.answer !== null) return not('answered', `${row.id} was answered by ${row.answer}.`);
  if (closedBy !== null) return not('closed', `What ${row.id} is about was ended by ${closedBy}.`);
  if (settles !== null) return not('unknown-outcome', `${row.id} is settled with what was seen.`);
  if (isTooLate(asked, at)) return not('too-late', `The time to answer ${row.id} has passed.`);
  const option = options.find((one) => one.val === val);
  const all = options.map((one) => one.val).join(', ');
  if (options.length > 0 && option === undefined) return not('no-option', `${row.id} takes ${all} exactly.`);
  if (shownIn(asked) !== shown)
    return not('changed', `${row.id} shows something else by now: look at it again.`);
  if (option?.meaning !== 'go') return null;
  if (!isApprovable(asked)) return not('not-approvable', against.join(' '));
  return isAct && asked.goes.some((one) => one.person === person)
    ? not('same-person', `${person} has said go already: another person is needed.`)
    : null;
}

/** Whether a person can say go: nothing stands against it, or it lets nothing run. */
export function isApprovable({ isAct, ask, against }: Pick<Asked, 'isAct' | 'ask' | 'against'>): boolean {
  return against.length === 0 || (!isAct && ask !== null);
}
