import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Env } from '../env.ts';

/**
 * The name of the session's cookie. `__Host-` binds it to this host, the whole of it, and to a secure connection: browsers
 * take it over http from this machine's own names (docs/decisions/0029).
 */
export const sessionCookie = '__Host-hearback';

const always = { path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const;

/** What a request holds as its session; null for nothing that could be one. */
export function cookieOf(c: Context<Env>): string | null {
  const value = getCookie(c, sessionCookie);
  return value !== undefined && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null;
}

/** Gives a browser its session; it ends with the browser, or when the server ends it. */
export function giveCookie(c: Context<Env>, secret: string): void {
  setCookie(c, sessionCookie, secret, always);
}

export function takeCookie(c: Context<Env>): void {
  setCookie(c, sessionCookie, '', { ...always, maxAge: 0 });
}
