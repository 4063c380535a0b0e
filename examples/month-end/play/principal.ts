import { makeAnswer } from 'hearback';
import { composed } from './compose.ts';
import { answerTo, said, slot } from './said.ts';
import type { Stage } from './stage.ts';

/**
 * The principal answers what comes up while the run is paid: whether to go ahead where accounts differ, with one of the
 * question's closed options, and whether to undo what the bank did otherwise.
 */
export async function answerQuestions({ hands, folder }: Stage): Promise<void> {
  const lines = await said(hands.human);
  for (const { message: question } of lines) {
    if (question.type !== 'AQ' || question.to !== 'human' || answerTo(lines, 'AN', question.id)) continue;
    const { val, says } =
      folder.policy.answers[slot(question, 'need') === 'YESNO' ? 'undo' : 'account differs'];
    const id = await hands.human.nextId();
    await hands.human.send(composed(makeAnswer({ to: question, val, id, tail: says })));
  }
}
