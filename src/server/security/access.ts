import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Env } from '../env.ts';
import type { Log } from './log.ts';

/** One line of the log for every request, by the pattern of its route: a path may hold a secret, and words of others. */
export function access(log: Log): MiddlewareHandler<Env> {
  return async (c, next) => {
    const began = performance.now();
    const request = randomUUID();
    for (const name of ['session', 'person', 'handle', 'form'] as const) c.set(name, null);
    c.header('x-request-id', request);
    await next();
    const principal = c.get('person') ?? c.get('handle')?.principal;
    const code = c.get('code');
    log({
      event: 'request',
      request,
      method: methods.has(c.req.method) ? c.req.method : 'other',
      pattern: routePath(c, -1),
      status: c.res.status,
      milliseconds: Math.round(performance.now() - began),
      ...(principal == null ? {} : { principal }),
      ...(code === undefined ? {} : { code }),
    });
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
