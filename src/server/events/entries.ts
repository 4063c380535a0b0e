import type { Context } from 'hono';
import { entryJson } from '../../ledger/entry-json.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { isStanding, seatOf } from '../../ledger/seat.ts';
import { viewOf } from '../../ledger/view.ts';
import type { Env, ServerParts } from '../env.ts';
import { type Sent, stream } from './stream.ts';

/** The entries of a conversation as a principal may see them, from one on; cut off when the key is revoked. */
export function entriesStream(c: Context<Env>, parts: ServerParts, handle: Handle, after: number): Response {
  const { conversation, principal } = handle;
  const may = (): Promise<boolean> => isStanding(seatOf(handle));
  return stream(c, parts, may, (ring) => {
    const following = parts.events.follow(conversation, after, ring);
    const next = async (): Promise<Sent | null> => {
      const stored = await following.next();
      if (stored === null) return null;
      const view = viewOf(stored, principal);
      return { id: String(view.sequence), event: 'entry', data: JSON.stringify(entryJson(view)) };
    };
    return { next, end: following.end };
  });
}
