import type { Context } from 'hono';
import type { Env, ServerParts } from '../env.ts';
import { bodyText } from '../security/body-text.ts';
import { cookieOf, giveCookie } from '../security/cookies.ts';
import { namedPasskey, usedPasskey } from './passkeys.ts';
import type { Session } from './sessions.ts';

/**
 * Opens a session in place of the one before for whoever has just used a passkey: of `person`, if one is named. Null for an
 * answer that does not hold.
 */
export async function proved(
  c: Context<Env>,
  parts: ServerParts,
  takes: (challenge: string) => boolean,
  person?: string,
): Promise<Session | null> {
  const response = await jsonOf(c);
  const id = namedPasskey(response);
  const passkey = id === null ? null : await parts.people.passkey(id);
  if (passkey === null || (person !== undefined && passkey.person !== person)) return null;
  const used = await usedPasskey({ origin: parts.settings.origin, takes }, response, passkey);
  const session = used === null ? null : await parts.sessions.open({ passkey: passkey.id, ...used });
  if (session === null) return null;
  await endSessionOf(c, parts);
  giveCookie(c, session.secret);
  return session;
}

/** One session a browser: a new one ends the one before. */
export async function endSessionOf(c: Context<Env>, { sessions }: ServerParts): Promise<void> {
  const secret = cookieOf(c);
  const session = secret === null ? null : await sessions.find(secret);
  if (session !== null) await sessions.close(session);
}

/** What a page’s script sent; null for whatever is no JSON. */
export async function jsonOf(c: Context<Env>): Promise<unknown> {
  if (!/^application\/json(?:;|$)/i.test(c.req.header('content-type') ?? '')) return null;
  try {
    return JSON.parse((await bodyText(c)) ?? '');
  } catch {
    return null;
  }
}
