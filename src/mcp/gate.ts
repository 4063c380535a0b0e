import { foreign } from '../server/security/guards.ts';
import { type Allowed, allowedBy, allowedHosts } from '../server/security/hosts.ts';
import { type Stranger, strangers } from './caller.ts';

/** The names that a server on a port of this machine answers to, and that of a proxy before it (T13). */
export function allowedAt(port: number, origin: string = `http://127.0.0.1:${port}`): Allowed {
  return allowedBy({ origin, hosts: allowedHosts({ origin, port, isLoopback: true }) });
}

/** Refuses a request whose Host or Origin is another's (T13); null for one that was meant to come here. */
export function strayed(allowed: Allowed, request: Request): Response | null {
  const stray = foreign(allowed, request);
  return stray === null ? null : refused(stray.status, `Refused, ${stray.detail}.`);
}

/** Answers a request that no caller stands behind (T15). */
export function stranger(why: Stranger): Response {
  if (why === 'person-key') return refused(403, `Refused: ${strangers[why]}.`);
  const response = refused(401, `Refused: ${strangers[why]}.`);
  response.headers.set('www-authenticate', why === 'no-key' ? 'Bearer' : 'Bearer error="invalid_token"');
  return response;
}

/** A refusal over HTTP, in the form of the protocol. */
export function refused(status: number, message: string): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
