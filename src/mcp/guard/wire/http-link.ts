import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isMembers, type Members } from '../mapping/arguments.ts';
import type { Link, LinkEars, OpenLink } from './link.ts';
import { asRequest } from './message.ts';
import { isModern } from './meta.ts';

/** A server at an address, and what stands beside every request to it: a key of the guard's own, never the caller's. */
export interface ServerAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Speaks to a server over streamable HTTP. A request that the address does not take, or that ends without an answer, ends the
 * link: whatever waits is answered for, and an act that was under way is unknown.
 */
export function httpLink({ url, headers = {} }: ServerAddress): OpenLink {
  return (ears) => linkTo(new URL(url), headers, ears);
}

function linkTo(url: URL, headers: Readonly<Record<string, string>>, ears: LinkEars): Link {
  const asked = new Requests();
  let isOver = false;
  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    ears.ended(why);
  };
  const opened = open(url, headers, {
    message: (text) => {
      if (isOver) return;
      asked.hears(JSON.parse(text) as Members);
      ears.message(text);
    },
    ended: over,
  });
  const failed = (error: Error): void => over(`the server at ${url.host} cannot be asked: ${error.message}`);
  opened.catch(failed);
  let last: Promise<unknown> = opened;
  return {
    // one begins after the other, so that they arrive in their order; answers are not waited for
    send: (text) => {
      last = last.then(async () => {
        const transport = await opened;
        const message = JSON.parse(text) as Members;
        if (isOver || asked.ends(message)) return;
        const requestSignal = asked.begins(message);
        const sent = transport.send(message as unknown as JSONRPCMessage, { requestSignal });
        sent.catch((error: Error) => (requestSignal.aborted ? undefined : failed(error)));
      });
      last.catch(failed);
    },
    close: async () => {
      isOver = true;
      const transport = await opened.catch(() => null);
      // a server that keeps sessions is told that this one is over; it is not waited for if it says nothing
      const ended = transport?.terminateSession().catch(() => undefined);
      await Promise.race([ended, sleep(patience, null, { ref: false })]);
      await transport?.close();
    },
  };
}

/** Milliseconds that a server has to hear that its session is over. */
const patience = 1_000;

/** Requests of 2026-07-28 that are not answered yet: there a request is cancelled by going away from it. */
class Requests {
  readonly #open: Map<unknown, AbortController> = new Map();

  /** What ends the request that a message is. */
  begins(message: Members): AbortSignal {
    const controller = new AbortController();
    const request = asRequest({ value: message, text: '' });
    if (request !== null && isModern(request)) this.#open.set(request.id, controller);
    return controller.signal;
  }

  /** Whether a message cancels one of them; that is all that has to be done. */
  ends({ method, params }: Members): boolean {
    const id = method === 'notifications/cancelled' && isMembers(params) ? params['requestId'] : undefined;
    this.#open.get(id)?.abort();
    return this.#open.delete(id);
  }

  hears(message: Members): void {
    if (!('method' in message)) this.#open.delete(message['id']);
  }
}

async function open(
  url: URL,
  headers: Readonly<Record<string, string>>,
  ears: LinkEars,
): Promise<StreamableHTTPClientTransport> {
  const { StreamableHTTPClientTransport: Transport } = await import('@modelcontextprotocol/client');
  const transport = new Transport(url, { requestInit: { headers: { ...headers } } });
  transport.onmessage = (message) => {
    const version = versionIn(message);
    if (version !== null) transport.setProtocolVersion(version);
    ears.message(JSON.stringify(message));
  };
  transport.onclose = () => ears.ended('the server has ended the connection');
  await transport.start();
  return transport;
}

/** The version that an answer to a handshake settles on: it goes with every later request. */
function versionIn(message: unknown): string | null {
  const result = isMembers(message) ? message['result'] : null;
  if (!isMembers(result) || !isMembers(result['serverInfo'])) return null;
  return typeof result['protocolVersion'] === 'string' ? result['protocolVersion'] : null;
}
