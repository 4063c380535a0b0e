import { createApp } from './app.ts';
import type { ServerParts, ServerSettings } from './env.ts';
import { type Listening, listen, type Place } from './listen.ts';
import { createParts, type PartsOptions } from './parts.ts';
import { allowedHosts } from './security/hosts.ts';

/** A server to start: what it is made of, and where it listens. */
export interface StartOptions extends Omit<PartsOptions, 'settings'> {
  readonly place: Place;
  /** `http://localhost:PORT` unless people open it elsewhere. */
  readonly origin?: string;
  readonly settings?: Omit<ServerSettings, 'origin' | 'hosts'>;
}

/** A server that runs. */
export interface Running {
  readonly port: number;
  readonly parts: ServerParts;
  /** Ends streams, lets what is being answered end, and stops. The ledger stays open: it is its opener's to close. */
  close(): Promise<void>;
}

/** How long an answer may take that is under way when the server is told to stop, in milliseconds. */
const ending = 5_000;

/** Starts a server. Throws UsageError where it cannot listen, and for an origin that is none. */
export async function startServer(options: StartOptions): Promise<Running> {
  const { place, settings = {}, origin: wanted } = options;
  const isLoopback = place.hosts.every((host) => ['127.0.0.1', '::1', 'localhost'].includes(host));
  let parts: ServerParts | null = null;
  const listening: Listening = await listen(place, (port) => {
    const origin = wanted ?? `${place.tls === undefined ? 'http' : 'https'}://localhost:${port}`;
    const hosts = allowedHosts({ origin, port, isLoopback });
    parts = createParts({ ...options, settings: { ...settings, origin, hosts } });
    return createApp(parts).fetch;
  });
  const made = parts as ServerParts | null;
  if (made === null) throw new TypeError('a server that listens has its parts');
  return {
    port: listening.port,
    parts: made,
    close: async () => {
      made.events.close();
      await listening.close(ending);
    },
  };
}
