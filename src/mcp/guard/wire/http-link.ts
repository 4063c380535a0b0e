import type { JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isMembers } from '../mapping/arguments.ts';
import type { Link, LinkEars, OpenLink } from './link.ts';

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
  let isOver = false;
  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    ears.ended(why);
  };
  const opened = open(url, headers, {
    message: (text) => (isOver ? undefined : ears.message(text)),
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
        if (!isOver) transport.send(JSON.parse(text) as JSONRPCMessage).catch(failed);
      });
      last.catch(failed);
    },
    close: async () => {
      isOver = true;
      await (await opened.catch(() => null))?.close();
    },
  };
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
