import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env, ServerParts } from '../env.ts';
import { page } from '../layout/index.ts';
import { addressOf } from '../security/address.ts';
import { cookieOf, giveCookie, takeCookie } from '../security/cookies.ts';
import { Limits, limited } from '../security/limits.ts';
import { problem } from '../security/problem.ts';
import { Challenges } from './challenges.ts';
import { accountBody, enrolLead, linkIsOver, passkeyBody, signInLead } from './pages.ts';
import { creationOptions, madePasskey, namedPasskey, requestOptions, usedPasskey } from './passkeys.ts';

/** Signing in and out, enrolling by a one-time link, and the account of who is signed in. */
export function people(parts: ServerParts): Hono<Env> {
  const { settings, clock } = parts;
  const challenges = new Challenges(clock);
  const limits = new Limits(settings.limits, clock);
  const often = limited(limits, 'signIn', (c) => addressOf(c, settings));
  const { origin } = settings;
  return new Hono<Env>()
    .use('/sign-in', atOrigin(origin))
    .use('/enrol/*', atOrigin(origin))
    .get('/sign-in', (c) => {
      const options = requestOptions(settings, challenges.make('sign-in'));
      const body = passkeyBody({ lead: signInLead, press: 'Sign in with a passkey' }, options);
      return page(c, { title: 'Sign in', body, scripts: ['sign-in'] });
    })
    .post('/sign-in', often, async (c) => {
      const response = await jsonOf(c);
      const id = namedPasskey(response);
      const passkey = id === null ? null : await parts.people.passkey(id);
      const takes = (challenge: string): boolean => challenges.take(challenge, 'sign-in');
      const used = passkey === null ? null : await usedPasskey({ origin, takes }, response, passkey);
      const session =
        passkey === null || used === null
          ? null
          : await parts.sessions.open({ passkey: passkey.id, ...used });
      if (session === null) return refused(c, parts, 'sign-in');
      await endSessionOf(c, parts);
      giveCookie(c, session.secret);
      parts.log({ event: 'signed-in', principal: session.person });
      return c.json({ to: localPath(c.req.query('to'), origin) });
    })
    .get('/enrol/:token', async (c) => {
      const token = c.req.param('token');
      const invited = await parts.people.invited(token);
      if (invited === null) return page(c, { title: 'Make a passkey', body: linkIsOver, status: 410 });
      const { person, until } = invited;
      const view = (await parts.people.list()).find(({ principal }) => principal === person);
      const own = (view?.passkeys ?? []).filter(({ revoked }) => revoked === null);
      const options = creationOptions(settings, person, own, challenges.make(`enrol ${token}`));
      const body = passkeyBody({ lead: enrolLead(person, until), press: 'Make my passkey' }, options);
      return page(c, { title: 'Make a passkey', body, scripts: ['enrol'] });
    })
    .post('/enrol/:token', often, async (c) => {
      const token = c.req.param('token');
      const takes = (challenge: string): boolean => challenges.take(challenge, `enrol ${token}`);
      const passkey = await madePasskey({ origin, takes }, await jsonOf(c));
      const enrolled = passkey === null ? null : await parts.people.enrol(token, passkey);
      if (enrolled === null) return refused(c, parts, 'enrol');
      parts.log({ event: 'enrolled', principal: enrolled.person });
      return c.json({ to: '/sign-in' });
    })
    .get('/account', async (c) => {
      const session = c.get('session');
      if (session === null) return c.redirect('/sign-in', 303);
      const view = (await parts.people.list()).find(({ principal }) => principal === session.person) ?? null;
      const fields = parts.forms.fields(session, '/sign-out', session.id);
      return page(c, { title: 'Account', body: accountBody(session, view, fields) });
    })
    .post('/sign-out', async (c) => {
      await endSessionOf(c, parts);
      takeCookie(c);
      return c.redirect('/sign-in', 303);
    });
}

/** A passkey belongs to a name and no address can hold one: whoever comes by another name is sent to the right one. */
function atOrigin(origin: string) {
  const { host } = new URL(origin);
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' || (c.req.header('host') ?? new URL(c.req.url).host) === host) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${origin}${pathname}${search}`, 307);
  });
}

/** One session a browser: a new one ends the one before. */
async function endSessionOf(c: Context<Env>, { sessions }: ServerParts): Promise<void> {
  const secret = cookieOf(c);
  const session = secret === null ? null : await sessions.find(secret);
  if (session !== null) await sessions.close(session);
}

/** One answer for every reason, so that nobody learns which passkeys there are. */
function refused(
  c: Context<Env>,
  { log }: ServerParts,
  what: 'sign-in' | 'enrol',
): Response | Promise<Response> {
  log({ event: `${what}-refused` });
  const detail =
    what === 'sign-in'
      ? 'this passkey signs nobody in here, its user was not verified, or the page is too old: load it again'
      : 'no passkey was made: the link holds no more, its user was not verified, or the page is too old';
  return problem(c, { status: 403, code: `refused/${what}`, detail });
}

async function jsonOf(c: Context<Env>): Promise<unknown> {
  if (!/^application\/json(?:;|$)/i.test(c.req.header('content-type') ?? '')) return null;
  return c.req.json().catch(() => null);
}

/** Where to go on, on this server; the questions for anything else, and for a path that a browser takes for another host. */
export function localPath(wanted: string | undefined, origin: string): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  const isHere = url.origin === origin && !url.pathname.startsWith('//');
  return isHere ? `${url.pathname}${url.search}` : '/';
}
