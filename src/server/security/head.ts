import type { MiddlewareHandler } from 'hono';
import type { Env } from '../env.ts';

/** Ends the body of an answer to HEAD: nobody reads it, so no reader that leaves would ever end it. */
export function head(): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
  };
}
