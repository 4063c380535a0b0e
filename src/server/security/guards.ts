import type { MiddlewareHandler } from 'hono';
import type { Env } from '../env.ts';
import type { Allowed } from './hosts.ts';
import { type Problem, problem } from './problem.ts';

/**
 * Turns away requests that another site had a part in (T12, T13): a Host that is not one of this server's exact names, an
 * Origin that is not one of its origins, and whatever a browser says was asked for by another site, but for following a link.
 */
export function guards(allowed: Allowed): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { headers, method } = c.req.raw;
    const refusal = foreign(allowed, { headers, method, url: c.req.url });
    return refusal === null ? next() : problem(c, refusal);
  };
}

/** What a request says of where it comes from. */
interface Asked {
  readonly headers: Headers;
  readonly method: string;
  readonly url: string;
}

/** Why a request is turned away; null for one that is this server's own. */
export function foreign({ hosts, origins }: Allowed, { headers, method, url }: Asked): Problem | null {
  const host = headers.get('host') ?? new URL(url).host;
  if (!hosts.has(host)) return refused('host', 'this server does not go by the name in the Host header');
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  if (origin !== null && !isOwn(origin, { origins, host, site }))
    return refused('origin', 'the request comes from a page of another origin');
  if (site === null || site === 'same-origin' || site === 'none') return null;
  return isLink(headers, method) ? null : refused('cross-site', 'the request was made by another site');
}

/**
 * Whether an Origin is this server's under the name that was asked. A form of our own pages is sent with the Origin `null`,
 * since they send no referrer; then the browser's own word, which no page can set, has to be that they are ours.
 */
function isOwn(
  origin: string,
  asked: { readonly origins: ReadonlySet<string>; readonly host: string; readonly site: string | null },
): boolean {
  if (origin === 'null') return asked.site === 'same-origin';
  return asked.origins.has(origin) && new URL(origin).host === asked.host;
}

/** A link that somebody follows: it opens a page and changes nothing. */
function isLink(headers: Headers, method: string): boolean {
  return (
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  );
}

function refused(code: string, detail: string): Problem {
  return { status: 403, code: `refused/${code}`, detail: `${detail}: nothing was changed` };
}
