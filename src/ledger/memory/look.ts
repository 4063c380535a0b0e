import { fits, reachOf, type Search, type Searched, searched } from '../search.ts';
import { isClosed, isLive, type MessageRow } from '../state.ts';
import type { Slice, Wanted } from '../store.ts';
import { type Conversation, stored } from './slice.ts';

/** Ids of the lines on an item that are about no handoff. */
export function besideHandoffs({ rows, entries }: Conversation, item: string): readonly string[] {
  const isOn = ({ sequence }: MessageRow): boolean => entries[sequence - 1]?.body.message?.['item'] === item;
  return [...rows.messages.values()].flatMap((row) => (row.handoff === null && isOn(row) ? row.id : []));
}

/** Questions without an answer, to one of the agents where some are named, in order. */
export function unanswered({ rows }: Conversation, agents: readonly string[] | null): readonly MessageRow[] {
  return [...rows.messages.values()].filter(
    ({ type, answer, to }) => type === 'AQ' && answer === null && (agents === null || agents.includes(to)),
  );
}

/** Entries that a search finds, the newest first. */
export function searchIn(conversation: Conversation, search: Search): Searched {
  const reach = reachOf(search, conversation.entries.length);
  const looked = conversation.entries.slice(reach.first - 1, reach.before - 1).reverse();
  const found = looked.filter((entry) => fits({ entry }, search)).slice(0, search.limit);
  const kept = found.map((entry) => stored(conversation, entry));
  return searched(kept, search, reach);
}

/** How much the principals that are asked for have open; nothing is counted for nobody. */
export function countsIn(
  conversations: Iterable<Conversation>,
  { openBy, liveBy }: Wanted,
): Pick<Slice, 'open' | 'live'> {
  let open = 0;
  let live = 0;
  if (openBy === undefined && liveBy === undefined) return { open, live };
  for (const { rows } of conversations) {
    for (const row of rows.handoffs.values()) if (row.principal === openBy && !isClosed(row)) open += 1;
    for (const row of rows.statements.values()) if (row.principal === liveBy && isLive(row)) live += 1;
  }
  return { open, live };
}
