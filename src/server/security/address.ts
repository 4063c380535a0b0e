import type { Context } from 'hono';
import type { Env } from '../env.ts';

/**
 * The address that a request came from. Behind a proxy it is the last one that the proxy added to X-Forwarded-For: those
 * before it are the client's own words.
 */
export function addressOf(
  c: Context<Env>,
  { behindProxy = false }: { readonly behindProxy?: boolean },
): string {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket: { remoteAddress?: string } } };
  const peer = incoming?.socket.remoteAddress ?? 'unknown';
  const forwarded = behindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded === undefined || forwarded === '' ? peer : forwarded;
}
