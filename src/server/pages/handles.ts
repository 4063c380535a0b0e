import type { Context } from 'hono';
import type { Handle } from '../../ledger/ledger.ts';
import { type Env, handsOn, type ServerParts } from '../env.ts';

/** The signed-in person's hands on every conversation that is the person's, in order. */
export async function handlesOf(parts: ServerParts, c: Context<Env>): Promise<readonly Handle[]> {
  const session = c.get('session');
  if (session === null) return [];
  const names = await parts.people.conversations(session);
  const handles = await Promise.all(names.map((name) => handsOn(parts, c, name)));
  return handles.filter((handle) => handle !== null);
}
