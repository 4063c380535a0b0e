import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Env, ServerParts } from '../env.ts';
import { page } from '../layout/index.ts';
import { addressOf } from '../security/address.ts';
import { takeCookie } from '../security/cookies.ts';
import { Limits, limited } from '../security/limits.ts';
import { problem } from '../security/problem.ts';
import { Challenges } from './challenges.ts';
import { accountBody, anotherLead, enrolLead, linkIsOver, passkeyBody, signInLead } from './pages.ts';
import { creationOptions, madePasskey, requestOptions } from './passkeys.ts';
import { endSessionOf, jsonOf, proved } from './proved.ts';
import type { Session } from './sessions.ts';

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
    .use('/account/passkey', atOrigin(origin))
    .get('/sign-in', (c) => {
      const options = requestOptions(settings, challenges.make('sign-in'));
      const body = passkeyBody({ lead: signInLead, press: 'Sign in with a passkey' }, options);
      return page(c, { title: 'Sign in', body, scripts: ['sign-in'] });
    })
    .post('/sign-in', often, async (c) => {
      const session = await proved(c, parts, (challenge) => challenges.take(challenge, 'sign-in'));
      if (session === null) return refused(c, parts, 'sign-in');
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
      return c.json({ to: c.get('person') === enrolled.person ? '/account' : '/sign-in' });
    })
    .get('/account', async (c) => {
      const session = c.get('session');
      if (session === null) return c.redirect('/sign-in', 303);
      const view = (await parts.people.list()).find(({ principal }) => principal === session.person) ?? null;
      const fields = parts.forms.fields(session, '/sign-out', session.id);
      return page(c, { title: 'Account', body: accountBody(session, view, fields) });
    })
    .get('/account/passkey', (c) => {
      const session = c.get('session');
      if (session === null) return c.redirect('/sign-in', 303);
      const options = requestOptions(settings, challenges.make(another(session)));
      const body = passkeyBody({ lead: anotherLead, press: 'Use the passkey that I have' }, options);
      return page(c, { title: 'Another passkey', body, scripts: ['sign-in'] });
    })
    .post('/account/passkey', often, async (c) => {
      const before = c.get('session');
      if (before === null) return refused(c, parts, 'sign-in');
      const takes = (challenge: string): boolean => challenges.take(challenge, another(before));
      const session = await proved(c, parts, takes, before.person);
      const invited =
        session === null
          ? null
          : await parts.people.inviteAgain({ passkey: session.passkey, life: anotherLife });
      if (session === null || invited === null) return refused(c, parts, 'sign-in');
      parts.log({ event: 'invited', principal: session.person });
      return c.json({ to: `/enrol/${invited.secret}` });
    })
    .post('/sign-out', async (c) => {
      await endSessionOf(c, parts);
      takeCookie(c);
      return c.redirect('/sign-in', 303);
    });
}

/** How long the link for a further passkey holds, in milliseconds. */
const anotherLife = 600_000;

/** What the answer of a passkey is good for that asks for a further one: in this session, and nowhere else. */
function another({ id }: Session): string {
  return `another ${id}`;
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

/** Where to go on, on this server; the questions for anything else, and for a path that a browser takes for another host. */
export function localPath(wanted: string | undefined, origin: string): string {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  const isHere = url.origin === origin && !url.pathname.startsWith('//');
  return isHere ? `${url.pathname}${url.search}` : '/';
}
