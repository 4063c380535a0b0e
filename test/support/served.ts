import { createLedger, type Ledger, type Store } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import type { ServerSettings } from '../../src/server/env.ts';
import type { Logged } from '../../src/server/security/log.ts';
import { type Running, startServer } from '../../src/server/start.ts';

/** A server on this machine, at a port of its own. */
export interface Served {
  readonly origin: string;
  readonly ledger: Ledger;
  readonly store: Store;
  readonly server: Running;
  readonly logged: Logged[];
  /** A link that enrols a passkey, once. */
  invite(person: string): Promise<string>;
  close(): Promise<void>;
}

/** Serves a ledger in memory, or over `store`, by the clock of this machine. */
export async function serve({
  store = openMemory(),
  settings = {},
}: {
  readonly store?: Store;
  readonly settings?: Omit<ServerSettings, 'origin' | 'hosts'>;
} = {}): Promise<Served> {
  const ledger = createLedger({ store });
  const logged: Logged[] = [];
  const server = await startServer({
    ledger,
    store,
    settings,
    clock: () => Date.now(),
    log: (event) => logged.push(event),
    place: { hosts: ['127.0.0.1', '::1'], port: 0 },
  });
  const origin = `http://localhost:${server.port}`;
  return {
    origin,
    ledger,
    store,
    server,
    logged,
    invite: async (person) => {
      const { secret } = await ledger.people.invite({ person, life: 600_000, by: 'operator' });
      return `${origin}/enrol/${secret}`;
    },
    close: async () => {
      await server.close();
      await ledger.close();
    },
  };
}
