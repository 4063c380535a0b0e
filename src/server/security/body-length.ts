import type { MiddlewareHandler } from 'hono';
import type { Env } from '../env.ts';
import { problem } from './problem.ts';

/** The longest body that is read, in bytes: a line with its record and criteria is far below it. */
export const longestBody: number = 262_144;

/** Turns away a body that is too long, and one that does not say before how long it is: nothing of it is read. */
export function bodyLength(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined)
      return problem(c, {
        status: 411,
        code: 'refused/length',
        detail: 'say with Content-Length how long the body is',
      });
    const length = c.req.header('content-length');
    if (length === undefined || Number(length) <= longestBody) return next();
    const detail = `the body is longer than ${longestBody} bytes: nothing was read`;
    return problem(c, { status: 413, code: 'refused/too-long', detail });
  };
}
