import type { Context } from 'hono';
import { questionAt } from '../../../ledger/approval/look.ts';
import type { Handle } from '../../../ledger/ledger.ts';
import { lineIn, linesDigest, type RunLine, totalIn, whyAlone } from '../../approvals/run.ts';
import { type Env, handsOn, type ServerParts } from '../../env.ts';
import { notice, page } from '../../layout/index.ts';
import { openQuestions } from '../../questions/list.ts';
import { type Subject, type Surroundings, subjectOf } from '../../questions/subject.ts';
import type { Submitted } from '../../security/forms.ts';

/** A line of a run that was chosen, with the question as it is now; null where it is there no more. */
export interface Chosen {
  readonly line: RunLine;
  readonly subject: Subject | null;
}

/** More lines than these are no list that a person reads. */
const most = 200;

/** The acts of one ask that wait for a person in a conversation: those that can be approved, and those that cannot. `isCut`: there are more. */
export async function runAt(
  parts: ServerParts,
  around: Surroundings,
  handle: Handle,
  ask: string,
): Promise<{ readonly subjects: readonly Subject[]; readonly isCut: boolean }> {
  const { open, isCut } = await openQuestions([handle], parts.clock());
  const own = open.filter(({ asked }) => asked.ask === ask && asked.isAct);
  const subjects = await Promise.all(own.slice(0, most).map(({ asked }) => subjectOf(handle, asked, around)));
  return { subjects, isCut: isCut || own.length > most };
}

/** Whether a subject can be approved on a list. */
export function isOnList(subject: Subject): boolean {
  return whyAlone(subject) === null;
}

/**
 * The lines that a form chose. Null where the form was made with other lines: nobody approves what was not shown with its
 * total.
 */
export async function chosenIn(
  handle: Handle,
  around: Surroundings,
  form: Submitted,
  bound: string,
): Promise<readonly Chosen[] | null> {
  const lines = form.all(bound).map(lineIn);
  const isBound = lines.every((line) => line !== null) && digestIn(form, lines) === form.digest;
  if (!isBound) return null;
  const shown = new Set(form.all(bound));
  const picked = [...new Set(form.all('line'))].filter((field) => shown.has(field)).map(lineIn) as RunLine[]; // seen above
  return Promise.all(
    picked.map(async (line) => {
      const asked = await questionAt(handle, line.question);
      return { line, subject: asked === null ? null : await subjectOf(handle, asked, around) };
    }),
  );
}

function digestIn(form: Submitted, lines: readonly RunLine[]): string {
  return linesDigest(lines, form.all('total').map(totalIn));
}

/** The hands of the person on the conversation of the path. */
export function handleAt(parts: ServerParts, c: Context<Env>): Promise<Handle | null> {
  return handsOn(parts, c, c.req.param('conversation') ?? '');
}

export function missing(c: Context<Env>): Response | Promise<Response> {
  return page(c, { title: 'Not found', body: notice('warn', 'There is no such run for you'), status: 404 });
}
