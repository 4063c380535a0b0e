import { Hono } from 'hono';
import type { Env, ServerParts } from '../env.ts';
import { problem } from '../security/problem.ts';
import { stream } from './stream.ts';

/**
 * What the console's pages listen to: that something was written, in which conversation, and nothing of what it says. A page
 * looks itself. Each event is of a conversation that its reader may see at that moment; the stream ends with the session.
 */
export function events(parts: ServerParts): Hono<Env> {
  return new Hono<Env>().get('/events', (c) => {
    const session = c.get('session');
    if (session === null)
      return problem(c, { status: 401, code: 'refused/signed-out', detail: 'sign in first' });
    return stream(
      c,
      parts,
      () => parts.sessions.holds(session),
      (send) =>
        parts.events.subscribe(async ({ conversation, stored }) => {
          if ((await parts.people.handle(session, conversation).catch(() => null)) === null) return;
          const { sequence } = stored.entry;
          send({ event: 'entry', data: JSON.stringify({ conversation, sequence }) });
        }),
    );
  });
}
