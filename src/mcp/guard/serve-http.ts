import { isInitializeRequest } from '@modelcontextprotocol/server';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Allowed } from '../../server/security/hosts.ts';
import { bearerOf, type Caller, callerOf } from '../caller.ts';
import { refused, stranger, strayed } from '../gate.ts';
import { bind, type GuardOptions } from './bind.ts';
import { HttpSession } from './http-session.ts';
import type { OpenLink } from './wire/link.ts';
import { type Message, readMessages } from './wire/message.ts';

/** A guard for many callers: each brings a key of its own, and each session has a server of its own. */
export interface HttpGuard extends Omit<GuardOptions, 'caller'> {
  readonly open: OpenLink;
  readonly allowed: Allowed;
  /** The conversation of the callers; that of their key unless named. */
  readonly conversation?: string;
}

export interface GuardServing {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Waits for what runs, then ends every session and its server. */
  readonly close: () => Promise<void>;
}

/** Sessions at once, and milliseconds that one is kept without a request. */
const most = 64;
const idle = 30 * 60_000;
/** Milliseconds between two looks at what is left to settle. */
const between = 20_000;
/** Bytes of the largest message. */
const largest = 4 * 1024 * 1024;

/**
 * Guards over streamable HTTP at /mcp. The key of each request says whose it is; a session belongs to the principal that
 * opened it, and is refused to every other (T15).
 */
export function guardHttp(options: HttpGuard): GuardServing {
  const { ledger, allowed, conversation, log } = options;
  const sessions = new Map<string, HttpSession>();
  let opening = 0;
  let isClosed = false;

  const end = async (session: HttpSession): Promise<void> => {
    sessions.delete(session.id);
    await session.end();
  };
  const timer = setInterval(() => {
    for (const session of sessions.values()) if (session.idleFor() > idle) void end(session);
    const work = [...[...sessions.values()].map((session) => session.settle()), ledger.sweep()];
    Promise.all(work).catch((error: Error) => log(error.message));
  }, between);

  const opened = async (caller: Caller): Promise<HttpSession | Response> => {
    if (isClosed || sessions.size + opening >= most)
      return refused(503, 'There is no room for another session: end one, or call again later.');
    opening++;
    try {
      const parts = await bind({ ...options, caller });
      const session = await HttpSession.open({ parts, open: options.open, ended: (one) => void end(one) });
      if (isClosed) return refused(503, 'The guard ends.'); // a server that is started now would outlive it
      sessions.set(session.id, session);
      return session;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      log(error.message);
      return refused(403, 'The policy does not work with this caller; its owner is told why by the guard.');
    } finally {
      opening--;
    }
  };

  const sessionFor = async (
    request: Request,
    caller: Caller,
    message: Message | null,
  ): Promise<HttpSession | Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = sessions.get(id);
      if (session === undefined) return refused(404, 'There is no such session: initialize another.');
      return session.principal === caller.principal
        ? session
        : refused(403, 'Refused: the session is another’s than the key.');
    }
    return isInitializeRequest(message?.value)
      ? opened(caller)
      : refused(400, 'Begin with initialize, then name its Mcp-Session-Id.');
  };

  return {
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/mcp') return refused(404, 'MCP is at /mcp.');
      const stray = strayed(allowed, request);
      if (stray !== null) return stray;
      const caller = await callerOf(ledger, bearerOf(request.headers), conversation);
      if (typeof caller === 'string') return stranger(caller);
      const message = request.method === 'POST' ? await messageOf(request) : null;
      if (message instanceof Response) return message;
      const session = await sessionFor(request, caller, message);
      if (session instanceof Response) return session;
      const response = await session.answer(request, message);
      const isFirst = !request.headers.has('mcp-session-id');
      if (isFirst && !response.ok) await end(session); // a handshake that was refused begins nothing
      return response;
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.all([...sessions.values()].map(end));
    },
  };
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
