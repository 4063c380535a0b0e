import type { Context } from 'hono';
import type { Store, Stored } from '../../ledger/store.ts';
import { type Env, handsOn, type ServerParts } from '../env.ts';

/** A conversation that the signed-in person may look at. */
export interface Seen {
  readonly conversation: string;
  readonly person: string;
  readonly store: Store;
}

/** The conversation that a request names; null where it is none of this person's, or has nothing: answer 404. */
export async function seenBy(
  parts: ServerParts,
  c: Context<Env>,
  conversation: string,
): Promise<Seen | null> {
  const person = c.get('person');
  const handle = person === null ? null : await handsOn(parts, c, conversation);
  if (person === null || handle === null) return null;
  const { store } = parts;
  return (await lastOf(store, conversation)) === null ? null : { conversation, person, store };
}

/** The newest entry of a conversation; null where it has none. */
export async function lastOf(store: Store, conversation: string): Promise<Stored | null> {
  const search = { before: Number.MAX_SAFE_INTEGER, span: 1, limit: 1, holding: [] };
  return (await store.search(conversation, search)).found[0] ?? null;
}

/** One entry by its sequence. */
export async function entryAt({ store, conversation }: Seen, sequence: number): Promise<Stored | null> {
  if (sequence < 1) return null;
  return (await store.entries(conversation, { after: sequence - 1, limit: 1 }))[0] ?? null;
}

/** A whole number from 0 in the query; null for none and for anything else. */
export function countIn(c: Context, name: string): number | null {
  const text = c.req.query(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A text in the query; null for none and an empty one. */
export function textIn(c: Context, name: string): string | null {
  const text = c.req.query(name)?.trim() ?? '';
  return text === '' ? null : text;
}

/** A path of segments that may hold anything, with what follows it as a query; a null is left out. */
export function pathTo(
  segments: readonly string[],
  query: Readonly<Record<string, string | number | null>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== null);
  const search = new URLSearchParams(
    given.map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return `/${segments.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** The conversations that the signed-in person may look at. */
export async function namesFor({ people }: ServerParts, c: Context<Env>): Promise<readonly string[]> {
  const session = c.get('session');
  return session === null ? [] : people.conversations(session);
}
