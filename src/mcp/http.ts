import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { UsageError } from '../diagnostic/usage-error.ts';
import type { Allowed } from '../server/security/hosts.ts';
import { bearerOf, type Caller, callerOf, type Stranger } from './caller.ts';
import { refused, stranger, strayed } from './gate.ts';
import type { McpParts } from './parts.ts';
import { createMcpServer } from './server.ts';

export interface HttpServing {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Serves MCP over streamable HTTP at /mcp, and at /mcp/<conversation>: the key of each request says whose it is. There are
 * no sessions, so that none can be taken for a key (T15).
 */
export function mcpOverHttp(parts: McpParts, allowed: Allowed): HttpServing {
  const handler = createMcpHandler(
    ({ era, authInfo }) => createMcpServer(parts, { caller: callerIn(authInfo), era }),
    { onerror: ({ message }) => parts.log(message) },
  );
  return {
    fetch: async (request) => {
      const conversation = conversationOf(new URL(request.url).pathname);
      if (conversation === undefined) return refused(404, 'MCP is at /mcp.');
      const stray = strayed(allowed, request);
      if (stray !== null) return stray;
      if (request.headers.has('mcp-session-id'))
        return refused(403, 'There are no sessions here, and none is a key: leave Mcp-Session-Id out.');
      const caller = await callerFor(parts, request.headers, conversation);
      if (typeof caller === 'string') return stranger(caller);
      return handler.fetch(request, { authInfo: infoOf(caller) });
    },
    close: () => handler.close(),
  };
}

/** The conversation that an address names; null for none in particular, undefined for another address. */
function conversationOf(path: string): string | null | undefined {
  const found = /^\/mcp(?:\/([^/]+))?$/.exec(path);
  if (found === null) return undefined;
  try {
    return found[1] === undefined ? null : decodeURIComponent(found[1]);
  } catch {
    return undefined;
  }
}

async function callerFor(
  { ledger, conversation: usual }: McpParts,
  headers: Headers,
  conversation: string | null,
): Promise<Caller | Stranger> {
  if (ledger === null)
    throw new UsageError('usage/ledger', 'MCP over HTTP needs a ledger: keys are its principals’');
  try {
    return await callerOf(ledger, bearerOf(headers), conversation ?? usual);
  } catch (error) {
    if (error instanceof UsageError) return 'unknown-key'; // a conversation that can be nobody's
    throw error;
  }
}

/** The caller goes along with its request, and its key does not. */
function infoOf(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.principal, scopes: [], extra: { caller } };
}

function callerIn(info: AuthInfo | undefined): Caller {
  const caller = info?.extra?.['caller'];
  if (caller === undefined) throw new UsageError('usage/key', 'no request is served without a caller');
  return caller as Caller; // infoOf put it there
}
