import { Hono } from 'hono';
import type { Env, ServerParts } from '../env.ts';
import { problem } from '../security/problem.ts';
import { type Sent, stream } from './stream.ts';

/**
 * What the console's pages listen to: that something was written, in which conversation, and nothing of what it says. A page
 * looks itself. Each event is of a conversation that its reader may see at that moment; the stream ends with the session.
 */
export function events(parts: ServerParts): Hono<Env> {
  return new Hono<Env>().get('/events', (c) => {
    const session = c.get('session');
    if (session === null)
      return problem(c, { status: 401, code: 'refused/signed-out', detail: 'sign in first' });
    const may = (): Promise<boolean> => parts.sessions.holds(session);
    return stream(c, parts, may, (ring) => {
      /** The last entry of each conversation that was written in: a page looks once, however much it was. */
      const waiting = new Map<string, number>();
      const end = parts.events.subscribe(({ conversation, stored }) => {
        waiting.set(conversation, stored.entry.sequence);
        ring();
      });
      const next = async (): Promise<Sent | null> => {
        for (const [conversation, sequence] of waiting) {
          waiting.delete(conversation);
          if ((await parts.people.handle(session, conversation)) !== null)
            return { event: 'entry', data: JSON.stringify({ conversation, sequence }) };
        }
        return null;
      };
      return { next, end };
    });
  });
}
