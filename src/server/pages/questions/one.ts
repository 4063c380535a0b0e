import type { Context } from 'hono';
import { isTooLate } from '../../../ledger/approval/asked.ts';
import type { Env, ServerParts } from '../../env.ts';
import { html, nothing, notice, page, shownText, when } from '../../layout/index.ts';
import { questionCard } from '../../questions/card.ts';
import { isOpen } from '../../questions/list.ts';
import { answerCard, recordedAnswer } from '../../questions/outcome.ts';
import { pathOf, questionPath, requestPath } from '../../questions/place.ts';
import type { Subject, Surroundings } from '../../questions/subject.ts';
import { foundAt, missing } from './found.ts';

/** One question: open, with its answers; or what became of it. */
export async function one(parts: ServerParts, around: Surroundings, c: Context<Env>): Promise<Response> {
  const found = await foundAt(parts, around, c);
  const session = c.get('session');
  if (found === null || session === null) return missing(c);
  const { handle, subject } = found;
  const { asked, seen } = subject;
  const recorded = await recordedAnswer(handle, asked);
  const isAnswerable = isOpen(asked, parts.clock()) && asked.settles === null;
  const path = requestPath(questionPath(asked.conversation, asked.row.id, 'answer'));
  const form = isAnswerable ? parts.forms.fields(session, path, seen) : null;
  const body = html`${recorded === null ? nothing : answerCard(recorded)}
${recorded === null ? over(subject, parts.clock()) : nothing}
${questionCard(subject, { form, alone: true })}
<p><a href="/">All questions</a> · <a href="${pathOf('threads', asked.conversation)}">The thread</a></p>`;
  return page(c, { title: `Question ${asked.row.id}`, body, live: isAnswerable });
}

/** Why nobody has to answer any more, or where it is answered. */
function over({ asked }: Subject, now: number) {
  const { settles, closedBy, until, conversation } = asked;
  if (settles !== null)
    return notice(
      'unknown',
      'An outcome that nobody knows',
      html`<p>It is settled with what was seen: <a href="${pathOf('unknown', conversation, settles)}">look it up and say what you found</a>.</p>`,
    );
  if (closedBy !== null)
    return notice(
      'quiet',
      'This question is over',
      html`<p>What it is about was ended by ${shownText(closedBy)}. Nothing of it runs.</p>`,
    );
  if (!isTooLate(asked, now) || until === null) return nothing;
  return notice(
    'warn',
    'It is too late to answer',
    html`<p>The time to answer ended at ${when(until)}. Nothing of it runs by this question.</p>`,
  );
}
