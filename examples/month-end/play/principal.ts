import { makeAnswer } from 'hearback';
import { composed } from './compose.ts';
import { answerTo, said, slot } from './said.ts';
import type { Stage } from './stage.ts';

/**
 * Whether the principal, who is not there to answer, is asked about an item, or about any: nothing goes on with it before
 * the answer.
 */
export async function waitsForPrincipal({ hands, isAway }: Stage, item?: string): Promise<boolean> {
  if (!isAway) return false;
  const lines = await said(hands.human);
  return lines.some(
    ({ message: { type, to, id, item: about } }) =>
      type === 'AQ' && to === 'human' && (item ?? about) === about && !answerTo(lines, 'AN', id),
  );
}

/**
 * The principal answers what comes up while the run is paid: whether to go ahead where accounts differ, with one of the
 * question's closed options, and whether to undo what the bank did otherwise.
 */
export async function answerQuestions({ hands, folder, isAway }: Stage): Promise<void> {
  if (isAway) return;
  const lines = await said(hands.human);
  for (const { message: question } of lines) {
    if (question.type !== 'AQ' || question.to !== 'human' || answerTo(lines, 'AN', question.id)) continue;
    const { val, says } =
      folder.policy.answers[slot(question, 'need') === 'YESNO' ? 'undo' : 'account differs'];
    const id = await hands.human.nextId();
    await hands.human.send(composed(makeAnswer({ to: question, val, id, tail: says })));
  }
}
