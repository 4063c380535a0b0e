import { randomUUID } from 'node:crypto';
import {
  classifyInboundRequest,
  type InboundModernRoute,
  isInitializeRequest,
  isJsonContentType,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import type { Allowed } from '../../server/security/hosts.ts';
import { bearerOf, type Caller, callerOf } from '../caller.ts';
import { refused, stranger, strayed } from '../gate.ts';
import { HttpExchanges, placeOf } from './http-exchanges.ts';
import { HttpPool, type PoolOptions } from './http-pool.ts';
import { HttpSession } from './http-session.ts';
import { headerFault } from './wire/headers.ts';
import { asRequest, type Message, readMessages } from './wire/message.ts';

/** A guard for many callers: each brings a key of its own, and has a server of its own. */
export interface HttpGuard extends PoolOptions {
  readonly allowed: Allowed;
  /** The conversation of the callers; that of their key unless named. */
  readonly conversation?: string;
}

export interface GuardServing {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Waits for what runs, then ends every session and its server. */
  readonly close: () => Promise<void>;
}

/** Bytes of the largest message. */
const largest = 4 * 1024 * 1024;
/** The version in which each request stands for itself. */
const modern = '2026-07-28';

/** A request whose caller is known. */
interface Asked {
  readonly request: Request;
  readonly caller: Caller;
  readonly key: string;
}

/**
 * Guards over streamable HTTP at /mcp. The key of each request says whose it is. A session of the versions that have one belongs
 * to the principal that opened it, and is refused to every other (T15); requests of 2026-07-28 have none.
 */
export function guardHttp(options: HttpGuard): GuardServing {
  const { ledger, allowed, conversation } = options;
  const pool = new HttpPool(options);
  return {
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/mcp') return refused(404, 'MCP is at /mcp.');
      const stray = strayed(allowed, request);
      if (stray !== null) return stray;
      const key = bearerOf(request.headers) ?? '';
      const caller = await callerOf(ledger, key, conversation);
      if (typeof caller === 'string') return stranger(caller);
      const message = request.method === 'POST' ? await messageOf(request) : null;
      if (message instanceof Response) return message;
      const route = routeOf(request, message);
      const asked = { request, caller, key };
      if (route.kind === 'reject') return failed(route, message);
      if (route.kind === 'legacy' || message === null) return answerInSession(pool, asked, message);
      return answerAlone(pool, asked, message, route);
    },
    close: () => pool.close(),
  };
}

function routeOf({ method: httpMethod, headers }: Request, message: Message | null) {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined;
  const [protocolVersionHeader, mcpMethodHeader] = [header('mcp-protocol-version'), header('mcp-method')];
  return classifyInboundRequest({
    httpMethod,
    ...(protocolVersionHeader === undefined ? {} : { protocolVersionHeader }),
    ...(mcpMethodHeader === undefined ? {} : { mcpMethodHeader }),
    ...(message === null ? {} : { body: message.value }),
  });
}

/** Answers a request of up to 2025-11-25: in the session that it names, or by opening one. */
async function answerInSession(
  pool: HttpPool,
  { request, caller }: Asked,
  message: Message | null,
): Promise<Response> {
  const named = request.headers.get('mcp-session-id');
  if (named === null && !isInitializeRequest(message?.value))
    return refused(400, 'Begin with initialize, then name its Mcp-Session-Id.');
  const id = named ?? randomUUID();
  const session =
    named === null ? await pool.opened(id, caller, (one) => HttpSession.open(id, one)) : pool.at(id);
  if (session instanceof Response) return session;
  if (!(session instanceof HttpSession)) return refused(404, 'There is no such session: initialize another.');
  if (session.principal !== caller.principal)
    return refused(403, 'Refused: the session is another’s than the key.');
  const response = await session.answer(request, message);
  if (named === null && !response.ok) await pool.end(id); // a handshake that was refused begins nothing
  return response;
}

/** Answers a request of 2026-07-28, which stands for itself. */
async function answerAlone(
  pool: HttpPool,
  { request, caller, key }: Asked,
  message: Message,
  { classification }: InboundModernRoute,
): Promise<Response> {
  if (!isJsonContentType(request.headers.get('content-type')))
    return refused(415, 'Content-Type is application/json.');
  const { revision = 'unknown' } = classification;
  if (revision !== modern) {
    const {
      code,
      message: words,
      data,
    } = new UnsupportedProtocolVersionError({ supported: [modern], requested: revision });
    return failed({ httpStatus: 400, code, message: words, data }, message);
  }
  const asked = asRequest(message);
  const fault = asked === null ? null : headerFault(request.headers, asked);
  if (fault !== null) return failed({ httpStatus: 400, code: headerMismatch, message: fault }, message);
  const exchanges = await pool.opened(placeOf(key), caller, (one) => HttpExchanges.open(one));
  return exchanges instanceof Response ? exchanges : exchanges.answer(request, message, classification);
}

/** The error of 2026-07-28 for headers that say otherwise than the body. */
const headerMismatch = -32_020;

/** Refuses a request in the form of its version, under its own id. */
function failed(
  {
    httpStatus: status,
    code,
    message,
    data,
  }: {
    readonly httpStatus: number;
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  },
  asked: Message | null,
): Response {
  const id = asked === null ? null : (asRequest(asked)?.id ?? null);
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status });
}

/** The one message of a body, read as it stands; a refusal where two readers could take it for two things. */
async function messageOf(request: Request): Promise<Message | Response> {
  const text = await textOf(request);
  if (text === null) return refused(413, `A message has at most ${largest} bytes.`);
  const messages = readMessages(text);
  if ('fault' in messages) return refused(400, messages.fault);
  const [message, second] = messages;
  if (message === undefined || second !== undefined) return refused(400, 'Send one message at a time.');
  return message;
}

/** The body as text; null for one that is too large. */
async function textOf({ body }: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > largest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
