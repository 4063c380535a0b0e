import type { MiddlewareHandler } from 'hono';
import type { Env, ServerParts } from '../env.ts';
import { problem } from '../security/problem.ts';

/**
 * Leaves the caller's hands on the conversation of the path: those of the principal whose key stands behind `Authorization:
 * Bearer`, and nowhere else. A person's key is refused: what a program answers is no person's answer (F18).
 */
export function caller({ ledger }: ServerParts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [, key] = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (key === undefined) {
      c.header('www-authenticate', 'Bearer');
      return problem(c, {
        status: 401,
        code: 'request/no-key',
        detail: 'send the key of your principal as Authorization: Bearer',
      });
    }
    const conversation = c.req.param('conversation') ?? '';
    // a name that none has is answered like one that is not the principal's
    const isName = conversation !== '' && !conversation.startsWith('.');
    const own = await ledger.connect(key);
    if (own === null)
      return problem(c, {
        status: 401,
        code: 'request/unknown-key',
        detail: 'the key is none of this ledger’s, or is revoked',
      });
    if (own.person || own.agents.includes('human'))
      return problem(c, {
        status: 403,
        code: 'request/person-key',
        detail: 'the key is a person’s: people answer on the console',
      });
    const handle = isName ? await ledger.connect(key, { conversation }) : null;
    if (handle === null)
      return problem(c, {
        status: 404,
        code: 'request/unknown-conversation',
        detail: 'your principal has no such conversation',
      });
    c.set('handle', handle);
    return next();
  };
}
