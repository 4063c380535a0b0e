import { type Asked, isTooLate } from '../../ledger/approval/asked.ts';
import { questionsAt } from '../../ledger/approval/look.ts';
import type { Handle } from '../../ledger/ledger.ts';

/** An open question with the hands of the person who may answer it. */
export interface OpenQuestion {
  readonly handle: Handle;
  readonly asked: Asked;
}

/** What waits for a person. */
export interface OpenQuestions {
  readonly open: readonly OpenQuestion[];
  /** There are more in some conversation, asked later than those. */
  readonly isCut: boolean;
}

const page = 100;
/** How many of one conversation are read: the first that were asked, so that no flood of it costs more, or hides another's. */
const most = 500;

/**
 * The questions that wait for a person, over the conversations of these handles: the nearest deadline first, those without
 * one last, then the oldest. One whose time has passed, or whose handoff has ended, waits no more.
 */
export async function openQuestions(handles: readonly Handle[], now: number): Promise<OpenQuestions> {
  const found: OpenQuestion[] = [];
  let isCut = false;
  for (const handle of handles) {
    const asked = await askedOf(handle, now);
    isCut ||= asked.length > most;
    found.push(...asked.slice(0, most).map((one) => ({ handle, asked: one })));
  }
  return { open: found.sort(byDeadline), isCut };
}

/** Whether a question still waits for its answer at a moment. */
export function isOpen(asked: Asked, now: number): boolean {
  return asked.row.answer === null && asked.closedBy === null && !isTooLate(asked, now);
}

function byDeadline({ asked: a }: OpenQuestion, { asked: b }: OpenQuestion): number {
  const [one, other] = [a, b].map(({ until }) => until ?? Number.MAX_SAFE_INTEGER) as [number, number];
  return one - other || a.row.sequence - b.row.sequence;
}

/** Those that are open, and one more than are shown where there are so many. */
async function askedOf(handle: Handle, now: number): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (let after = 0; ; ) {
    const some = await handle.questions({ to: handle.agents, after, limit: page });
    const asked = await questionsAt(
      handle,
      some.map(({ id }) => id),
    );
    all.push(...asked.filter((one) => isOpen(one, now)));
    after = some.at(-1)?.sequence ?? after;
    if (some.length < page || all.length > most) return all;
  }
}
