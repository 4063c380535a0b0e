import type { Context } from 'hono';
import type { Env } from '../env.ts';

/**
 * The body of a request as text; null where it is no UTF-8, which would be read as another text than was sent, and where its
 * sender was cut off in the middle.
 */
export async function bodyText(c: Context<Env>): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer());
  } catch {
    return null;
  }
}
