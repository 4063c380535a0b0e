import { type Asked, isTooLate } from '../../ledger/approval/asked.ts';
import { questionsAt } from '../../ledger/approval/look.ts';
import type { Handle } from '../../ledger/ledger.ts';

/** An open question with the hands of the person who may answer it. */
export interface OpenQuestion {
  readonly handle: Handle;
  readonly asked: Asked;
}

const page = 100;

/**
 * Every question that waits for a person, over the conversations of these handles: the nearest deadline first, those
 * without one last, then the oldest. One whose time has passed, or whose handoff has ended, waits no more.
 */
export async function openQuestions(
  handles: readonly Handle[],
  now: number,
): Promise<readonly OpenQuestion[]> {
  const found: OpenQuestion[] = [];
  for (const handle of handles) {
    const asked = await askedOf(handle);
    found.push(...asked.filter((one) => isOpen(one, now)).map((one) => ({ handle, asked: one })));
  }
  return found.sort(byDeadline);
}

/** Whether a question still waits for its answer at a moment. */
export function isOpen(asked: Asked, now: number): boolean {
  return asked.row.answer === null && asked.closedBy === null && !isTooLate(asked, now);
}

function byDeadline({ asked: a }: OpenQuestion, { asked: b }: OpenQuestion): number {
  const [one, other] = [a, b].map(({ until }) => until ?? Number.MAX_SAFE_INTEGER) as [number, number];
  return one - other || a.row.sequence - b.row.sequence;
}

async function askedOf(handle: Handle): Promise<readonly Asked[]> {
  const all: Asked[] = [];
  for (let after = 0; ; ) {
    const some = await handle.questions({ to: handle.agents, after, limit: page });
    all.push(
      ...(await questionsAt(
        handle,
        some.map(({ id }) => id),
      )),
    );
    after = some.at(-1)?.sequence ?? after;
    if (some.length < page) return all;
  }
}
