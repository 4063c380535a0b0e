import { Hono } from 'hono';
import type { Env, ServerParts } from '../env.ts';
import { problemOf } from '../security/fault.ts';
import { problem } from '../security/problem.ts';

/** Whether the process lives, and whether it should be sent anything. Both tell nothing else to nobody in particular. */
export function health({ ledger, store }: ServerParts): Hono<Env> {
  return new Hono<Env>()
    .get('/health', (c) => c.json({ status: 'alive' }))
    .get('/ready', async (c) => {
      try {
        await store.now();
        const obstacle = await ledger.obstacle();
        if (obstacle === null) return c.json({ status: 'ready' });
        const detail = 'the ledger may not be acted on: hearback doctor says why';
        return problem(c, { status: 503, code: `ledger/${obstacle.reason}`, detail });
      } catch (error) {
        const { code, retryable = false } = problemOf(error);
        const detail = 'the ledger cannot be reached: hearback doctor says more';
        return problem(c, { status: 503, code, detail, retryable });
      }
    });
}
