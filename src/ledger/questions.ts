import type { AnyMessage } from '../codec/message.ts';
import type { Seat } from './seat.ts';
import { isClosed, isHot, type MessageRow, type Rows, type Statement } from './state.ts';
import type { Stored } from './store.ts';

/** Which open questions, and how many: those after an entry's sequence, at most `limit` (100). */
export interface QuestionsWanted {
  /** The agents that they are put to, `human` for a person's; everybody's unless given. */
  readonly to?: string | readonly string[];
  readonly after?: number;
  readonly limit?: number;
}

/**
 * What a question is about: records that contradict a handoff, an act whose outcome nobody knows, one that ran otherwise
 * than planned or when nobody should have, or whatever an agent asks.
 */
export type QuestionSubject = 'contradiction' | 'outcome' | 'undo' | 'other';

/** A question that waits for its answer. */
export interface OpenQuestion extends Pick<MessageRow, 'id' | 'sequence' | 'from' | 'to' | 're' | 'handoff'> {
  readonly item: string | null;
  readonly line: string;
  /** When it was asked, and how long ago, in milliseconds by the ledger's clock. */
  readonly at: number;
  readonly age: number;
  /** Who brought it. */
  readonly principal: string;
  readonly about: QuestionSubject;
  /** The statement that it is about. */
  readonly token: string | null;
}

const most = 100;

/**
 * AQs that nobody has answered and that still wait for it, the oldest first. One whose handoff was closed meanwhile, or whose
 * outcome was found otherwise, waits no more and is left out. Read a page at a time, by an index of what is unanswered.
 */
export async function questions(
  { by, store, clock }: Seat,
  { to, after = 0, limit = most }: QuestionsWanted,
): Promise<readonly OpenQuestion[]> {
  const page = Math.min(limit, most);
  const wanted = { to: to === undefined ? null : [to].flat(), limit: page };
  const found: OpenQuestion[] = [];
  for (let last = after; found.length < limit; ) {
    const unanswered = await store.questions(by.conversation, { ...wanted, after: last });
    const ids = unanswered.map(({ entry }) => idOf(entry.body.message));
    const { rows, now } = await store.read(by.conversation, { ids });
    const at = clock?.() ?? now;
    found.push(...unanswered.flatMap((stored) => waiting(stored, rows, at) ?? []));
    last = unanswered.at(-1)?.entry.sequence ?? last;
    if (unanswered.length < page) break;
  }
  return found.slice(0, limit);
}

function idOf(message: Stored['entry']['body']['message']): string {
  return String(message?.['id']);
}

/** The question, as the rows of its handoff say what it is about; null where it waits no more. */
function waiting({ entry }: Stored, rows: Rows, now: number): OpenQuestion | null {
  const { body, at, principal } = entry;
  const row = rows.messages.get(idOf(body.message));
  const subject = row === undefined || row.answer !== null ? null : subjectOf(entry, row, rows);
  if (row === undefined || subject === null) return null;
  const { id, sequence, from, to, re, handoff, line } = row;
  const { item } = body.message as unknown as AnyMessage; // it was judged: its JSON form has it
  return { id, sequence, from, to, re, handoff, item, line, at, age: now - at, principal, ...subject };
}

function subjectOf(
  { body: { facts } }: Stored['entry'],
  { id, handoff }: MessageRow,
  rows: Rows,
): Pick<OpenQuestion, 'about' | 'token'> | null {
  const escalated = facts.find(({ fact }) => fact === 'escalated');
  if (escalated?.fact === 'escalated') {
    const statement = rows.statements.get(escalated.token);
    if (statement?.question !== id) return null; // another one took its place
    if (isHot(statement)) return { about: 'outcome', token: statement.token };
    return ranOtherwise(statement) ? { about: 'undo', token: statement.token } : null;
  }
  if (!facts.some(({ fact }) => fact === 'questioned')) return { about: 'other', token: null };
  const asked = rows.handoffs.get(handoff ?? '');
  return asked === undefined || isClosed(asked) ? null : { about: 'contradiction', token: null };
}

function ranOtherwise({ result, incident, undone }: Statement): boolean {
  return undone === undefined && (incident !== null || result?.mismatch === true);
}
