import { reachOf, type Search, type Searched, searched } from '../search.ts';
import type { Stored } from '../store.ts';
import type { SqlValue } from './rows.ts';

/** How a database finds what a search wants: `at` is the function that says where a text stands in another one, 0 for nowhere. */
export interface Searching {
  readonly at: 'instr' | 'strpos';
  readonly stored: (where: string, ...values: SqlValue[]) => readonly Stored[] | Promise<readonly Stored[]>;
}

/** Searches a conversation whose last entry is `last`: along its key, over as many entries as the search spans and no more. */
export async function searchIn(
  { at, stored }: Searching,
  { conversation, last }: { readonly conversation: string; readonly last: number },
  search: Search,
): Promise<Searched> {
  const reach = reachOf(search, last);
  const { from = 0, until = Number.MAX_SAFE_INTEGER, limit, holding } = search;
  let place = 6;
  const holds = holding.map((texts) => {
    const any = texts.map(() => `${at}(text, ?${++place}) > 0`);
    return ` AND (${any.join(' OR ') || '1 = 0'})`;
  });
  const where = `e.conversation = ?1 AND e.sequence IN (SELECT sequence FROM entries WHERE conversation = ?1
    AND sequence >= ?2 AND sequence < ?3 AND at >= ?4 AND at < ?5${holds.join('')}
    ORDER BY sequence DESC LIMIT ?6) ORDER BY e.sequence DESC`;
  const found = await stored(
    where,
    conversation,
    reach.first,
    reach.before,
    from,
    until,
    limit,
    ...holding.flat(),
  );
  return searched(found, search, reach);
}
