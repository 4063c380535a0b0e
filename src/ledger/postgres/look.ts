import type { Search, Searched } from '../search.ts';
import { unanswered } from '../sql/asking.ts';
import { queries, type StoredRow, storedOf } from '../sql/rows.ts';
import { type Searching, searchIn } from '../sql/search.ts';
import type { AskedPage, Page, Stored } from '../store.ts';
import { isText } from './read.ts';
import type { Query } from './session.ts';

/** Entries with what is kept beside them; `where` selects them as `e`. */
async function storedIn(
  query: Query,
  where: string,
  ...values: readonly unknown[]
): Promise<readonly Stored[]> {
  return (await query<StoredRow>(`${queries.stored} ${where}`, ...values)).map(storedOf);
}

/** Entries in order. */
export function entriesIn(
  query: Query,
  conversation: string,
  { after, limit }: Page,
): Promise<readonly Stored[]> {
  const where = 'e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?';
  return storedIn(query, where, conversation, after, limit);
}

/** Entries of accepted lines addressed to one of the agents, in order. */
export function addressedIn(
  query: Query,
  conversation: string,
  agents: readonly string[],
  { after, limit }: Page,
): Promise<readonly Stored[]> {
  const where = `e.conversation = ? AND e.addressee = ANY (?)
    AND e.sequence > ? ORDER BY e.sequence LIMIT ?`;
  return storedIn(query, where, conversation, agents, after, limit);
}

/** AQs without an answer, to one of the agents where some are named. */
export function unansweredIn(
  query: Query,
  conversation: string,
  { after, limit, to }: AskedPage,
): Promise<readonly Stored[]> {
  const where = unanswered('messages', to === null ? null : '= ANY (?4)');
  const agents = to === null ? [] : [to.filter(isText)];
  return storedIn(query, where, conversation, after, limit, ...agents);
}

/** Entries that a search finds. What PostgreSQL cannot hold stands in none of them. */
export async function searchedIn(query: Query, conversation: string, search: Search): Promise<Searched> {
  const holding = search.holding.map((texts) => texts.filter(isText));
  const [head] = await query<{ sequence: string }>(queries.head, conversation);
  const stored: Searching['stored'] = (where, ...values) => storedIn(query, where, ...values);
  const last = Number(head?.sequence ?? 0);
  return searchIn({ at: 'strpos', stored }, { conversation, last }, { ...search, holding });
}
