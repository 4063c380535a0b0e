import type { Context } from 'hono';
import { questionAt } from '../../../ledger/approval/look.ts';
import { type NotAnswered, type Obstacle, obstacleTo } from '../../../ledger/approval/obstacle.ts';
import { shownIn } from '../../../ledger/approval/shown.ts';
import type { Handle } from '../../../ledger/ledger.ts';
import { type Env, handsOn, type ServerParts } from '../../env.ts';
import { notice, page } from '../../layout/index.ts';
import { notTaken, recordedAnswer } from '../../questions/outcome.ts';
import { type Subject, type Surroundings, subjectOf } from '../../questions/subject.ts';

/** A question of the path, with the hands of the person who asks for it. */
export interface Found {
  readonly handle: Handle;
  readonly subject: Subject;
}

/** The question that a path names; null where there is none for this person. */
export async function foundAt(
  parts: ServerParts,
  around: Surroundings,
  c: Context<Env>,
): Promise<Found | null> {
  const handle = await handsOn(parts, c, c.req.param('conversation') ?? '');
  const asked = handle === null ? null : await questionAt(handle, c.req.param('id') ?? '');
  if (handle === null || asked === null || !handle.agents.includes(asked.row.to)) return null;
  return { handle, subject: await subjectOf(handle, asked, around) };
}

/** What stands against an answer to what was shown, before anything is written; the ledger looks again when it is. */
export function against(
  { subject: { asked, seen } }: Found,
  answering: { readonly val: string; readonly seen: string; readonly person: string; readonly at: number },
): Obstacle | null {
  const found = obstacleTo(asked, { ...answering, shown: shownIn(asked) });
  if (found !== null || seen === answering.seen) return found;
  return { reason: 'changed', message: `${asked.row.id} shows something else by now: look at it again.` };
}

export function missing(c: Context<Env>): Response | Promise<Response> {
  const body = notice('warn', 'There is no such question for you');
  return page(c, { title: 'Not found', body, status: 404 });
}

/** Says why an answer was not taken, with the answer that is recorded; 409, and nothing was written. */
export async function refusedAnswer(
  c: Context<Env>,
  { handle, subject }: Found,
  { reason, message }: Obstacle,
): Promise<Response> {
  const recorded = await recordedAnswer(handle, subject.asked);
  const body = notTaken(reason, message, recorded, subject.asked);
  return page(c, { title: 'Nothing was recorded', body, status: statuses[reason] ?? 409 });
}

const statuses: { readonly [R in NotAnswered]?: 403 | 404 | 422 } = {
  'no-question': 404,
  'not-a-person': 403,
  'no-option': 422,
  refused: 422,
};
