import { Catalog } from './catalog.ts';
import type { Definitions } from './listing.ts';
import { isMembers } from './mapping/arguments.ts';
import type { OpenLink } from './wire/link.ts';
import { errors } from './wire/message.ts';
import { Upstream } from './wire/upstream.ts';

/** The version of the protocol that every server knows of. */
const protocolVersion = '2025-11-25';

/** Milliseconds that it has for each answer: the first may wait for a package that is fetched. */
const patience = 300_000;

/** Starts a server, reads its tools and ends it. Throws an Error that says why it cannot be read. */
export async function definitionsOf(open: OpenLink): Promise<Definitions> {
  let said = '';
  const upstream = new Upstream({
    open,
    // it asks a client for what this one has not; nothing is left waiting
    toClient: (text) => void decline(upstream, text),
    log: (text) => {
      said = text;
    },
    patience,
  });
  try {
    await upstream.ready();
    const reply = await upstream.ask('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'hearback', version: '1' },
    });
    if ('error' in reply) throw new Error('the server refuses the handshake');
    await upstream.tell(messageOf({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return await new Catalog(upstream).read({});
  } catch (error) {
    throw said === '' ? error : new Error(said, { cause: error });
  } finally {
    await upstream.close();
  }
}

async function decline(upstream: Upstream, text: string): Promise<void> {
  const value: unknown = JSON.parse(text);
  if (!isMembers(value) || value['id'] === undefined || typeof value['method'] !== 'string') return;
  const error = { code: errors.method, message: 'not here' };
  await upstream.tell(messageOf({ jsonrpc: '2.0', id: value['id'], error }));
}

function messageOf(value: Readonly<Record<string, unknown>>): {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
} {
  return { value, text: JSON.stringify(value) };
}
