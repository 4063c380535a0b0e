import type { MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { Env, ServerParts } from '../env.ts';
import { bodyText } from './body-text.ts';
import { cookieOf } from './cookies.ts';
import { submittedOf } from './forms.ts';
import { problem } from './problem.ts';

/** Paths that are answered to everybody. */
const open = /^\/(?:sign-in|enrol|assets|health|ready|api)(?:\/|$)/;

/** Paths for which a cookie is none: those of programs (T15), and what shows nothing of anybody. */
const nobodys = /^\/(?:api|assets|health|ready)(?:\/|$)/;

/** Leaves the session of the request, if it has one. */
export function sessionOf({ sessions, settings }: ServerParts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const secret = nobodys.test(c.req.path) ? null : cookieOf(c);
    const session =
      secret === null ? null : await sessions.find(secret, { isUse: !isByScript(c.req.raw.headers) });
    c.set('session', session);
    c.set('person', session?.person ?? null);
    c.set('standing', session === null ? null : (settings.standing?.() ?? null));
    await next();
  };
}

/** A page that looks for news by itself is nobody's use of it: a session that is left alone ends all the same. */
function isByScript(headers: Headers): boolean {
  return headers.get('sec-fetch-dest') === 'empty';
}

/** Lets only a signed-in person past, but to what everybody may open; others are shown where to sign in. */
export function signedIn({ settings }: ServerParts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.get('session') !== null || open.test(c.req.path)) return next();
    if (c.req.method !== 'GET' || c.req.path === '/events')
      return problem(c, {
        status: 401,
        code: 'refused/signed-out',
        detail: 'sign in first: nothing was changed',
      });
    if (isArriving(c.req.raw.headers)) return c.html(knocking);
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${settings.origin}/sign-in?to=${encodeURIComponent(pathname + search)}`, 303);
  };
}

/** A link from elsewhere was followed: the browser keeps a strict cookie back, and sends it when this page asks once more. */
function isArriving(headers: Headers): boolean {
  return headers.get('sec-fetch-site') === 'cross-site' || headers.get('sec-fetch-site') === 'same-site';
}

const knocking = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>hearback</title><meta http-equiv="refresh" content="0"></head>
<body><p><a href="">Go on to the console</a></p></body></html>`;

/** Where a passkey's answer is sent to: the challenge that it signs is of this session, and stands for the token. */
const byPasskey = '/account/passkey';

const formType = /^application\/x-www-form-urlencoded(?:;|$)/i;

/**
 * A POST from a page is taken only with a form's token that is of this session and this very path; the routes behind it
 * compare the digest that came with it. Signing in and enrolling have no session yet, and guards of their own.
 */
export function formTokens({ forms }: ServerParts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || open.test(c.req.path)) return next();
    if (c.req.method === 'POST' && c.req.path === byPasskey) return next();
    if (c.req.method !== 'POST')
      return problem(c, {
        status: 405,
        code: 'refused/method',
        detail: 'pages are read with GET and sent with POST',
      });
    const session = c.get('session');
    if (!formType.test(c.req.header('content-type') ?? ''))
      return problem(c, {
        status: 415,
        code: 'refused/media-type',
        detail: 'a form is sent as a browser sends one',
      });
    const text = await bodyText(c);
    const { token, form } = submittedOf(new URLSearchParams(text ?? ''));
    if (text === null || session === null || !forms.check(session, c.req.path, form.digest, token)) {
      const detail =
        'the form is not of this session, or of another page: open the page again. Nothing was changed';
      return problem(c, { status: 403, code: 'refused/form', detail });
    }
    c.set('form', form);
    return next();
  };
}
