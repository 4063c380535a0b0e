import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UsageError } from '../diagnostic/usage-error.ts';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** A certificate and its key, as PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Where to listen. */
export interface Place {
  /** Addresses or names; those of this machine unless another is named. */
  readonly hosts: readonly string[];
  /** 0 takes any that is free. */
  readonly port: number;
  readonly tls?: Tls;
}

/** Sockets that listen, all on one port. */
export interface Listening {
  readonly port: number;
  /** Takes no more, lets what is being answered end within `within` milliseconds, and then cuts it off. */
  close(within: number): Promise<void>;
}

/** The addresses of this machine; the second is left out where there is none. */
export const loopback = ['127.0.0.1', '::1'] as const;

/**
 * Listens at every host of a place. `fetchAt` makes what answers, once the port is known; until then nothing is taken.
 * Throws UsageError for a place that cannot be listened at.
 */
export async function listen(place: Place, fetchAt: (port: number) => Fetch): Promise<Listening> {
  const opened: Server[] = [];
  let fetch: Fetch | null = null;
  const answer: Fetch = (request, env) => fetch?.(request, env) ?? new Response(null, { status: 503 });
  let port = place.port;
  for (const host of place.hosts) {
    const server = serverOf(answer, place.tls);
    const failed = await opens(server, host, port);
    if (failed === null) {
      opened.push(server);
      port = (server.address() as AddressInfo).port;
    } else if (!isMissing(host, failed)) {
      await Promise.all(opened.map((one) => closed(one, 0)));
      throw new UsageError(
        'usage/listen',
        `cannot listen at ${host} port ${port} (${failed}): name another port (--port, or --http of mcp and guard) or --host`,
      );
    }
  }
  try {
    fetch = fetchAt(port);
  } catch (error) {
    await Promise.all(opened.map((one) => closed(one, 0))); // else a process that was told why would go on all the same
    throw error;
  }
  return {
    port,
    close: async (within) => {
      await Promise.all(opened.map((one) => closed(one, within)));
    },
  };
}

function serverOf(fetch: Fetch, tls: Tls | undefined): Server {
  const limits = { requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 };
  const options =
    tls === undefined
      ? { createServer, serverOptions: limits }
      : {
          createServer: createSecureServer,
          serverOptions: { ...limits, ...tls, minVersion: 'TLSv1.2' as const },
        };
  return createAdaptorServer({ fetch, overrideGlobalObjects: false, ...options }) as Server;
}

/** Resolves with null once it listens, and with the system's code when it cannot. */
async function opens(server: Server, host: string, port: number): Promise<string | null> {
  const failed = once(server, 'error').then(([error]) => (error as NodeJS.ErrnoException).code ?? 'unknown');
  failed.catch(() => undefined);
  server.listen({ host, port });
  return Promise.race([once(server, 'listening').then(() => null), failed]);
}

/** A machine may have no ::1, and none is needed where 127.0.0.1 answers. */
function isMissing(host: string, code: string): boolean {
  return host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code);
}

async function closed(server: Server, within: number): Promise<void> {
  const http = server as Server & { closeIdleConnections(): void; closeAllConnections(): void };
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  http.closeIdleConnections();
  const timer = setTimeout(() => http.closeAllConnections(), within);
  await done;
  clearTimeout(timer);
}
