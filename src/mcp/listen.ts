import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { UsageError } from '../diagnostic/usage-error.ts';

/** A server that listens on this machine alone. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1, and on ::1 where there is one, for nobody beyond this machine (T13). Port 0 is any free one. */
export async function listenHere(
  port: number,
  fetchAt: (port: number) => (request: Request) => Promise<Response>,
): Promise<Listening> {
  let serve: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  const listener = getRequestListener((request) => serve(request), { overrideGlobalObjects: false });
  const first = await listening(createServer(listener), port, '127.0.0.1');
  const own = (first.address() as AddressInfo).port;
  serve = fetchAt(own);
  const second = await listening(createServer(listener), own, '::1').catch(() => null); // not every machine has it
  const servers = second === null ? [first] : [first, second];
  return {
    port: own,
    close: async () => {
      await Promise.all(servers.map(closed));
    },
  };
}

function listening(server: Server, port: number, host: string): Promise<Server> {
  if (port > 65_535) throw new UsageError('usage/port', `${port} is no port: 0 to 65535`);
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      reject(new UsageError('usage/port', `cannot listen on ${host}, port ${port} (${code}): take another`)),
    );
    server.listen({ port, host }, () => {
      server.removeAllListeners('error');
      resolve(server);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
