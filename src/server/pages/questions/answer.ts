import type { Context } from 'hono';
import type { Env, ServerParts } from '../../env.ts';
import { page } from '../../layout/index.ts';
import { confirmation } from '../../questions/confirm.ts';
import { questionPath, requestPath } from '../../questions/place.ts';
import type { Surroundings } from '../../questions/subject.ts';
import { against, foundAt, missing, refusedAnswer } from './found.ts';

/** The first step: an answer was chosen. It is named with its act and its values, and asked for once more; nothing is written. */
export async function answer(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const found = await foundAt(parts, around, c);
  const [session, form] = [c.get('session'), c.get('form')];
  if (found === null || session === null || form === null) return missing(c);
  const { subject } = found;
  const val = form.values.get('val') ?? '';
  const obstacle = against(found, { val, seen: form.digest, person: session.person, at: parts.clock() });
  if (obstacle !== null) return refusedAnswer(c, found, obstacle);
  const { asked, seen } = subject;
  const path = requestPath(questionPath(asked.conversation, asked.row.id, 'confirm'));
  const option = asked.options.find((one) => one.val === val) ?? null;
  const fields = parts.forms.fields(session, path, seen);
  const body = confirmation(subject, { person: session.person, option, val, form: fields });
  return page(c, { title: `Confirm ${option?.val ?? 'your answer'}`, body });
}
