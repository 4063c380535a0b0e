import type { Context } from 'hono';
import { answerQuestion } from '../../../ledger/approval/answer.ts';
import { questionAt } from '../../../ledger/approval/look.ts';
import { shownIn } from '../../../ledger/approval/shown.ts';
import type { Env, ServerParts } from '../../env.ts';
import { page } from '../../layout/index.ts';
import { areMet, challengesFor } from '../../questions/challenge.ts';
import { confirmation } from '../../questions/confirm.ts';
import { questionPath } from '../../questions/place.ts';
import { type Surroundings, subjectOf } from '../../questions/subject.ts';
import { against, type Found, foundAt, missing, refusedAnswer } from './found.ts';

/** The second step: the answer is written, once, where everything is still what was shown. */
export async function confirm(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const found = await foundAt(parts, around, c);
  const [session, form] = [c.get('session'), c.get('form')];
  if (found === null || session === null || form === null) return missing(c);
  const { handle, subject } = found;
  const { asked, seen } = subject;
  const val = form.values.get('val') ?? '';
  const obstacle = against(found, { val, seen: form.digest, person: session.person, at: parts.clock() });
  if (obstacle !== null) return refusedAnswer(c, found, obstacle);
  const option = asked.options.find((one) => one.val === val) ?? null;
  const isApproval = option?.meaning === 'go' && asked.isAct;
  if (isApproval && !areMet(challengesFor(subject), form.all('typed'))) {
    const fields = parts.forms.fields(session, c.req.path, seen);
    const body = confirmation(subject, { person: session.person, option, val, form: fields, mistyped: true });
    return page(c, { title: `Confirm ${val}`, body, status: 422 });
  }
  const isWords = asked.aq.slots['need'] === 'TEXT';
  const said = await answerQuestion(handle, {
    question: asked.row.id,
    ...(isWords ? { val: 'tail', tail: val } : { val }),
    ...{ shown: shownIn(asked), seen, policy: around.policy },
    proof: { kind: 'passkey', passkey: session.passkey, since: session.openedAt },
  });
  if (said.outcome === 'not-answered') return refusedAnswer(c, await again(around, found), said);
  return c.redirect(questionPath(asked.conversation, asked.row.id), 303);
}

/** The question as it is now: somebody was faster. */
async function again(around: Surroundings, { handle, subject }: Found): Promise<Found> {
  const asked = (await questionAt(handle, subject.asked.row.id)) ?? subject.asked;
  return { handle, subject: await subjectOf(handle, asked, around) };
}
