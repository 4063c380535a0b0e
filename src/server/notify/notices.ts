import { createHash } from 'node:crypto';
import { parse } from '../../codec/index.ts';
import { momentOf } from '../../ledger/clock.ts';
import type { Handle } from '../../ledger/ledger.ts';
import type { OpenQuestion } from '../../ledger/questions.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';

/** What somebody is told of: never a value, so that a message that is read by others tells them nothing. */
export interface Notice {
  /** The same for the same thing whenever and by whichever server it is told. */
  readonly id: string;
  readonly kind: 'question' | 'reminder' | 'unknown';
  readonly conversation: string;
  readonly question: string;
  /** Opens the question, and does nothing else. */
  readonly link: string;
}

/** When one is reminded before a question’s `by`, and after which ages an unknown outcome is told of again; milliseconds. */
export const times = { before: 900_000, unknown: [900_000, 3_600_000, 14_400_000, 86_400_000] } as const;

/** Where notices are looked for: at a moment, in the open questions behind an entry. */
export interface NoticesWanted {
  readonly now: number;
  readonly origin: string;
  readonly profiles: Profiles;
  /** Of the last question that was looked at; 0 for the first ones. */
  readonly after?: number;
}

/** How many open questions of a conversation are looked at in one round. */
const page = 500;

/**
 * What there is to tell of a conversation: open questions, those that are due soon, and outcomes that age. `after` is where the
 * next round goes on: however many nobody answers, each has its turn.
 */
export async function noticesIn(
  handle: Handle,
  { now, origin, profiles, after = 0 }: NoticesWanted,
): Promise<{ readonly notices: readonly Notice[]; readonly after: number }> {
  const open = await handle.questions({ to: 'human', after, limit: page });
  const notices = open.flatMap((question) =>
    kindsOf(question, now, profiles).map(([kind, step]): Notice => {
      const { conversation } = handle;
      const id = createHash('sha256')
        .update(JSON.stringify(['hearback notice 1', kind, step, conversation, question.id]))
        .digest('hex')
        .slice(0, 32);
      const place = [conversation, question.id].map(encodeURIComponent).join('/');
      return { id, kind, conversation, question: question.id, link: `${origin}/questions/${place}` };
    }),
  );
  return { notices, after: open.length < page ? 0 : (open.at(-1)?.sequence ?? 0) };
}

/** Each kind that is due, with which time it is. */
function kindsOf(
  { line, age, about }: OpenQuestion,
  now: number,
  profiles: Profiles,
): readonly (readonly [Notice['kind'], number])[] {
  const by = endOf(parse(line, { profiles }).message?.slots['by']);
  const isDue = by !== null && now >= by - times.before && now < by;
  const aged = about === 'outcome' ? times.unknown.filter((after) => age >= after).at(-1) : undefined;
  return [
    ['question', 0],
    ...(isDue ? ([['reminder', 0]] as const) : []),
    ...(aged === undefined ? [] : ([['unknown', aged]] as const)),
  ];
}

/** The end of the UTC day that `by` names, in milliseconds. */
function endOf(day: unknown): number | null {
  return typeof day === 'string' && /^\d{8}$/.test(day) ? momentOf(`${day}T0000Z`) + 86_400_000 : null;
}
