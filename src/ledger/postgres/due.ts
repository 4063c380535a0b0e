import { assertRead } from '../cursor.ts';
import { queries } from '../sql/rows.ts';
import type { Due } from '../store.ts';
import type { Query, Transactions } from './session.ts';

/** Statements and handoffs whose time has come; where there are more than `limit`, what is handed out goes to the end. */
export async function dueIn(
  { read, write }: Transactions,
  now: number,
  limit: number,
): Promise<readonly Due[]> {
  const [statements, handoffs] = await read(async (query) => [
    await query<Due>(queries.dueStatements, now, limit),
    await query<Due>(queries.dueHandoffs, now, limit),
  ]);
  if (statements.length < limit && handoffs.length < limit) return [...statements, ...handoffs];
  return write(async (query) => [
    ...(await query<Due>(statementsLater, now, limit)),
    ...(await query<Due>(handoffsLater, now, limit)),
  ]);
}

/** Hands out what is due, and puts it at the end of the row; what somebody holds is being done. */
const statementsLater = `WITH due AS (SELECT conversation, token FROM statements
    WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2 FOR UPDATE SKIP LOCKED)
  UPDATE statements s SET due_at = ?1 FROM due
    WHERE s.conversation = due.conversation AND s.token = due.token RETURNING s.conversation, s.token`;
const handoffsLater = `WITH due AS (SELECT conversation, id FROM handoffs
    WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2 FOR UPDATE SKIP LOCKED)
  UPDATE handoffs h SET due_at = ?1 FROM due
    WHERE h.conversation = due.conversation AND h.id = due.id RETURNING h.conversation, h.id AS handoff`;

/** Statements to try: those that somebody is claiming at this moment are passed over, so that workers do not queue up. */
export const pick: string = `${queries.pick} FOR UPDATE SKIP LOCKED`;

/** The sequence up to which an agent's reader acknowledged. */
export async function cursorOf(query: Query, conversation: string, agent: string): Promise<number> {
  const [row] = await query<{ sequence: string }>(queries.cursor, conversation, agent);
  return Number(row?.sequence ?? 0);
}

/** Moves a reader's place forward. Throws UsageError for an entry that is not there. */
export async function acknowledge(
  query: Query,
  conversation: string,
  agent: string,
  sequence: number,
): Promise<void> {
  assertRead(sequence, await lastOf(query, conversation));
  await query(queries.acknowledge, conversation, agent, sequence);
}

/** The sequence of the newest entry; 0 where there is none. */
export async function lastOf(query: Query, conversation: string): Promise<number> {
  const [row] = await query<{ sequence: string }>(queries.head, conversation);
  return Number(row?.sequence ?? 0);
}
